import { fail, type Outcome } from '../../../../shared/errors.ts';
import { ok } from '../../../../shared/result.ts';
import type { Context } from '../../machine/context.ts';
import type { ChangeParts } from '../change.ts';
import type { AnyIntent } from './intent.ts';

/**
 * Runs `work`, which would send a change, and returns that change after all its checks. Nothing is recorded or sent.
 * Returns the failure of `work` where it would send nothing.
 */
export async function prepare<P extends ChangeParts>(
  parts: P,
  work: (parts: P) => Promise<Outcome<unknown>>,
  { correlationId }: Context,
): Promise<Outcome<AnyIntent>> {
  const prepared: AnyIntent[] = [];
  const outcome = await work({ ...parts, prepares: (intent) => prepared.push(intent) });
  const [intent] = prepared;
  if (intent !== undefined) return ok(intent);
  return outcome.ok ? fail('internal', correlationId) : outcome;
}
