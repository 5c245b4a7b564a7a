import type { Timestamp } from '../../../shared/calendar/calendar.ts';
import type { ApprovalSignature, RequestPart, RequestRow } from '../../../shared/ipc/approvals.ts';
import type { CacheReader, Journal } from '../../engines/store/database.ts';
import { noPremise, type Premise } from '../../nouns/approvals/contents.ts';
import type { ApprovalState, Claimed, Request, Signed } from '../../nouns/approvals/state.ts';
import type { OpenApprovals } from './requests.ts';

/** The sources of the rows of requests. */
export type RowParts = {
  readonly open: OpenApprovals;
  readonly reader: CacheReader;
  readonly journal: Journal;
  readonly now: Timestamp;
};

export function partOf({
  isEnded,
  may,
  isMine,
}: {
  readonly isEnded: boolean;
  readonly may: boolean;
  readonly isMine: boolean;
}): RequestPart {
  if (isEnded) return 'ended';
  if (may) return 'approved';
  return isMine ? 'mine' : 'others';
}

export function endOf(
  { ended, until }: Request,
  claim: Claimed | undefined,
  now: string,
): RequestRow['ended'] {
  if (claim) return { is: 'sent', by: signatureOf(claim), words: '' };
  if (ended) return { is: ended.is, by: signatureOf(ended), words: ended.words };
  return now > until ? { is: 'late' } : null;
}

export const signatureOf = ({ person, at, n }: Signed): ApprovalSignature => ({ person, at, n });

/** The last reading of a line by an approver, else by the maker. */
export const lastPremise = ({ approvals, premises }: Request, line = 0): Premise =>
  approvals.findLast((approval) => approval.premises[line])?.premises[line] ??
  premises[line] ??
  noPremise;

/** The first claim of a request that was not released; undefined without one. */
export const claimOf = (
  claims: ApprovalState['claims'],
  { digest, lines }: Request,
): Claimed | undefined =>
  lines
    .flatMap((_, line) => claims.claimOfLine(digest, line) ?? [])
    .reduce<Claimed | undefined>(
      (first, claim) => (first === undefined || claim.n < first.n ? claim : first),
      undefined,
    );
