import type {
  OperationInput,
  OperationName,
  OperationOutput,
} from '../../shared/bank/catalogue.ts';
import type { FilePart } from '../../shared/bank/operation.ts';
import type { Bank } from '../bank/bank.ts';
import type { Fault } from './faults.ts';

/** What a handler gets beside the operation's input. */
export type Call = {
  readonly bank: Bank;
  /** The sign-in that calls; empty for the operations that need none. */
  readonly family: string;
  readonly file: FilePart | undefined;
  readonly faults: readonly Fault[];
};

/** Answers by value, or throws a Refusal. */
export type Handler<N extends OperationName> = (
  input: OperationInput<N>,
  call: Call,
) => OperationOutput<N>;

/** The handlers of one group of the catalogue. */
export type HandlersOf<Group> = {
  readonly [N in Extract<keyof Group, OperationName>]: Handler<N>;
};
