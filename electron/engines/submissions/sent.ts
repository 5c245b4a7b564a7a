import { z } from 'zod';

import {
  catalogue,
  type ChangingOperation,
  type OperationInput,
} from '../../../shared/bank/catalogue.ts';
import { appError, type AppError } from '../../../shared/errors.ts';
import { err, ok, type Result } from '../../../shared/result.ts';
import { parseJsonText } from '../bank/json/json-text.ts';
import type { Submission } from './journal/submission-table.ts';

/** A submission with what was sent, read back from the journal. */
export type Sent<N extends ChangingOperation> = {
  readonly operation: N;
  readonly input: OperationInput<N>;
  readonly submission: Submission;
  /** References of twins that a person has confirmed, for a claim of the team. */
  readonly twins?: readonly string[];
  /** What could not be read from the bank, as the sender confirmed, for a claim of the team. */
  readonly unread?: readonly string[];
};

type Declared = {
  readonly [N in ChangingOperation]: { readonly input: z.ZodType<OperationInput<N>> };
};
const declared: Declared = catalogue;

/** Parses what was sent by the catalogue's own schema; `submission.unreadable` where the journal's text does not fit it. */
export function sentAs<N extends ChangingOperation>(
  operation: N,
  submission: Submission,
): Result<Sent<N>, AppError> {
  const input = inputIn(operation, submission);
  return input === null ? err(unreadable(submission)) : ok({ operation, input, submission });
}

/** Reads the input, to compare it with the rows of a list. Null where it is another operation's, or cannot be read back. */
export function inputIn<N extends ChangingOperation>(
  operation: N,
  submission: Pick<Submission, 'operation' | 'payload'>,
): OperationInput<N> | null {
  if (submission.operation !== operation) return null;
  const held = parseJsonText(submission.payload);
  const read = held.ok ? readInput(operation, held.value) : held;
  return read.ok ? read.value : null;
}

/** Checks a stored input, with amounts as text, by the catalogue's schema. Returns the parsed input or the schema's error. */
export function readInput<N extends ChangingOperation>(
  operation: N,
  held: unknown,
): Result<OperationInput<N>, z.core.$ZodError> {
  const { input } = declared[operation];
  const wire = z.safeEncode<z.ZodType>(input, held);
  if (!wire.success) return err(wire.error);
  const read = z.safeParse(input, wire.data);
  return read.success ? ok(read.data) : err(read.error);
}

const unreadable = ({ submissionId, operation, reference }: Submission): AppError =>
  appError('submission.unreadable', submissionId, {
    operation,
    message: `What was sent under the reference ${reference} cannot be read back from the journal.`,
  });
