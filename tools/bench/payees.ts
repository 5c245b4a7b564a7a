import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { sandboxSignIn } from '../../shared/sandbox-sign-in.ts';

/** Calls the sandbox of a data folder directly, without the desk: the bank changes its own payees. */
export async function sandboxPayees(dataDir: string) {
  const { baseUrl } = JSON.parse(readFileSync(join(dataDir, 'sandbox/address.json'), 'utf8')) as {
    baseUrl: string;
  };
  let token = '';
  const send = async (method: string, path: string, body?: object): Promise<unknown> => {
    const answer = await fetch(`${baseUrl}${path}`, {
      method,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
    return answer.json();
  };
  const grant = await send('POST', '/platform/auth-service/api/v1/token', sandboxSignIn);
  token = (grant as { data: { accessToken: string } }).data.accessToken;
  const path = '/platform/client-service/api/v1/beneficiaries';
  const transfers = '/platform/client-service/api/v1/transfers';
  return {
    /** The ids of as many new payees. */
    create: async (count: number): Promise<string[]> => {
      const ids: string[] = [];
      for (let at = 0; at < count; at += 1) {
        const made = await send('POST', path, payeeAt(at));
        ids.push((made as { beneficiary: { entityId: string } }).beneficiary.entityId);
      }
      return ids;
    },
    /** From now on every answer that a payment needs takes so many ms longer. */
    slow: async (ms: number): Promise<void> => {
      const rules = ['findTransfers', 'getBeneficiary', 'createSingleTransfer'].map(
        (operation) => ({ operation, fault: { kind: 'latency', ms } }),
      );
      await send('PUT', '/sandbox/faults', { rules });
    },
    /** Seconds of only the calls that payments to them need (find, read, send), four payments at a time. */
    pay: async (ids: readonly string[], accountNumber: string): Promise<number> => {
      const started = performance.now();
      for (let at = 0; at < ids.length; at += 4)
        await Promise.all(
          ids.slice(at, at + 4).map(async (beneficiaryId, place) => {
            const reference = `ALONE-${at + place}`;
            await send('GET', `${transfers}?reference=${reference}`);
            await send('GET', `${path}/${beneficiaryId}`);
            const order = { accountNumber, beneficiaryId, amount: 1, currency: 'USD', reference };
            await send('POST', transfers, order);
          }),
        );
      return (performance.now() - started) / 1_000;
    },
    /** Gives each of them another account. */
    change: async (ids: readonly string[]): Promise<void> => {
      for (const [at, id] of ids.entries())
        await send('PUT', `${path}/${id}/update`, { accountNumber: accountAt(at + 500_000) });
    },
  };
}

const accountAt = (at: number): string => String(4_000_000_000 + at);

const payeeAt = (at: number): object => ({
  name: `Bench payee ${at} of Harbour Street`,
  accountName: `Bench payee ${at} of Harbour Street`,
  accountNumber: accountAt(at),
  bankBicOrCode: 'CHASUS33XXX',
  bankName: 'JPMorgan Chase Bank',
  country: 'USA',
  currencyIso3Code: 'USD',
  city: 'New York',
});
