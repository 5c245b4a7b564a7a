import type { ApprovalCounts, ApprovalsView, RequestRow } from '../../../shared/ipc/approvals.ts';
import { money } from '../../../shared/money/money.ts';
import type { Premise } from '../../nouns/approvals/contents.ts';
import type { Candidate, Moment } from '../../nouns/approvals/judge/case.ts';
import { judge, waitsForRelease } from '../../nouns/approvals/judge/judge.ts';
import type { Request } from '../../nouns/approvals/state.ts';
import { personsWhoMay } from '../../nouns/approvals/judge/who-may.ts';
import { namedIn, payeeNameIn } from './kinds/naming.ts';
import { manyRow } from './lines/many-row.ts';
import { whyNotReleasedHere } from './payee-release.ts';
import { candidateOf, type OpenApprovals } from './requests.ts';
import { claimOf, endOf, lastPremise, partOf, signatureOf, type RowParts } from './row-parts.ts';

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

/** Whether the team uses approvals, and the requests that this person may approve. */
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
  const isAllClaimed = ({ digest, lines }: Request): boolean =>
    lines.every((_, line) => claims.isLineClaimed(digest, line));
  const { open = [], ended = [] } = Object.groupBy(requests.values(), (request) =>
    request.ended !== null || now > request.until || isAllClaimed(request) ? 'ended' : 'open',
  );
  return { open, ended };
}

/** One request, checked with a reading of the bank, or with the last one in the record. */
export function requestRow(
  { open, reader, journal, now }: RowParts,
  request: Request,
  premise: Premise = lastPremise(request),
): RequestRow {
  if (request.lines.length > 1) return manyRow({ open, journal, now }, request);
  const { team, approvals } = open;
  const { state } = approvals;
  const own = team.people.nameOf(team.record.key);
  const moment = { premise, now };
  const candidate = () => ({ ...candidateOf(request), bank: open.bank });
  const claim = state.claims.isLineClaimed(request.digest, 0)
    ? claimOf(state.claims, request)
    : undefined;
  const ended = endOf(request, claim, now);
  const [line] = request.lines;
  const { needs, may, void: discounted } = judge(state, candidate(), moment);
  const mayApprove = ended === null ? personsWhoMay(state, candidate(), moment) : [];
  const held = ended === null ? heldIn(open, candidate(), moment) : null;
  const order = line?.order ?? null;
  const sum = order?.money ?? null;
  return {
    ...{ request: request.digest, payments: 1, many: null, words: request.words },
    ...{ reference: line?.reference ?? '', beneficiaryId: order?.payee ?? '' },
    ...namedIn(reader, request),
    payee: payeeNameIn(reader, order?.payee ?? ''),
    amount: sum !== null && sum !== 'unknown' ? money(sum.amount, sum.currency) : null,
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

/** Why a payment waits for the release of its payee, and whether this desk's person may give it. */
function heldIn(open: OpenApprovals, candidate: Candidate, moment: Moment): RequestRow['held'] {
  const why = waitsForRelease(open.approvals.state, candidate, moment);
  if (why === null) return null;
  const of = { payee: candidate.order.payee, details: moment.premise.details };
  return { why, canRelease: whyNotReleasedHere(open, of, moment.now, candidate.maker) === null };
}
