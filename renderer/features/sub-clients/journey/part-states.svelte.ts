import type { Timestamp } from '../../../../shared/calendar/calendar.ts';
import type { AppError, Outcome } from '../../../../shared/errors.ts';
import type { SubmissionView } from '../../../../shared/ipc/submissions.ts';
import { refusalOf } from '../../../state/forms/refusals.ts';

/** The result of the last submission of a step or an owner. */
export type PartState =
  | { readonly kind: 'saving' }
  | { readonly kind: 'saved'; readonly at: Timestamp }
  | { readonly kind: 'refused'; readonly error: AppError }
  | { readonly kind: 'unknown'; readonly submission: SubmissionView };

/** The states of the parts of a journey, by step or by row of an owner. */
export class PartStates {
  #states = $state.raw<Readonly<Record<string, PartState>>>({});

  readonly unknown: SubmissionView | null = $derived.by(() => {
    const open = Object.values(this.#states).find((state) => state.kind === 'unknown');
    return open?.submission ?? null;
  });
  readonly isSaving: boolean = $derived.by(() =>
    Object.values(this.#states).some(({ kind }) => kind === 'saving'),
  );

  of(part: string): PartState | null {
    return this.#states[part] ?? null;
  }

  put(part: string, state: PartState): void {
    this.#states = { ...this.#states, [part]: state };
  }

  drop(part: string): void {
    const { [part]: _, ...rest } = this.#states;
    this.#states = rest;
  }
}

/** The state of a part after the answer to a change. */
export function stateOf(outcome: Outcome<SubmissionView>): PartState {
  if (!outcome.ok) return { kind: 'refused', error: outcome.error };
  const submission = outcome.value;
  const { state, settledAt, createdAt } = submission;
  if (state === 'accepted') return { kind: 'saved', at: settledAt ?? createdAt };
  if (state === 'unknown' || state === 'sending') return { kind: 'unknown', submission };
  return { kind: 'refused', error: refusalOf(submission) };
}
