import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect } from 'vitest';

import { addDays, todayAt } from '../../../shared/calendar/calendar.ts';
import { JsonNumber } from '../../../shared/json/exact-json.ts';
import { newReference } from '../../../shared/reference.ts';
import { sandboxSignIn } from '../../../shared/sandbox-sign-in.ts';
import type { RouteInput } from '../../../shared/ipc/contract.ts';
import { type TestDesk, openSandboxDesk } from './test-desk.ts';

/** The sandbox's dollar account from which orders are paid. */
export const operating = '2010044871';
export const euros = '3020017345';

/** A desk at the sandbox that knows its accounts, and has read no statement. */
export async function orderDesk(): Promise<TestDesk> {
  const desk = await openSandboxDesk();
  await desk.get('accounts.refresh', {});
  return desk;
}

/** The same with all that a sync brings: every statement, and the lists of everything. */
export async function syncedDesk(): Promise<TestDesk> {
  const desk = await orderDesk();
  await desk.sync();
  return desk;
}

/** Reads what was booked lately on the accounts of the tests. */
export const readStatements = async (desk: TestDesk): Promise<void> =>
  void (await desk.sync({
    accountNumbers: [operating, euros],
    from: addDays(todayAt(Date.now()), -2),
  }));

type CallOptions = { readonly method?: string; readonly body?: object; readonly token?: string };

/** Talks to the played bank behind a desk, past the desk. */
async function bankAnswer(
  { dataDir }: TestDesk,
  path: string,
  { method = 'POST', body, token }: CallOptions,
): Promise<unknown> {
  const text = readFileSync(join(dataDir, 'sandbox', 'address.json'), 'utf8');
  const { baseUrl } = JSON.parse(text) as { baseUrl: string };
  const answer = await fetch(`${baseUrl}/${path}`, {
    method,
    headers: {
      'content-type': 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  expect(answer.status).toBe(200);
  return answer.json();
}

/** Controls the bank: its clock, its entries, its faults. */
export const controlBank = (
  desk: TestDesk,
  path: string,
  body: object,
  method = 'POST',
): Promise<unknown> => bankAnswer(desk, `sandbox/${path}`, { method, body });

/** Everything that the bank has taken under a reference, seen or not. */
export async function ordersAtBank(
  desk: TestDesk,
  kind: 'remittances' | 'receivables',
  reference: string,
): Promise<{ id: string }[]> {
  const path = `sandbox/${kind}?reference=${reference}`;
  const answer = await bankAnswer(desk, path, { method: 'GET' });
  return (answer as Record<string, { id: string }[]>)[kind] ?? [];
}

/** An order that another program of ours gives the bank. */
export async function orderedElsewhere<A>(
  desk: TestDesk,
  path: 'remittances' | 'receivables',
  order: { readonly amount: string },
): Promise<A> {
  const signedIn = await bankAnswer(desk, 'platform/auth-service/api/v1/token', {
    body: sandboxSignIn,
  });
  return (await bankAnswer(desk, `platform/client-service/api/v1/${path}`, {
    body: { ...order, amount: new JsonNumber(order.amount) },
    token: (signedIn as { data: { accessToken: string } }).data.accessToken,
  })) as A;
}

type RemittanceOrder = RouteInput<'remittances.send'>['order'];

export const remittance = (given: Partial<RemittanceOrder> = {}): RemittanceOrder => ({
  accountNumber: operating,
  amount: '250.00',
  currency: 'USD',
  reference: newReference(),
  purpose: 'Tuition fees',
  senderName: 'Acme Treasury Ltd',
  senderCountry: 'GBR',
  recipientName: 'Grace Wanjiru',
  recipientCountry: 'KEN',
  recipientAccountNumber: '0123456789',
  recipientBankBicOrCode: 'EQBLKENA',
  ...given,
});

type ReceivableOrder = RouteInput<'receivables.create'>['order'];

export const receivable = (given: Partial<ReceivableOrder> = {}): ReceivableOrder => ({
  accountNumber: operating,
  amount: '100.00',
  currency: 'USD',
  reference: newReference(),
  payerName: 'Harmattan Foods Ltd',
  ...given,
});
