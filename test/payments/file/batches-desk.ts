import { expect } from 'vitest';

import type { RouteInput } from '../../../shared/ipc/contract.ts';
import type { BatchLine, BatchView } from '../../../shared/ipc/payment-files.ts';
import type { TestDesk } from '../../support/test-desk.ts';
import type { PayingDesk } from '../../support/transfers-desk.ts';

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

export const drop = (desk: PayingDesk, lines: readonly FileLine[]): Promise<BatchView> =>
  desk.get('batches.add', { fileName: 'payroll.csv', bytes: csvOf(desk, lines) });

export async function linesOf(
  desk: PayingDesk,
  batchId: string,
  only: RouteInput<'batches.lines'>['only'] = 'all',
): Promise<readonly BatchLine[]> {
  const { rows } = await desk.get('batches.lines', { batchId, only, index: 0, limit: 200 });
  return rows;
}

/** Starts with everything confirmed and waits until it ends or stops. */
export async function send(desk: PayingDesk, batchId: string): Promise<BatchView> {
  const { toConfirm, seal } = await desk.get('batches.get', { batchId });
  await desk.get('batches.start', {
    batchId,
    acknowledged: toConfirm.map(({ kind }) => kind),
    seal,
  });
  return ended(desk, batchId);
}

export async function ended(desk: TestDesk, batchId: string): Promise<BatchView> {
  await expect
    .poll(async () => (await desk.get('batches.get', { batchId })).state, { timeout: 20_000 })
    .not.toBe('sending');
  return desk.get('batches.get', { batchId });
}

/** How often the bank booked each line, in the order of the file. */
export const bookingsOf = (desk: PayingDesk, lines: readonly BatchLine[]): Promise<number[]> =>
  Promise.all(lines.map(async ({ reference }) => (await desk.bookings(reference)).length));
