/** A bank's own status terms by their meaning. They are compared as a whole, ignoring case and separators. */
export type StatusWords = {
  /** The bank tried to carry it out and failed. */
  readonly failed: readonly string[];
  /** The bank did not accept it. */
  readonly rejected: readonly string[];
  /** The bank carried it out, whatever the status suggests. */
  readonly done: readonly string[];
};

/** The ending that a bank's own status reports. */
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

/** Words that report a final failure after “not”. */
const undone: ReadonlySet<string> = new Set(
  'accepted approved authorised authorized allowed permitted executed successful'.split(' '),
);

/**
 * The bank's statuses are not specified, so single words in them are matched in any spelling:
 * `RETURNED_BY_BENEFICIARY_BANK`, `awaitingFunds`. The bank file's terms take precedence. Null for a status that is pending,
 * done or unknown.
 */
export function endingOf(status: string, own: StatusWords = noWords): Ending | null {
  const words = wordsOf(status);
  if (isStatusTerm(own.done, status)) return null;
  if (isStatusTerm(own.failed, status) || isStatusTerm(own.rejected, status)) return 'failed';
  if (words.join(' ') === 'success false') return 'failed';
  if (words.includes('not')) return isNotDone(words) ? 'failed' : null;
  if (words.includes('awaiting') && words.includes('funds')) return 'awaiting-funds';
  return words.map((term) => endings[term]).find((ending) => ending !== undefined) ?? null;
}

/** Is a status one of these terms, ignoring case and separators? */
export function isStatusTerm(list: readonly string[], status: string): boolean {
  const words = wordsOf(status).join(' ');
  return words !== '' && list.some((term) => wordsOf(term).join(' ') === words);
}

/** Does the status report a failure? A change that waits for funds may still be carried out. */
export function isFailureStatus(status: string, own: StatusWords): boolean {
  const ending = endingOf(status, own);
  return ending !== null && ending !== 'awaiting-funds';
}

export const noWords: StatusWords = { failed: [], rejected: [], done: [] };

/** True for a status such as `NOT_ACCEPTED`. One that is not yet accepted is pending. */
const isNotDone = (words: readonly string[]): boolean =>
  !words.includes('yet') && undone.has(words[words.indexOf('not') + 1] ?? '');

const wordsOf = (status: string): string[] =>
  status
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((part) => part !== '');
