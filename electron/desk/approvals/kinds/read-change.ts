import {
  isChanging,
  type ChangingOperation,
  type OperationInput,
} from '../../../../shared/bank/catalogue.ts';
import { fail, type Outcome } from '../../../../shared/errors.ts';
import type { ChangeFact } from '../../../../shared/ipc/approvals.ts';
import type { PaymentWarningKind } from '../../../../shared/ipc/changes/payments.ts';
import { ok } from '../../../../shared/result.ts';
import type { Context } from '../../../engines/machine/context.ts';
import { attemptSync } from '../../../engines/store/local-faults.ts';
import { nothingConfirmed, type Approval } from '../../../engines/submissions/approval.ts';
import { basisOf } from '../../../engines/submissions/change.ts';
import { claimableOf } from '../../../engines/submissions/claims.ts';
import type { Submission } from '../../../engines/submissions/journal/submission-table.ts';
import type { AnyIntent } from '../../../engines/submissions/intent/intent.ts';
import { prepare } from '../../../engines/submissions/intent/prepare.ts';
import { sendAgain } from '../../../engines/submissions/send-again.ts';
import { readInput } from '../../../engines/submissions/sent.ts';
import { payloadOf } from '../../../engines/submissions/submissions.ts';
import { premiseOf } from '../../../nouns/approvals/candidates.ts';
import type { Premise } from '../../../nouns/approvals/contents.ts';
import type { Line } from '../../../nouns/approvals/state.ts';
import type { DeskParts } from '../../open-bank/changes.ts';
import { factsOf } from './facts.ts';
import { accountsIn, learnAccounts } from './learn-accounts.ts';
import { repeatableLine } from './repeatable-line.ts';
import { requestKinds, type RequestKind } from './request-kinds.ts';

type OfKind<N extends ChangingOperation> = {
  readonly operation: N;
  readonly kind: RequestKind<N>;
  readonly input: OperationInput<N>;
};

/** An operation that is sent exactly as its payload, with its input. */
export type KnownChange = { [N in ChangingOperation]: OfKind<N> }[ChangingOperation];

/** Reads a payload as a change of its operation; null where it is invalid, or a payment, a limit or a document. */
export function changeIn(operation: string, payload: string): KnownChange | null {
  const json = attemptSync((): unknown => JSON.parse(payload));
  if (!json.ok || !isChanging(operation)) return null;
  const kind = requestKinds[operation];
  const input = readInput(operation, json.value);
  return typeof kind === 'string' || !input.ok
    ? null
    : ({ operation, kind, input: input.value } as KnownChange);
}

/** A change as this desk has read it from the bank. */
export type ChangeReading = {
  readonly facts: readonly ChangeFact[];
  readonly premise: Premise;
  /** The warnings that its sender must confirm: kind and sentence. */
  readonly warnings: readonly (readonly [PaymentWarningKind, string])[];
};

/** The approval of a person who confirms all warnings. */
export const confirmingAll = (warnings: ChangeReading['warnings']): Approval => ({
  ...{ by: 'person', twins: [] },
  acknowledged: warnings.map(([kind]) => kind),
});

/** The premise of an approval of a change: the same as in its claim. */
export function premiseOfIntent(parts: DeskParts, intent: AnyIntent): Premise {
  const { operation, reference, likeness = null, about, twins = [], unread = [] } = intent;
  const basis = basisOf(parts, operation, intent.payload as never);
  const sent = { reference, likeness, operation, about, ...payloadOf(intent) };
  const claimable = claimableOf(parts, sent, { twins, unread, basis });
  const sending = { bankDetails: about.bankDetails ?? null, debit: null, unread, basis };
  return premiseOf({ sending, twins: claimable.twins });
}

/** Reads from the bank the record that the change replaces, where it can be read. */
export async function readBasis<N extends ChangingOperation>(
  parts: DeskParts,
  { operation, input }: OfKind<N>,
  context: Context,
): Promise<Outcome<unknown>> {
  await learnAccounts(parts, accountsIn(input), context);
  const { basis, search } = parts.registry[operation];
  if (basis === undefined || search.by !== 'reading') return ok(null);
  const submission = { operation, payload: JSON.stringify(input) } as Submission;
  const read = await search.read(parts, { operation, input, submission }, context);
  return !read.ok && read.error.code === 'operation.closed' ? ok(null) : read;
}

/**
 * Reads a requested change on this desk: the record that it replaces at the bank, and all checks as for its sender. Sends nothing. Fails
 * with `input.invalid` where it would not be sent as it was requested.
 */
export async function readChange<N extends ChangingOperation>(
  parts: DeskParts,
  change: OfKind<N>,
  { reference, payload }: Pick<Line, 'reference' | 'payload'>,
  context: Context,
): Promise<Outcome<ChangeReading>> {
  const { operation, kind, input } = change;
  const read = await readBasis(parts, change, context);
  if (!read.ok) return read;
  const prepareAs = (approval: Approval) =>
    prepare(parts, (only) => kind.send(only, input, { reference, approval }, context), context);
  const first = await prepareAs(nothingConfirmed);
  const warnings =
    !first.ok && first.error.code === 'confirmation.required'
      ? Object.entries(first.error.fields ?? {}).map(
          ([name, words]) => [name as PaymentWarningKind, words] as const,
        )
      : [];
  const prepared = warnings.length === 0 ? first : await prepareAs(confirmingAll(warnings));
  if (!prepared.ok) return prepared;
  if (payloadOf(prepared.value).payload !== payload)
    return fail('input.invalid', context.correlationId, {
      operation,
      message: 'It would not be sent as it was requested. Request it anew.',
    });
  const basis = basisOf(parts, operation, input);
  const premise = premiseOfIntent(parts, prepared.value);
  return ok({ facts: factsOf(input, basis), premise, warnings });
}

/** Sends a change as it was approved, once; or again, where {@link repeatableLine} allows it. */
export async function sendChange<N extends ChangingOperation>(
  parts: DeskParts,
  change: OfKind<N>,
  { reference, payload }: Pick<Line, 'reference' | 'payload'>,
  { approval, context }: { readonly approval: Approval; readonly context: Context },
): Promise<Outcome<Submission>> {
  const read = await readBasis(parts, change, context);
  if (!read.ok) return read;
  const known = repeatableLine(parts, { reference, payload }, approval);
  if (known !== null) {
    const again = await sendAgain(parts, known, context, approval);
    return again.ok ? ok(again.value.submission) : again;
  }
  return change.kind.send(parts, change.input, { reference, approval }, context);
}
