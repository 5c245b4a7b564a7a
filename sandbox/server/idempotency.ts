import { createHash } from 'node:crypto';
import { z } from 'zod';

import { catalogue, type OperationName } from '../../shared/bank/catalogue.ts';
import { parseExact } from '../../shared/json/exact-json.ts';
import { Refusal } from './refusal.ts';
import type { RequestParts } from './request.ts';

/**
 * How a bank treats a repeated request: `none` carries it out again; `reference` recognises it by the reference in its body, `header` by
 * its `idempotency-key`.
 */
export const IdempotencyMode = z.enum(['none', 'reference', 'header']);
export type IdempotencyMode = z.output<typeof IdempotencyMode>;

export const SavedAnswer = z.strictObject({
  key: z.string(),
  /** SHA-256 of what was asked, hex. */
  fingerprint: z.string(),
  /** The first answer as JSON text. */
  text: z.string(),
});

export const IdempotencyState = z.strictObject({
  mode: IdempotencyMode.default('header'),
  answers: z.array(SavedAnswer).default([]),
});
type IdempotencyState = z.output<typeof IdempotencyState>;

export type Idempotency = {
  mode: IdempotencyMode;
  readonly answers: Map<string, z.output<typeof SavedAnswer>>;
};

export const createIdempotency = (
  { mode, answers }: IdempotencyState = IdempotencyState.parse({}),
): Idempotency => ({ mode, answers: new Map(answers.map((answer) => [answer.key, answer])) });

export const stateOfIdempotency = ({ mode, answers }: Idempotency): IdempotencyState => ({
  mode,
  answers: [...answers.values()],
});

/** A change that is asked for: `input` is checked already. */
type ChangeRequest = { operation: OperationName; input: unknown; parts: RequestParts };

/**
 * Carries out a request, or returns the answer to the same earlier request, whether or not that answer arrived. Refusals are not stored.
 * Throws Refusal 422 when a key is used again for a different request.
 */
export function answerOnce(
  { mode, answers }: Idempotency,
  request: ChangeRequest,
  carryOut: () => unknown,
): unknown {
  const key = keyOf(mode, request);
  if (key === undefined) return carryOut();
  const fingerprint = fingerprintOf(request);
  const saved = answers.get(key);
  if (saved && saved.fingerprint !== fingerprint) throw mismatch();
  if (saved) return parseExact(saved.text);
  const wire = carryOut();
  answers.set(key, { key, fingerprint, text: JSON.stringify(wire) });
  return wire;
}

function keyOf(mode: IdempotencyMode, { operation, parts }: ChangeRequest): string | undefined {
  if (mode === 'none' || catalogue[operation].effect === 'read') return undefined;
  if (mode === 'header') return parts.idempotencyKey ? `header ${parts.idempotencyKey}` : undefined;
  const { body } = parts;
  const reference: unknown =
    typeof body === 'object' && body !== null ? Reflect.get(body, 'reference') : undefined;
  return typeof reference === 'string' ? `${operation} ${reference}` : undefined;
}

function fingerprintOf({ operation, input, parts }: ChangeRequest): string {
  const hash = createHash('sha256').update(JSON.stringify([operation, input]));
  if (parts.file) hash.update(parts.file.bytes);
  return hash.digest('hex');
}

const mismatch = (): Refusal =>
  new Refusal(
    422,
    'idempotency_mismatch',
    'This key or reference has been used for another request',
  );
