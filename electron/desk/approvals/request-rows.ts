import type { ApprovalCounts, ApprovalsView, RequestRow } from '../../../shared/ipc/approvals.ts';
import { money } from '../../../shared/money/money.ts';
import type { CacheReader } from '../../engines/store/database.ts';
import { noPremise, type Premise } from '../../nouns/approvals/contents.ts';
import { judge } from '../../nouns/approvals/judge/judge.ts';
import { isFree, type Request } from '../../nouns/approvals/state.ts';
import { personsWhoMay } from '../../nouns/approvals/judge/who-may.ts';
import { beneficiaryById } from '../../nouns/beneficiaries/tables.ts';
import { payeeName } from '../../nouns/payments/beneficiary.ts';
import { manyRow } from './lines/many-row.ts';
import { candidateOf } from './requests.ts';
import { endOf, partOf, signatureOf, type RowParts } from './row-parts.ts';

const endedMax = 100;

/** All open requests of the team, and at most 100 that ended. */
export function approvalsView(parts: RowParts): Omit<ApprovalsView, 'problem'> {
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

/** Does the team use approvals, and how many requests may this person approve? */
export function approvalCounts(parts: RowParts): ApprovalCounts {
  const { open } = requestsOf(parts);
  const rows = open.map((request) => requestRow(parts, request));
  return {
    isUsed: isUsed(parts, open),
    waiting: rows.filter(({ part }) => part === 'mine').length,
  };
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

/** One request, judged by a reading of the bank, or by the last one that the record has of it. */
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
  const claim = [...state.claims.values()].find(
    (one) => one.request === request.digest && !isFree(one),
  );
  const ended = endOf(request, claim, now);
  const [line] = request.lines;
  const { needs, may, void: discounted } = judge(state, candidateOf(request), moment);
  const mayApprove = ended === null ? personsWhoMay(state, candidateOf(request), moment) : [];
  const order = line?.order ?? null;
  const sum = order?.money ?? null;
  return {
    ...{ request: request.digest, payments: 1, many: null, words: request.words },
    ...{ reference: line?.reference ?? '', beneficiaryId: order?.payee ?? '' },
    payee: nameIn(reader, order?.payee ?? ''),
    amount: sum !== null && sum !== 'unknown' ? money(sum.amount, sum.currency) : null,
    maker: signatureOf(request.maker),
    isOwn: request.maker.person === own,
    ...{ until: request.until, needs, discounted, mayApprove, ended },
    signatures: request.approvals.map(signatureOf),
    part: partOf({ isEnded: ended !== null, may, isMine: mayApprove.includes(own) }),
  };
}

const lastPremise = ({ approvals, premises }: Request): Premise =>
  approvals.at(-1)?.premises[0] ?? premises[0] ?? noPremise;

function nameIn(reader: CacheReader, payee: string): string {
  const cached = payee === '' ? null : beneficiaryById(reader, payee);
  return cached ? payeeName(cached.beneficiary) : payee;
}
