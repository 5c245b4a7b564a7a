import type { Premise } from '../contents.ts';
import type { Request } from '../state.ts';
import type { Candidate, JudgeState, Moment } from './case.ts';
import { judge, type RuleNeed } from './judge.ts';
import { personsWhoMay } from './who-may.ts';

/**
 * may: it may be sent · claimed: it was sent, or is being sent · out: an approver excluded it, and it therefore lacks an approval · lacks:
 * an approval is missing.
 */
export type LineStanding = 'may' | 'claimed' | 'out' | 'lacks';

/** The state of a request of several lines after the acts so far. */
export type Standing = {
  /** One for each line, in the order of the request. */
  readonly lines: readonly LineStanding[];
  /** The needs of the rules for the lines that are not `out`; for each rule, those of the line with the fewest approvals. */
  readonly needs: readonly RuleNeed[];
  /** Approvals that do not count for a line, one sentence each. */
  readonly void: readonly string[];
  /** Persons whose approval would count for a line that lacks one, by name. */
  readonly mayApprove: readonly string[];
};

/** The time at which the lines of a request are checked, and the premise of each. */
type Reading = { readonly premiseOf: (line: number) => Premise; readonly now: string };

/** Checks each line of a request with the premise that `premiseOf` returns for it. Pure. */
export function standingOf(
  state: JudgeState,
  request: Request,
  { premiseOf, now }: Reading,
): Standing {
  const needs = new Map<string, RuleNeed>();
  const discounted = new Set<string>();
  /** One example line for each way in which lines lack approvals. */
  const lacking = new Map<string, number>();
  const lines = request.lines.map((_, line): LineStanding => {
    const candidate = candidateAt(request, line);
    const verdict = judge(state, candidate, { premise: premiseOf(line), now });
    if (state.claims.isLineClaimed(request.digest, line)) return 'claimed';
    if (verdict.may) {
      for (const need of verdict.needs) lower(needs, need);
      return 'may';
    }
    if (isOut(request, line)) return 'out';
    for (const need of verdict.needs) lower(needs, need);
    for (const why of verdict.void) discounted.add(why);
    const lack = JSON.stringify([verdict.needs, verdict.void]);
    if (!lacking.has(lack)) lacking.set(lack, line);
    return 'lacks';
  });
  const persons = [...lacking.values()].flatMap((line) =>
    personsWhoMay(state, candidateAt(request, line), { premise: premiseOf(line), now }),
  );
  return {
    ...{ lines, needs: [...needs.values()], void: [...discounted] },
    mayApprove: [...new Set(persons)].toSorted(),
  };
}

/** A line of a request as a candidate. */
export const candidateAt = (request: Request, line: number): Candidate => {
  const order = request.lines[line]?.order;
  if (order === undefined) throw new RangeError(`the request has no line ${String(line)}`);
  return { request, line, order, maker: request.maker.person };
};

/** The places of the lines of a request that may be sent now; none while a line that no approver excluded lacks an approval. */
export function sendableLines(
  state: JudgeState,
  request: Request,
  { premiseOf, ...moment }: Omit<Moment, 'premise'> & Pick<Reading, 'premiseOf'>,
): readonly number[] {
  const sendable: number[] = [];
  for (const line of request.lines.keys()) {
    if (state.claims.isLineClaimed(request.digest, line)) continue;
    const { may } = judge(state, candidateAt(request, line), {
      ...moment,
      premise: premiseOf(line),
    });
    if (may) sendable.push(line);
    else if (!isOut(request, line)) return [];
  }
  return sendable;
}

/** Did an approver exclude this line, without a later approval of it by the same person? */
function isOut({ approvals }: Request, line: number): boolean {
  const last = new Map(
    approvals.map(({ person, premises }) => [person, premises[line] ?? null] as const),
  );
  return [...last.values()].includes(null);
}

function lower(needs: Map<string, RuleNeed>, need: RuleNeed): void {
  const key = `${need.role} ${String(need.count)} ${need.when}`;
  const known = needs.get(key);
  if (known === undefined || need.has < known.has) needs.set(key, need);
}
