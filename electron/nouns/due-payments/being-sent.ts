import type { Journal } from '../../engines/store/database.ts';

/** Payments of this process that are being sent, with how many calls send each, by journal. One process holds a journal. */
const sending = new WeakMap<Journal, Map<string, number>>();

/** Runs `work` while the payment counts as being sent: it can be neither changed nor withdrawn meanwhile. */
export async function whileSending<T>(
  journal: Journal,
  reference: string,
  work: () => Promise<T>,
): Promise<T> {
  const calls = sending.get(journal) ?? new Map<string, number>();
  sending.set(journal, calls);
  calls.set(reference, (calls.get(reference) ?? 0) + 1);
  return work().finally(() => {
    const left = (calls.get(reference) ?? 1) - 1;
    if (left === 0) calls.delete(reference);
    else calls.set(reference, left);
  });
}

export const isBeingSent = (journal: Journal, reference: string): boolean =>
  sending.get(journal)?.has(reference) ?? false;
