import { z } from 'zod';

import { webhookModes, webhooks } from '../../../shared/bank/webhooks.ts';
import type { AppError, Outcome } from '../../../shared/errors.ts';
import type { SubmissionView } from '../../../shared/ipc/submissions.ts';
import { newReference } from '../../../shared/reference.ts';
import { changeRequests } from '../../state/forms/change-requests.svelte.ts';
import { request } from '../../state/desk.ts';
import type { Drafts } from '../../state/forms/drafts.svelte.ts';
import { refusalIn } from '../../state/forms/refusals.ts';
import { Resource } from '../../state/records/resource.svelte.ts';

export type Mode = (typeof webhookModes)[number];

export const isMode = (text: string): text is Mode => webhookModes.some((mode) => mode === text);

const WrittenAddress = z.object({ mode: z.enum(webhookModes), callbackUrl: z.string() });

/** The address of a mode as it is typed; it outlives the view. */
export class AddressDraft {
  mode = $state<Mode>('test');
  callbackUrl = $state('');
  #wasLeft = $state(false);

  /** The error of the address, shown once the field was left; null while it is valid. */
  readonly problem: string | null = $derived.by(() => {
    const { success, error } = bodySchema.safeParse(this.body);
    if (success || !this.#wasLeft) return null;
    return error.issues[0]?.message ?? null;
  });
  readonly isReady: boolean = $derived.by(() => bodySchema.safeParse(this.body).success);

  constructor(mode: Mode) {
    this.mode = mode;
  }

  /** True if something was typed. */
  get isDraft(): boolean {
    return this.callbackUrl.trim() !== '';
  }

  get written(): z.input<typeof WrittenAddress> {
    return { mode: this.mode, callbackUrl: this.callbackUrl };
  }

  /** Restores a stored draft; null if it can no longer be read. */
  static again(written: unknown): AddressDraft | null {
    const { data } = WrittenAddress.safeParse(written);
    if (!data) return null;
    const draft = new AddressDraft(data.mode);
    draft.callbackUrl = data.callbackUrl;
    return draft;
  }

  get body(): { mode: Mode; callbackUrl: string } {
    return { mode: this.mode, callbackUrl: this.callbackUrl.trim() };
  }

  /** Called when the field loses the focus, or the form is submitted. */
  leave = (): void => {
    this.#wasLeft = true;
  };
}

const bodySchema = webhooks.addANewClientConfiguration.input.shape.body;

/** The change that the question asks about. */
export type Requested =
  | { readonly what: 'address'; readonly reference: string; readonly draft: AddressDraft }
  | { readonly what: 'mode'; readonly reference: string; readonly mode: Mode };

/** The webhook configuration by the bank's last answer, and the change being made. */
export class WebhooksState {
  readonly view = new Resource(() => request('webhooks.get', {}));
  /** Asking the bank; the local copy's answer is `view`. */
  readonly fetching = new Resource(() => request('webhooks.refresh', {}));
  /** Looking an open change up, or sending it again. */
  readonly settling = new Resource<unknown>(() => this.#settle());

  requested = $state.raw<Requested | null>(null);
  sending = $state(false);
  /** Why the last change did not happen. */
  refusal = $state.raw<AppError | null>(null);
  #settleBy: 'submissions.lookUp' | 'submissions.sendAgain' = 'submissions.lookUp';
  readonly #drafts: Drafts;

  constructor(drafts: Drafts) {
    this.#drafts = drafts;
    drafts.makesAgain('webhook', (written) => AddressDraft.again(written));
  }

  /** The draft; null while the form is closed. */
  get draft(): AddressDraft | null {
    const draft = this.#drafts.get('webhook', 'address');
    return draft instanceof AddressDraft ? draft : null;
  }

  begin(mode: Mode): void {
    if (this.draft) this.draft.mode = mode;
    else this.#drafts.keep('webhook', 'address', new AddressDraft(mode));
  }

  discard(): void {
    this.#drafts.drop('webhook', 'address');
  }

  /** Opens the question. The idempotency key is created with it: two clicks are one submission. */
  askForAddress(): void {
    const { draft } = this;
    draft?.leave();
    if (draft?.isReady) this.requested = { what: 'address', reference: newReference(), draft };
  }

  askForMode(mode: Mode): void {
    this.requested = { what: 'mode', reference: newReference(), mode };
  }

  stopAsking(): void {
    this.requested = null;
  }

  /** Sends the confirmed change. True if the bank accepted it. */
  async send(): Promise<boolean> {
    const requested = this.requested;
    if (!requested || this.sending) return false;
    this.sending = true;
    const outcome = await send(requested);
    this.sending = false;
    this.requested = null;
    this.refusal = outcome.ok ? refusalIn(outcome.value) : outcome.error;
    // Without an answer it may have gone through: the open change shows it, and the form is done with.
    if (requested.what === 'address' && this.refusal === null) this.discard();
    await this.view.refresh();
    return outcome.ok && outcome.value.state === 'accepted';
  }

  fetch = async (): Promise<void> => {
    await this.fetching.refresh();
    await this.view.refresh();
  };

  settle = async (by: 'submissions.lookUp' | 'submissions.sendAgain'): Promise<void> => {
    this.#settleBy = by;
    await this.settling.refresh();
    await this.view.refresh();
  };

  #settle(): Promise<Outcome<unknown>> {
    const submissionId = this.view.value?.openSubmission?.submissionId ?? '';
    return request(this.#settleBy, { submissionId });
  }
}

const send = (requested: Requested): Promise<Outcome<SubmissionView>> =>
  requested.what === 'address'
    ? changeRequests.send('webhooks.add', {
        reference: requested.reference,
        ...requested.draft.body,
      })
    : changeRequests.send('webhooks.changeMode', {
        reference: requested.reference,
        mode: requested.mode,
      });
