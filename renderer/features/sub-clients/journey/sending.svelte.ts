import { toUnits } from '../../../../shared/money/decimal.ts';
import type { Outcome } from '../../../../shared/errors.ts';
import type { SubmissionView } from '../../../../shared/ipc/submissions.ts';
import { newReference } from '../../../../shared/reference.ts';
import { changeRequests } from '../../../state/forms/change-requests.svelte.ts';
import { request } from '../../../state/desk.ts';
import type { FieldStep } from './journey-fields.ts';
import type { JourneyRecord } from './journey-record.ts';
import { changeOfOwner, newOwner, type OwnerRow, type Owners } from './owners.svelte.ts';
import { PartStates, stateOf, type PartState } from './part-states.svelte.ts';
import type { TypedFields } from './typed-fields.svelte.ts';

/** The number of submissions to search for one whose window ended before its answer. */
const lookedThrough = 200;

type Around = {
  readonly fields: TypedFields;
  /** Stores the typed values and the running submission on this machine. */
  readonly keep: () => Promise<void>;
  /** Applies a submission that the bank accepted. */
  readonly takeOver: (part: string, submission: SubmissionView) => Promise<void>;
};

/** The sending of a journey, a step or an owner at a time and never twice, and the result of each. */
export class Sending {
  readonly parts = new PartStates();
  /** The submission being sent, or without an answer. */
  sent: JourneyRecord['sent'] = null;
  readonly #around: Around;

  constructor(around: Around) {
    this.#around = around;
  }

  /** The reference is stored before anything is sent, so that a second sending can be recognised. */
  async send(
    part: string,
    ask: (reference: string) => Promise<Outcome<SubmissionView>>,
  ): Promise<PartState> {
    this.parts.put(part, { kind: 'saving' });
    const reference = newReference();
    this.sent = { reference, part };
    this.#around.fields.send();
    await this.#around.keep();
    return await this.#settle(part, await ask(reference));
  }

  /** Sends the changes of a step that is a form; without an id the sub-client is created. True if none is left to send. */
  async sendFields(step: FieldStep, entityId: string | null): Promise<boolean> {
    const { fields } = this.#around;
    if ((entityId === null && step !== 'business') || fields.hasProblems(step)) return false;
    const change = fields.changeOf(step);
    if (Object.keys(change).length === 0) return entityId !== null;
    const details = { ...change, name: fields.text('name').trim() };
    const state = await this.send(step, (reference) =>
      entityId === null
        ? changeRequests.send('subClients.create', { reference, details })
        : changeRequests.send('subClients.update', { reference, entityId, change }),
    );
    if (state.kind === 'refused') fields.refuse(state.error.fields ?? {});
    return state.kind === 'saved';
  }

  /** Sends the owners that differ, one after the other. True when none is left. */
  async sendOwners({ unsaved, shares }: Owners, subClientId: string | null): Promise<boolean> {
    if (unsaved.length === 0) return true;
    if (subClientId === null || toUnits(shares.remaining) < 0n) return false;
    if (unsaved.some(({ problems }) => Object.keys(problems).length > 0)) return false;
    for (const row of unsaved) if (!(await this.#sendOwner(subClientId, row))) return false;
    return true;
  }

  /** Applies a settled submission of this journey. False if it belongs to another. */
  async onSubmission(submission: SubmissionView): Promise<boolean> {
    if (submission.reference !== this.sent?.reference) return false;
    await this.#settle(this.sent.part, { ok: true, value: submission });
    return true;
  }

  /** Looks up the submission that was being sent when the window ended, in case it has been settled since. */
  async recall(): Promise<void> {
    const { reference } = this.sent ?? {};
    if (reference === undefined) return;
    const outcome = await request('submissions.list', { limit: lookedThrough });
    if (!outcome.ok) return;
    const found = outcome.value.rows.find((submission) => submission.reference === reference);
    if (!found) {
      this.sent = null;
      return;
    }
    this.#around.fields.send();
    await this.onSubmission(found);
  }

  async #sendOwner(subClientId: string, row: OwnerRow): Promise<boolean> {
    const { held, rowId } = row;
    const state = await this.send(rowId, (reference) =>
      held === null
        ? changeRequests.send('shareholders.create', {
            reference,
            subClientId,
            shareholder: newOwner(row),
          })
        : changeRequests.send('shareholders.update', {
            reference,
            subClientId,
            shareholderId: held.id,
            change: changeOfOwner(row),
          }),
    );
    return state.kind === 'saved';
  }

  async #settle(part: string, outcome: Outcome<SubmissionView>): Promise<PartState> {
    const state = stateOf(outcome);
    if (state.kind !== 'unknown') this.sent = null;
    if (state.kind === 'saved' && outcome.ok) await this.#around.takeOver(part, outcome.value);
    this.parts.put(part, state);
    await this.#around.keep();
    return state;
  }
}
