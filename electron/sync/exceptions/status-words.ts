/** How something ended, read from the bank's own word for its state. */
export type Ending = 'failed' | 'returned' | 'expired' | 'awaiting-funds';

const endings: Readonly<Record<string, Ending>> = {
  failed: 'failed',
  failure: 'failed',
  rejected: 'failed',
  declined: 'failed',
  refused: 'failed',
  blocked: 'failed',
  cancelled: 'failed',
  canceled: 'failed',
  error: 'failed',
  returned: 'returned',
  reversed: 'returned',
  refunded: 'returned',
  recalled: 'returned',
  bounced: 'returned',
  expired: 'expired',
  lapsed: 'expired',
};

/**
 * The bank's words are not specified, so single words in them are looked for, however they are written:
 * `RETURNED_BY_BENEFICIARY_BANK`, `awaitingFunds`. Null for what is on its way, done, or says nothing that is known.
 */
export function endingOf(status: string): Ending | null {
  const words = wordsOf(status);
  if (words.includes('not')) return null;
  if (words.includes('awaiting') && words.includes('funds')) return 'awaiting-funds';
  return words.map((word) => endings[word]).find((ending) => ending !== undefined) ?? null;
}

const wordsOf = (status: string): string[] =>
  status
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/);
