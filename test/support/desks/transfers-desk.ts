import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect } from 'vitest';

import type { LoggedCall } from '../../../sandbox/server/calls.ts';
import type { RouteInput } from '../../../shared/ipc/contract.ts';
import type { ReviewedPayment } from '../../../shared/ipc/changes/payments.ts';
import { newReference } from '../../../shared/reference.ts';
import { openTestDesk, type TestDesk, openSandboxDesk } from './test-desk.ts';

/** A desk at the sandbox, with that bank's own desk beside it. */
export type PayingDesk = TestDesk & {
  readonly usd: string;
  bank<T>(method: string, path: string, body?: unknown): Promise<T>;
  /** A call past the desk, as another program of the same client makes it. */
  platform(path: string, body: object, headers?: Record<string, string>): Promise<Response>;
  /** How many payments the bank received. */
  readonly posts: () => Promise<number>;
  /** Amounts booked under a reference, fees left out. */
  bookings(reference: string): Promise<string[]>;
};

export async function openPayingDesk(
  options: Parameters<typeof openTestDesk>[0] = {},
): Promise<PayingDesk> {
  const desk = await openSandboxDesk(options);
  return payingDesk(desk, '');
}

/** That knows its accounts, not what is in them, and a dollar account named. */
export async function openFundedDesk(
  options: Parameters<typeof openTestDesk>[0] = {},
): Promise<PayingDesk> {
  const desk = await openPayingDesk(options);
  await desk.get('accounts.refresh', {});
  const { currencies } = await desk.get('accounts.position', {});
  const account = currencies
    .flatMap(({ accounts }) => accounts)
    .find(({ currency, accountName }) => currency === 'USD' && accountName !== '');
  if (!account) expect.fail('the sandbox has no account in USD');
  return payingDesk(desk, account.accountNumber);
}

function payingDesk(desk: TestDesk, usd: string): PayingDesk {
  const { baseUrl } = JSON.parse(
    readFileSync(join(desk.dataDir, 'sandbox', 'address.json'), 'utf8'),
  ) as { baseUrl: string };
  const bank = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const answer = await fetch(`${baseUrl}/sandbox/${path}`, {
      method,
      ...(body === undefined
        ? {}
        : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    expect(answer.status, path).toBe(200);
    return (await answer.json()) as T;
  };
  return {
    ...desk,
    usd,
    bank,
    platform: (path, body, headers = {}) =>
      fetch(`${baseUrl}/platform/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      }),
    posts: async () => {
      const { calls } = await bank<{ calls: LoggedCall[] }>('GET', 'calls');
      return calls.filter(({ operation }) => operation === 'createSingleTransfer').length;
    },
    bookings: async (reference) => {
      const { transfers } = await bank<{ transfers: { amount: string; isBooked: boolean }[] }>(
        'GET',
        `transfers?reference=${reference}`,
      );
      return transfers.filter(({ isBooked }) => isBooked).map(({ amount }) => amount);
    },
  };
}

/** What a person enters, ten dollars to the payee who is simply paid. */
export const payment = (
  { usd }: PayingDesk,
  changes: Partial<RouteInput<'payments.review'>> = {},
): RouteInput<'payments.review'> => ({
  reference: newReference(),
  accountNumber: usd,
  beneficiaryId: 'beneficiary-accepted',
  amount: '10',
  currency: 'USD',
  narration: 'Invoice 7',
  ...changes,
});

/** The payments like it that a review named. */
export const twinsIn = ({ warnings }: ReviewedPayment): string[] =>
  warnings.flatMap(({ twins = [] }) => twins.map(({ name }) => name));

/** Reviews and approves, confirming everything that the review asks for. */
export async function approve(
  desk: PayingDesk,
  entered: RouteInput<'payments.review'>,
): Promise<RouteInput<'payments.send'>> {
  const review: ReviewedPayment = await desk.get('payments.review', entered);
  return {
    ...entered,
    payeeFingerprint: review.payeeFingerprint,
    acknowledged: review.warnings
      .filter(({ weight }) => weight === 'confirm')
      .map(({ kind }) => kind),
    twins: twinsIn(review),
  };
}
