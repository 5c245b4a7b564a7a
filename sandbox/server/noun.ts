import type { z } from 'zod';

import type {
  OperationInput,
  OperationName,
  OperationOutput,
} from '../../shared/bank/catalogue.ts';
import type { FilePart } from '../../shared/bank/operation.ts';
import type { SeedParameters } from '../seed/parameters.ts';
import type { SandboxClock } from './clock.ts';
import type { Fault } from './faults/faults.ts';
import type { MagicSubject } from './faults/magic.ts';
import type { SandboxApp } from './request.ts';

/** What every noun finds in the bank beside its own records. */
export type Common = {
  readonly clock: SandboxClock;
  readonly parameters: SeedParameters;
  /** Called after everything that changes the state. */
  readonly onChange: () => void;
};

/** What a handler gets beside the operation's input. */
export type Call<Bank> = {
  readonly bank: Bank;
  /** The sign-in that calls; empty for the operations that need none. */
  readonly family: string;
  readonly file: FilePart | undefined;
  readonly faults: readonly Fault[];
};

/** Answers by value, or throws a Refusal. */
export type Handler<N extends OperationName, Bank> = (
  input: OperationInput<N>,
  call: Call<Bank>,
) => OperationOutput<N>;

/** The handlers of one group of the catalogue. */
export type HandlersOf<Group, Bank> = {
  readonly [N in Extract<keyof Group, OperationName>]: Handler<N, Bank>;
};

type SavedFields<Shape extends z.core.$ZodShape> = z.output<z.ZodObject<Shape>>;

/** A part of the bank's state: how it stands on the first day, and in a snapshot. */
export type Part<State, Shape extends z.core.$ZodShape> = {
  readonly seed: (parameters: SeedParameters) => State;
  /** The fields of a snapshot that hold it. A default is what older state files do not have yet. */
  readonly savedFields: Shape;
  readonly save: (state: State) => SavedFields<Shape>;
  /** `seeded` is the same bank on its first day. */
  readonly restore: (savedFields: SavedFields<Shape>, seeded: State) => State;
};

/** Carries out what is due for an order or a record, as of the instant `at`. */
export type Step<Bank> = (bank: Bank, id: string, at: string) => void;

/** Writes falsehoods into an answer that is encoded already: `wire` goes over the wire, `answer` is the truth. */
export type Falsifiers = {
  readonly [N in OperationName]?: (
    wire: unknown,
    answer: OperationOutput<N>,
    faults: readonly Fault[],
  ) => void;
};

/** What a noun brings to the bank: one shape for all. `Bank` is the bank as far as the noun knows it. */
export type Noun<Group, Bank extends State, State, Shape extends z.core.$ZodShape> = Part<
  State,
  Shape
> & {
  readonly handlers: HandlersOf<Group, Bank>;
  /** What may stand on the bank's agenda, by the names under which a snapshot keeps it. */
  readonly steps?: Readonly<Record<string, Step<Bank>>>;
  /** What the bank's books may have made possible; asked after every step and every call. */
  readonly settle?: (bank: Bank, at: string) => void;
  readonly magic?: readonly MagicSubject[];
  readonly falsifiers?: Falsifiers;
  /** Its addresses of the sandbox's own desk, below `/sandbox`. */
  readonly mountAdmin?: (app: SandboxApp, bank: Bank) => void;
};
