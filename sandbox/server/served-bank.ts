import { z } from 'zod';

import type { OperationName } from '../../shared/bank/catalogue.ts';
import type { SeedParameters } from '../seed/parameters.ts';
import type { CallLog } from './calls.ts';
import { CountedRule } from './faults/faults.ts';
import {
  createIdempotency,
  IdempotencyState,
  stateOfIdempotency,
  type Idempotency,
} from './idempotency.ts';
import type { MagicSubject } from './faults/magic.ts';
import type { Call, Common, Falsifiers, Part } from './noun.ts';
import type { SandboxApp } from './request.ts';
import type { Sessions } from './sessions.ts';

/** The server's own state. */
type ServerState = { rules: CountedRule[]; idempotency: Idempotency };

export type ServerBank = Common &
  ServerState & { readonly calls: CallLog; readonly sessions: Sessions };

const savedFields = { rules: z.array(CountedRule), idempotency: IdempotencyState.prefault({}) };

export const serverPart: Part<ServerState, typeof savedFields> = {
  seed: () => ({ rules: [], idempotency: createIdempotency() }),
  savedFields,
  save: ({ rules, idempotency }) => ({ rules, idempotency: stateOfIdempotency(idempotency) }),
  restore: ({ rules, idempotency }) => ({ rules, idempotency: createIdempotency(idempotency) }),
};

/** A snapshot that could be read. */
type ReadSnapshot = { readonly parameters: SeedParameters; readonly restore: () => void };

/** The bank's whole state as text, and back. */
export type Snapshots = {
  /** Equal states give equal texts. */
  readonly take: () => string;
  /** Undefined for text that is no snapshot. */
  readonly read: (text: string) => ReadSnapshot | undefined;
};

/** The bank as the server sees it: the server's own state, and what only the nouns know how to do. */
export type ServedBank = {
  readonly state: ServerBank;
  readonly magic: readonly MagicSubject[];
  readonly snapshots: Snapshots;
  /** Carries out an operation whose input its schema has accepted. Throws Refusal. */
  readonly handle: (
    name: OperationName,
    input: unknown,
    call: Omit<Call<unknown>, 'bank'>,
  ) => unknown;
  readonly falsifiers: Falsifiers;
  /** Is this the first page of a statement? `page` is what the request says. */
  readonly isFirstPage: (page: string | undefined) => boolean;
  /** Brings the bank up to its clock. */
  readonly settle: () => void;
  readonly mountAdmin: (app: SandboxApp) => void;
};
