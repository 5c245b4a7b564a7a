import { expect } from 'vitest';

import type { RouteInput } from '../../../shared/ipc/contract.ts';
import type { PaymentFileLine, PaymentFile } from '../../../shared/ipc/changes/payment-files.ts';
import type { TestDesk } from '../../support/desks/test-desk.ts';
import type { PayingDesk } from '../../support/desks/transfers-desk.ts';

/** One payment of a file as it is written there; left out, a column stays empty. */
export type FileLine = {
  readonly payee?: string;
  readonly amount?: string;
  readonly reference?: string;
  readonly narration?: string;
};

const csvOf = ({ usd }: PayingDesk, lines: readonly FileLine[]): Uint8Array<ArrayBuffer> =>
  new Uint8Array(
    Buffer.from(
      [
        'account,beneficiary id,amount,currency,reference,narration',
        ...lines.map(({ payee = 'beneficiary-accepted', amount = '1.00', reference, narration }) =>
          [usd, payee, amount, 'USD', reference ?? '', narration ?? ''].join(','),
        ),
      ].join('\n'),
    ),
  );

/** Payments of different amounts, so that none looks like another. */
export const different = (count: number, from = 1): FileLine[] =>
  Array.from({ length: count }, (_, at) => ({ amount: `${String(from + at)}.00` }));

export const drop = (desk: PayingDesk, lines: readonly FileLine[]): Promise<PaymentFile> =>
  desk.get('paymentFiles.add', { fileName: 'payroll.csv', bytes: csvOf(desk, lines) });

export async function linesOf(
  desk: PayingDesk,
  batchId: string,
  only: RouteInput<'paymentFiles.lines'>['only'] = 'all',
): Promise<readonly PaymentFileLine[]> {
  const { rows } = await desk.get('paymentFiles.lines', { batchId, only, index: 0, limit: 200 });
  return rows;
}

/** Starts with everything confirmed and waits until it ends or stops. */
export async function send(desk: PayingDesk, batchId: string): Promise<PaymentFile> {
  const { toConfirm, seal } = await desk.get('paymentFiles.get', { batchId });
  await desk.get('paymentFiles.start', {
    batchId,
    acknowledged: toConfirm.map(({ kind }) => kind),
    seal,
  });
  return ended(desk, batchId);
}

export async function ended(desk: TestDesk, batchId: string): Promise<PaymentFile> {
  await expect
    .poll(async () => (await desk.get('paymentFiles.get', { batchId })).state, { timeout: 20_000 })
    .not.toBe('sending');
  return desk.get('paymentFiles.get', { batchId });
}

/** How often the bank booked each line, in the order of the file. */
export const bookingsOf = (
  desk: PayingDesk,
  lines: readonly PaymentFileLine[],
): Promise<number[]> =>
  Promise.all(lines.map(async ({ reference }) => (await desk.bookings(reference)).length));
