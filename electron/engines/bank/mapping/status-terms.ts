/** What a bank's own words for a state mean; compared whole, whatever their case and what stands between their parts. */
export type StatusWords = {
  /** It was tried, and came to nothing. */
  readonly failed: readonly string[];
  /** The bank did not take it. */
  readonly rejected: readonly string[];
  /** It is carried out, whatever the word sounds like. */
  readonly done: readonly string[];
};

/** How something ended, read from the bank's own word for its state. */
export type Ending = 'failed' | 'returned' | 'expired' | 'awaiting-funds';

const endings: Readonly<Record<string, Ending>> = {
  failed: 'failed',
  failure: 'failed',
  rejected: 'failed',
  rejection: 'failed',
  rjct: 'failed',
  declined: 'failed',
  denied: 'failed',
  refused: 'failed',
  blocked: 'failed',
  aborted: 'failed',
  cancelled: 'failed',
  canceled: 'failed',
  canc: 'failed',
  voided: 'failed',
  unsuccessful: 'failed',
  error: 'failed',
  returned: 'returned',
  reversed: 'returned',
  refunded: 'returned',
  recalled: 'returned',
  bounced: 'returned',
  expired: 'expired',
  lapsed: 'expired',
};

/** What a bank did “not” do, where it will not do it any more. */
const undone: ReadonlySet<string> = new Set(
  'accepted approved authorised authorized allowed permitted executed successful'.split(' '),
);

/**
 * The bank's words are not specified, so single words in them are looked for, however they are written:
 * `RETURNED_BY_BENEFICIARY_BANK`, `awaitingFunds`. What the bank file says about a word counts first. Null for what is on
 * its way, done, or says nothing that is known.
 */
export function endingOf(status: string, own: StatusWords = noWords): Ending | null {
  const words = wordsOf(status);
  if (isStatusTerm(own.done, status)) return null;
  if (isStatusTerm(own.failed, status) || isStatusTerm(own.rejected, status)) return 'failed';
  if (words.join(' ') === 'success false') return 'failed';
  if (words.includes('not')) return isNotDone(words) ? 'failed' : null;
  if (words.includes('awaiting') && words.includes('funds')) return 'awaiting-funds';
  return words.map((word) => endings[word]).find((ending) => ending !== undefined) ?? null;
}

/** Is a status one of these words, whatever its case and what stands between its parts? */
export function isStatusTerm(list: readonly string[], status: string): boolean {
  const words = wordsOf(status).join(' ');
  return words !== '' && list.some((word) => wordsOf(word).join(' ') === words);
}

/** Does it say that nothing comes of it? What waits for funds may still be carried out. */
export function isFailureStatus(status: string, own: StatusWords): boolean {
  const ending = endingOf(status, own);
  return ending !== null && ending !== 'awaiting-funds';
}

export const noWords: StatusWords = { failed: [], rejected: [], done: [] };

/** `NOT_ACCEPTED`; one that is not yet accepted is on its way. */
const isNotDone = (words: readonly string[]): boolean =>
  !words.includes('yet') && undone.has(words[words.indexOf('not') + 1] ?? '');

const wordsOf = (status: string): string[] =>
  status
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
