import type { ManyPayments, RequestRow } from '../../../../shared/ipc/approvals.ts';
import { moneyOfUnits, type Money } from '../../../../shared/money/money.ts';
import { noPremise, type Premise, type Rules } from '../../../nouns/approvals/contents.ts';
import { totalOf } from '../../../nouns/approvals/judge/amounts.ts';
import type { JudgeState } from '../../../nouns/approvals/judge/case.ts';
import {
  standingOf,
  type LineStanding,
  type Standing,
} from '../../../nouns/approvals/judge/standing.ts';
import type { Request } from '../../../nouns/approvals/state.ts';
import { filesByReference } from '../../../nouns/payments/file/tables/files-by-reference.ts';
import { claimOf, endOf, lastPremise, partOf, signatureOf, type RowParts } from '../row-parts.ts';

/** A request of several payments, each checked against the rules, with a reading of the bank or the last one in the record. */
export function manyRow(
  { open, journal, now }: Omit<RowParts, 'reader'>,
  request: Request,
  premises: readonly (Premise | null)[] | null = null,
): RequestRow {
  const { team, approvals } = open;
  const { state } = approvals;
  const own = team.people.nameOf(team.record.key);
  const standing = premises
    ? standingOf(state, request, { premiseOf: (line) => premises[line] ?? noPremise, now })
    : knownStanding(state, request, now);
  const { lines, needs, void: discounted } = standing;
  const countOf = (of: LineStanding): number => lines.filter((one) => one === of).length;
  const [sent, toSend, lacking] = [countOf('claimed'), countOf('may'), countOf('lacks')];
  const isSent = sent > 0 && toSend + lacking === 0;
  const claim = isSent ? claimOf(state.claims, request) : undefined;
  const ended = endOf(request, claim, now);
  const mayApprove = ended === null ? standing.mayApprove : [];
  const [first] = request.lines;
  const files = filesByReference(journal, first ? [first.reference] : []);
  const many: ManyPayments = {
    ...{ totals: totalsOf(request), sent, excluded: countOf('out'), toSend },
    batchId: files.get(first?.reference ?? '')?.fileId ?? null,
  };
  return {
    ...{ request: request.digest, payments: lines.length, many, words: request.words },
    ...{ reference: first?.reference ?? '', beneficiaryId: '', payee: '', amount: null },
    maker: signatureOf(request.maker),
    isOwn: request.maker.person === own,
    ...{ operation: request.operation, kind: 'Payment file', about: '' },
    ...{ until: request.until, needs, discounted, mayApprove, held: null, ended },
    canApprove: mayApprove.includes(own),
    signatures: request.approvals.map(signatureOf),
    part: partOf({
      isEnded: ended !== null,
      may: toSend > 0 && lacking === 0,
      isMine: mayApprove.includes(own),
    }),
  };
}

/** The totals of the payments of a request by currency, without unreadable amounts. */
function totalsOf({ lines }: Request): Money[] {
  const orders = lines.flatMap(({ order }) => (order.money === 'unknown' ? [] : [order]));
  const total = totalOf(orders);
  return total === 'unknown'
    ? []
    : [...total].map(([currency, units]) => moneyOfUnits(units, currency));
}

/** The shortest time between two checks of a long request while only claims arrive, as while it is sent; milliseconds. */
const restMs = 5_000;
/** Requests of up to this many lines are checked each time. */
const shortMax = 50;

type Known = {
  readonly rules: Rules | null;
  readonly desks: JudgeState['desks'];
  readonly delegations: number;
  readonly atMs: number;
  readonly standing: Standing;
};

const known = new WeakMap<Request, Known>();

/** The standing by the record alone. An approval creates a new request object, which is checked at once. */
function knownStanding(state: JudgeState, request: Request, now: string): Standing {
  const atMs = Date.parse(now);
  const earlier = known.get(request);
  const { rules, desks, delegations } = state;
  const holds =
    earlier?.rules === rules &&
    earlier.desks === desks &&
    earlier.delegations === delegations.size &&
    Math.abs(atMs - earlier.atMs) < restMs;
  if (holds && request.lines.length > shortMax) return earlier.standing;
  const standing = standingOf(state, request, {
    premiseOf: (line) => lastPremise(request, line),
    now,
  });
  known.set(request, { rules, desks, delegations: delegations.size, atMs, standing });
  return standing;
}
