import { totalOf, type Total } from './amounts.ts';
import { totalOfLines } from './line-totals.ts';
import type { Premise, Rules } from '../contents.ts';
import { asNamed, type Order } from '../order.ts';
import type { ApprovalState, ClaimsRead, Request } from '../state.ts';

/** A payment to which the rules are applied. */
export type Candidate = {
  /** Null where it was not requested. */
  readonly request: Request | null;
  /** Its place among the lines of the request. */
  readonly line: number;
  readonly order: Order;
  readonly maker: string;
  /** The bank to which it is sent, as a request names it; absent where the bank is not checked. */
  readonly bank?: string;
};

/** The moment of a check. */
export type Moment = {
  /** The bank data that the sending desk reads now. */
  readonly premise: Premise;
  /** ISO 8601, UTC. */
  readonly now: string;
  /** The key of the desk that sends; absent where the desk is not checked. */
  readonly desk?: string;
};

/** The part of the state that the checks read. */
export type JudgeState = Pick<
  ApprovalState,
  'rules' | 'desks' | 'delegations' | 'paidPayees' | 'openings' | 'releases' | 'payeeChanges'
> & {
  readonly claims: ClaimsRead;
};

export type Case = Moment & {
  readonly state: JudgeState;
  readonly rules: Rules;
  readonly candidate: Candidate;
};

/** Bank data that the payload itself names overrides the data that a desk says it read. */
export const caseOf = (
  state: JudgeState,
  rules: Rules,
  candidate: Candidate,
  moment: Moment,
): Case => ({
  ...moment,
  ...{ state, rules, candidate },
  premise: asNamed(candidate.order, moment.premise),
});

/** The total of all lines of the request: a rule about amounts counts them together. */
export const requestedTotal = ({ request, order }: Candidate): Total =>
  request === null ? totalOf([order]) : totalOfLines(request.lines);

/** Compares two banks. A client that a desk does not know yet matches any. */
export function isSameBank(one: string, other: string): boolean {
  const [[place, client = ''], [otherPlace, otherClient = '']] = [one.split(' '), other.split(' ')];
  return place === otherPlace && (client === '' || otherClient === '' || client === otherClient);
}
