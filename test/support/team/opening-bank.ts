import { randomUUID } from 'node:crypto';

import { startDelta } from '../banks/delta.ts';

/** Delta, which also opens accounts. */
export const startOpeningBank: typeof startDelta = async () => {
  let opened = 0;
  const bank = await startDelta({
    instead: ({ method, path, body }) => {
      if (method !== 'POST' || !path.endsWith('/accounts/virtual')) return null;
      opened += 1;
      const accountNumber = `80000${String(opened)}`;
      const account = {
        ...{ accountId: `id-${accountNumber}`, clientId: 'C-1', entityId: `e-${accountNumber}` },
        ...{ status: 'active', availableBalance: 0, fundingDetails: [{ accountNumber }] },
        ...body,
      };
      return { body: { message: 'ok', account } };
    },
  });
  const file = JSON.parse(bank.bankFile) as { operations: Record<string, object> };
  const path = '/client-service/api/v1/accounts/virtual';
  file.operations['createVirtualAccount'] = { method: 'POST', path };
  return { ...bank, bankFile: JSON.stringify(file) };
};

/** The arguments of `call` that open an account of this name. */
export const openingOf = (accountName: string): string[] => [
  'createVirtualAccount',
  '--input',
  JSON.stringify({
    body: { uniqueRequestId: randomUUID(), currencyIso3Code: 'EUR', accountName },
  }),
];
