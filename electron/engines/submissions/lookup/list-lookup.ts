import type { ChangingOperation } from '../../../../shared/bank/catalogue.ts';
import type { AppError, Outcome } from '../../../../shared/errors.ts';
import type { ResemblingRow } from '../../../../shared/ipc/submissions.ts';
import { limits } from '../../../../shared/limits.ts';
import { likenessOf } from '../../../../shared/reference-likeness.ts';
import { ok } from '../../../../shared/result.ts';
import { submissionByReference, type Submission } from '../journal/submission-table.ts';
import type { ListPage } from '../../bank/paged-list.ts';
import type { ChangeParts, Found, ListLook } from '../change.ts';
import { readToEnd, type PageQuestion, type ReadList } from './list-reading.ts';
import { probeFor, type Probe } from './probe.ts';
import { heldAgainstFromMs } from './lookup-times.ts';

/** The fields of a list record that a person would compare. */
export type ListedRow = Omit<ResemblingRow, 'source' | 'why'>;

/** A list of the bank that can be filtered by reference. */
export type Listing<N extends ChangingOperation, T> = {
  /** Requests a page; without a reference, of the whole list. A bank may ignore the reference and the page. */
  readonly ask: (
    question: PageQuestion & { readonly reference?: string },
  ) => Promise<Outcome<ListPage<T> & { readonly pageSize: number }>>;
  readonly rowOf: (record: T) => ListedRow;
  /** Converts a record with our reference to a found change, with its mismatch and the answer that it is equal to. */
  readonly foundAs: (record: T) => Omit<Found<N>, 'recordId'>;
  /** Does the record agree in its identifying fields, whatever its reference? */
  readonly isAlike: (record: T) => boolean;
};

/**
 * Looks for a change in the bank's own list by reference, to the end of the list, without trusting the bank's filter.
 * An absence counts only if a change that the bank is known to have is found in the same way.
 */
export async function lookInList<N extends ChangingOperation, T>(
  parts: ChangeParts,
  submission: Submission,
  listing: Listing<N, T>,
): Promise<Outcome<ListLook<N>>> {
  const answer = await read(listing, submission.reference);
  if (!answer.ok) return answer;
  const seen = seenIn(parts, submission, listing, answer.value);
  if (seen) return ok(seen);
  return answer.value.rows.length > 0
    ? ok(reachOfWhole(parts, submission, listing, answer.value))
    : reachOfFiltered(parts, submission, listing);
}

const read = <N extends ChangingOperation, T>(
  { ask, rowOf }: Listing<N, T>,
  reference?: string,
): Promise<Outcome<ReadList<T>>> =>
  readToEnd(
    (question) => ask(reference === undefined ? question : { ...question, reference }),
    (record) => rowOf(record).recordId,
  );

/** Returns the rows that are ours or may be ours; null where there are none. */
function seenIn<N extends ChangingOperation, T>(
  parts: ChangeParts,
  submission: Submission,
  { rowOf, foundAs, isAlike }: Listing<N, T>,
  { rows }: ReadList<T>,
): ListLook<N> | null {
  const matches: Found<N>[] = [];
  const resembling: ResemblingRow[] = [];
  for (const record of rows) {
    const row = rowOf(record);
    const likeness = likenessOf(submission.reference, row.reference, row.narration);
    const isOurs = likeness === 'exact' || (likeness === 'folded' && isAlike(record));
    if (isOurs) matches.push({ recordId: row.recordId, ...foundAs(record) });
    else if (!isOfAnother(parts, submission, row)) {
      const why = whyOf(likeness, isAlike(record) && mayBeSince(submission, row.at));
      if (why !== null) resembling.push({ ...row, source: 'list', why });
    }
  }
  if (matches.length + resembling.length === 0) return null;
  const shown = resembling.slice(-limits.resemblingRowsMax);
  return { matches, resembling: shown, reach: 'whole', words: '' };
}

function whyOf(likeness: ReturnType<typeof likenessOf>, isAlike: boolean): string | null {
  if (likeness === 'near') return 'Its reference or its words resemble ours.';
  if (likeness === 'folded') return 'Its reference is ours in other letters, and the rest differs.';
  return isAlike ? 'It may have been made since, and agrees in all but the reference.' : null;
}

/** Was it made since ours was sent, by the bank's time? True where the bank sends none. */
function mayBeSince(submission: Submission, at: string | null): boolean {
  const madeMs = Date.parse(at ?? '');
  return Number.isNaN(madeMs) || madeMs >= heldAgainstFromMs(submission);
}

/** True where the row's reference belongs to another change of ours. */
export const isOfAnother = (
  { journal }: Pick<ChangeParts, 'journal'>,
  { reference }: Submission,
  row: { readonly reference: string },
): boolean => {
  const reported = row.reference.trim();
  return [...new Set([reported, reported.toLowerCase(), reported.toUpperCase()])].some(
    (text) => text !== reference && submissionByReference(journal, text) !== null,
  );
};

/** Assesses a list with rows of other references: the bank does not filter, so it must show the whole list. */
function reachOfWhole<N extends ChangingOperation, T>(
  parts: ChangeParts,
  submission: Submission,
  { rowOf }: Listing<N, T>,
  { rows, ending }: ReadList<T>,
): ListLook<N> {
  if (ending === 'unsure')
    return nothing(
      'unsure',
      'The bank’s list does not show it, and does not show whether that is the whole list.',
    );
  if (ending === 'broken')
    return nothing(
      'unsure',
      'The bank’s list does not show it, and was not to be read to its end.',
    );
  const probe = probeFor(parts.journal, submission);
  if (probe === null) return nothing('whole', unproven);
  const isShown = rows.some((record) => isProbe(rowOf(record), probe));
  return isShown ? nothing('proven', absent) : nothing('unsure', notEven(probe));
}

/** Assesses an empty list: does the bank return rows for a reference that it is known to have? */
async function reachOfFiltered<N extends ChangingOperation, T>(
  parts: ChangeParts,
  submission: Submission,
  listing: Listing<N, T>,
): Promise<Outcome<ListLook<N>>> {
  const probe = probeFor(parts.journal, submission);
  if (probe === null) return lookWithoutFilter(parts, submission, listing);
  const answer = await read(listing, probe.reference);
  if (!answer.ok) return answer;
  const rows = answer.value.rows.map(listing.rowOf);
  if (!rows.some((row) => isProbe(row, probe))) return ok(nothing('unsure', notEven(probe)));
  const isFiltered = rows.every(({ reference }) => reference === probe.reference);
  return ok(
    isFiltered
      ? nothing('proven', absent)
      : nothing('unsure', 'The bank’s list answers by reference one time and not the other.'),
  );
}

/** Searches the list without a reference too, as no change is known that it should show by reference. */
async function lookWithoutFilter<N extends ChangingOperation, T>(
  parts: ChangeParts,
  submission: Submission,
  listing: Listing<N, T>,
): Promise<Outcome<ListLook<N>>> {
  const all = await read(listing);
  if (!all.ok) return needsFilter(all.error) ? ok(nothing('whole', unproven)) : all;
  return ok(seenIn(parts, submission, listing, all.value) ?? nothing('whole', unproven));
}

/** Does the bank refuse the list without a reference? A 401 does not show that. */
const needsFilter = ({ code, bank }: AppError): boolean =>
  code === 'input.invalid' || (code === 'bank.refused' && bank?.status !== 401);

const isProbe = (row: ListedRow, probe: Probe): boolean => row.reference === probe.reference;

const nothing = (reach: ListLook<never>['reach'], words: string): ListLook<never> => ({
  matches: [],
  resembling: [],
  reach,
  words,
});

const absent = 'The bank’s list does not have it.';
const unproven =
  'The bank’s list does not show it, and nothing else sent lately shows that it would.';
const notEven = ({ reference }: Probe): string =>
  `The bank’s list does not show it, but neither ${reference}, which the bank has.`;
