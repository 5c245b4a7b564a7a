import type { Premise } from '../contents.ts';
import type { Request } from '../state.ts';
import type { Candidate, JudgeState, Moment } from './case.ts';
import { judge, type RuleNeed } from './judge.ts';
import { personsWhoMay } from './who-may.ts';

/**
 * may: it may be sent · claimed: it was sent, or is on its way · out: an approver took it out, and it lacks an approval for that ·
 * lacks: an approval is missing.
 */
export type LineStanding = 'may' | 'claimed' | 'out' | 'lacks';

/** What the acts so far make of a request of several lines. */
export type Standing = {
  /** Of each line, in the order of the request. */
  readonly lines: readonly LineStanding[];
  /** What rules need of the lines that are not out; of each rule the line that has least. */
  readonly needs: readonly RuleNeed[];
  /** Approvals that do not count for a line, one sentence each. */
  readonly void: readonly string[];
  /** Persons whose approval would count for a line that lacks one, by name. */
  readonly mayApprove: readonly string[];
};

/** When the lines of a request are judged, and by which reading of each. */
type Reading = { readonly premiseOf: (line: number) => Premise; readonly now: string };

/** Judges each line of a request, by the reading of it that `premiseOf` returns. Pure. */
export function standingOf(
  state: JudgeState,
  request: Request,
  { premiseOf, now }: Reading,
): Standing {
  const needs = new Map<string, RuleNeed>();
  const discounted = new Set<string>();
  /** A line for each way in which lines lack approvals. */
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

/** A line of a request, as the judge takes it. */
export const candidateAt = (request: Request, line: number): Candidate => {
  const order = request.lines[line]?.order;
  if (order === undefined) throw new RangeError(`the request has no line ${String(line)}`);
  return { request, line, order, maker: request.maker.person };
};

/** The lines of a request that may be sent now, by their places; none while a line that no approver took out lacks an approval. */
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

/** Did an approver take this line out, and no later one of the same person approve it? */
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
