import type { Timestamp } from '../../../shared/calendar/calendar.ts';
import type {
  ApprovalCounts,
  ApprovalSignature,
  ApprovalsView,
  RequestPart,
  RequestRow,
} from '../../../shared/ipc/approvals.ts';
import { money } from '../../../shared/money/money.ts';
import type { CacheReader } from '../../engines/store/database.ts';
import { noPremise, type Premise } from '../../nouns/approvals/contents.ts';
import type { Candidate, Moment } from '../../nouns/approvals/judge/case.ts';
import { judge, waitsForRelease, type Verdict } from '../../nouns/approvals/judge/judge.ts';
import { isFree, type Claimed, type Request, type Signed } from '../../nouns/approvals/state.ts';
import { personsWhoMay } from '../../nouns/approvals/judge/who-may.ts';
import { namedIn, payeeNameIn } from './kinds/naming.ts';
import { whyNotReleasedHere } from './payee-release.ts';
import { candidateOf, type OpenApprovals } from './requests.ts';

/** What the rows of requests are read from. */
export type RowParts = {
  readonly open: OpenApprovals;
  readonly reader: CacheReader;
  readonly now: Timestamp;
};

const endedMax = 100;

/** All open requests of the team, and at most 100 that ended. */
export function approvalsView(parts: RowParts): Omit<ApprovalsView, 'problem' | 'sending'> {
  const { open, ended } = requestsOf(parts);
  const shown = [
    ...open.toSorted((one, other) => one.until.localeCompare(other.until)),
    ...ended.toSorted((one, other) => other.maker.n - one.maker.n).slice(0, endedMax),
  ];
  return {
    isUsed: isUsed(parts, open),
    requests: shown.map((request) => requestRow(parts, request)),
  };
}

/** Does the team use approvals, and which requests may this person approve? */
export function waitingRequests(
  parts: RowParts,
): Pick<ApprovalCounts, 'isUsed'> & { readonly waiting: readonly RequestRow[] } {
  const { open } = requestsOf(parts);
  const rows = open.map((request) => requestRow(parts, request));
  return { isUsed: isUsed(parts, open), waiting: rows.filter(({ part }) => part === 'mine') };
}

const isUsed = ({ open: { approvals } }: RowParts, open: readonly Request[]): boolean =>
  approvals.state.rules !== null || open.length > 0;

/** The requests that can still be sent, and those that ended. */
function requestsOf({ open: { approvals }, now }: RowParts): {
  readonly open: readonly Request[];
  readonly ended: readonly Request[];
} {
  const { requests, claims } = approvals.state;
  const claimed = new Set(
    [...claims.values()].flatMap((claim) => (isFree(claim) ? [] : (claim.request ?? []))),
  );
  const { open = [], ended = [] } = Object.groupBy(
    requests.values(),
    ({ digest, ended: end, until }) =>
      claimed.has(digest) || end !== null || now > until ? 'ended' : 'open',
  );
  return { open, ended };
}

/** One request, judged by a reading of the bank, or by the last one that the record has of it. */
export function requestRow(
  { open, reader, now }: RowParts,
  request: Request,
  premise: Premise = lastPremise(request),
): RequestRow {
  const { team, approvals } = open;
  const { state } = approvals;
  const own = team.people.nameOf(team.record.key);
  const moment = { premise, now };
  const candidate = () => ({ ...candidateOf(request), bank: open.bank });
  const claim = [...state.claims.values()].find(
    (one) => one.request === request.digest && !isFree(one),
  );
  const ended = endOf(request, claim, moment);
  const [line] = request.lines;
  const isSingle = request.lines.length === 1;
  const { needs, may, void: discounted } = isSingle ? judge(state, candidate(), moment) : noVerdict;
  const mayApprove = isSingle && ended === null ? personsWhoMay(state, candidate(), moment) : [];
  const held = isSingle && ended === null ? heldIn(open, candidate(), moment) : null;
  const order = line?.order ?? null;
  const sum = order?.money ?? null;
  return {
    ...{ request: request.digest, payments: request.lines.length, words: request.words },
    ...{ reference: line?.reference ?? '', beneficiaryId: order?.payee ?? '' },
    ...namedIn(reader, request),
    payee: payeeNameIn(reader, order?.payee ?? ''),
    amount: isSingle && sum !== null && sum !== 'unknown' ? money(sum.amount, sum.currency) : null,
    maker: signatureOf(request.maker),
    isOwn: request.maker.person === own,
    ...{ until: request.until, needs, discounted, mayApprove, held, ended },
    canApprove: mayApprove.includes(own),
    signatures: request.approvals.map(signatureOf),
    part: partOf({
      ...{ isEnded: ended !== null, may },
      isMine: mayApprove.includes(own) || held?.canRelease === true,
    }),
  };
}

/** Why a payment waits for the release of its payee, and whether the person of this desk may give it. */
function heldIn(open: OpenApprovals, candidate: Candidate, moment: Moment): RequestRow['held'] {
  const why = waitsForRelease(open.approvals.state, candidate, moment);
  if (why === null) return null;
  const of = { payee: candidate.order.payee, details: moment.premise.details };
  return { why, canRelease: whyNotReleasedHere(open, of, moment.now, candidate.maker) === null };
}

/** A request of several payments has no verdict of its own. */
const noVerdict: Pick<Verdict, 'needs' | 'may' | 'void'> = { needs: [], may: false, void: [] };

const lastPremise = ({ approvals, premises }: Request): Premise =>
  approvals.at(-1)?.premises[0] ?? premises[0] ?? noPremise;

function partOf({
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

function endOf(
  { ended, until }: Request,
  claim: Claimed | undefined,
  { now }: Moment,
): RequestRow['ended'] {
  if (claim) return { is: 'sent', by: signatureOf(claim), words: '' };
  if (ended) return { is: ended.is, by: signatureOf(ended), words: ended.words };
  return now > until ? { is: 'late' } : null;
}

const signatureOf = ({ person, at, n }: Signed): ApprovalSignature => ({ person, at, n });
