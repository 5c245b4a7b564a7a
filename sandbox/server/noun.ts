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

/** What every noun finds in the bank in addition to its own records. */
export type Common = {
  readonly clock: SandboxClock;
  readonly parameters: SeedParameters;
  /** Called after everything that changes the state. */
  readonly onChange: () => void;
};

/** What a handler gets in addition to the operation's input. */
export type Call<Bank> = {
  readonly bank: Bank;
  /** The sign-in that calls; empty for the operations that need none. */
  readonly family: string;
  readonly file: FilePart | undefined;
  readonly faults: readonly Fault[];
};

/** Returns the answer, or throws a Refusal. */
export type Handler<N extends OperationName, Bank> = (
  input: OperationInput<N>,
  call: Call<Bank>,
) => OperationOutput<N>;

/** The handlers of one group of the catalogue. */
export type HandlersOf<Group, Bank> = {
  readonly [N in Extract<keyof Group, OperationName>]: Handler<N, Bank>;
};

type SavedFields<Shape extends z.core.$ZodShape> = z.output<z.ZodObject<Shape>>;

/** A part of the bank's state: its seed, and its form in a snapshot. */
export type Part<State, Shape extends z.core.$ZodShape> = {
  readonly seed: (parameters: SeedParameters) => State;
  /** The fields of a snapshot that hold it. Those that older state files lack have a default. */
  readonly savedFields: Shape;
  readonly save: (state: State) => SavedFields<Shape>;
  /** `seeded` is the same bank on its first day. */
  readonly restore: (savedFields: SavedFields<Shape>, seeded: State) => State;
};

/** Carries out what is due for an order or a record, as of the instant `at`. */
export type Step<Bank> = (bank: Bank, id: string, at: string) => void;

/** Falsify an answer that is encoded already: `wire` goes over the wire, `answer` is the truth. */
export type Falsifiers = {
  readonly [N in OperationName]?: (
    wire: unknown,
    answer: OperationOutput<N>,
    faults: readonly Fault[],
  ) => void;
};

/** What a noun adds to the bank: one shape for all. `Bank` is the part of the bank that the noun knows. */
export type Noun<Group, Bank extends State, State, Shape extends z.core.$ZodShape> = Part<
  State,
  Shape
> & {
  readonly handlers: HandlersOf<Group, Bank>;
  /** The steps that may be on the bank's agenda, by the names under which a snapshot stores them. */
  readonly steps?: Readonly<Record<string, Step<Bank>>>;
  /** Carries out what new bookings made possible; called after every step and every call. */
  readonly settle?: (bank: Bank, at: string) => void;
  readonly magic?: readonly MagicSubject[];
  readonly falsifiers?: Falsifiers;
  /** Mounts its addresses of the sandbox's own desk, below `/sandbox`. */
  readonly mountAdmin?: (app: SandboxApp, bank: Bank) => void;
};
