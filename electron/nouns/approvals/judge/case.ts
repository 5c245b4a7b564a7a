import type { Premise, Rules } from '../contents.ts';
import type { Order } from '../order.ts';
import type { ApprovalState, Request } from '../state.ts';

/** A payment of which it is judged whether it may be sent. */
export type Candidate = {
  /** Null where it was not requested. */
  readonly request: Request | null;
  /** Its place among the lines of the request. */
  readonly line: number;
  readonly order: Order;
  readonly maker: string;
};

/** The moment of judging. */
export type Moment = {
  /** What the sending desk reads now. */
  readonly premise: Premise;
  /** ISO 8601, UTC. */
  readonly now: string;
};

/** A payment at a moment, by the acts so far and the rules in force. */
export type Case = Moment & {
  readonly state: ApprovalState;
  readonly rules: Rules;
  readonly candidate: Candidate;
};

/** All orders of the request: a rule about amounts counts them together. */
export const ordersOf = ({ request, order }: Candidate): readonly Order[] =>
  request === null ? [order] : request.lines.map((line) => line.order);
