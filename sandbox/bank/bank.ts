import type { OperationName } from '../../shared/bank/catalogue.ts';
import type { SeedParameters } from '../seed/parameters.ts';
import type { CallLog } from '../server/calls.ts';
import type { SandboxClock } from '../server/clock.ts';
import type { Handler } from '../server/noun.ts';
import { nouns, orderParts, recordParts } from './nouns.ts';
import { together, type Together } from './together.ts';

const parts = [...recordParts, ...orderParts] as const;

/** The content of a snapshot: the parameters of the seed, and the part of every noun. */
export type BankContent = { parameters: SeedParameters } & Together<
  ReturnType<(typeof parts)[number]['seed']>
>;

/** The whole state of the sandbox's bank. Each noun sees the part that it needs. */
export type Bank = BankContent & {
  readonly clock: SandboxClock;
  readonly calls: CallLog;
  /** Called after everything that changes the state. */
  onChange: () => void;
};

/** A bank as it is on its first day. */
export const seedBank = (parameters: SeedParameters): BankContent => ({
  parameters,
  ...together(parts.map((part) => part.seed(parameters))),
});

/** One handler per catalogue entry: leave one out and this does not compile. */
type SandboxHandlers = { readonly [N in OperationName]: Handler<N, Bank> };

export const handlers: SandboxHandlers = together(nouns.map((noun) => noun.handlers));
