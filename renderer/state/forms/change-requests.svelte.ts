import type { PaymentNeeds } from '../../../shared/ipc/approvals.ts';
import type { RequestedChange } from '../../../shared/ipc/approval-changes.ts';
import type { RouteInput, RouteOutput } from '../../../shared/ipc/contract.ts';
import type { AppError, Outcome } from '../../../shared/errors.ts';
import { err } from '../../../shared/result.ts';
import { windowError } from '../../../shared/window-error.ts';
import { request } from '../desk.ts';

/** Routes whose change is sent if no rule needs an approval, and requested otherwise. */
type SentRoute = Exclude<RequestedChange['route'], 'conversions.lock'>;

/** A change that needs an approval, while a person decides whether to request it. */
export type PendingChange = {
  readonly change: RequestedChange;
  /** The currency of the amount, if the change itself names only accounts. */
  readonly currency: string | null;
  readonly needs: PaymentNeeds;
  /** Why it was not requested; null where it was declined or requested. */
  readonly error: AppError | null;
  readonly busy: boolean;
};

/** Changes other than payments: sent where no rule asks for an approval, requested where one does. */
class ChangeRequests {
  /** The team has approval rules; a desk without them asks nothing. */
  isUsed = $state(false);
  pending = $state.raw<PendingChange | null>(null);
  #answer: (error: AppError) => void = () => undefined;

  /** Sends a change by its route. If a rule needs an approval nothing is sent: its request is offered, and the failure says so. */
  async send<R extends SentRoute>(
    route: R,
    input: RouteInput<R>,
  ): Promise<Outcome<RouteOutput<R>>> {
    const instead = await this.insteadOf({ route, input } as RequestedChange);
    return instead === null ? request(route, input) : err(instead);
  }

  /** The result of a change that must be requested; null if it may be sent. */
  async insteadOf(
    change: RequestedChange,
    currency: string | null = null,
  ): Promise<AppError | null> {
    if (!this.isUsed || this.pending !== null) return null;
    const read = await request('approvals.changeNeeds', { change });
    // The main process sends nothing that lacks an approval.
    if (!read.ok || read.value.needs.every(({ count, has }) => has >= count)) return null;
    this.pending = { change, currency, needs: read.value, error: null, busy: false };
    return new Promise((resolve) => {
      this.#answer = resolve;
    });
  }

  /** Requests the pending change. A failure leaves the question open. */
  async confirm(words: string, change: RequestedChange): Promise<void> {
    const { pending } = this;
    if (pending === null || pending.busy) return;
    this.pending = { ...pending, busy: true };
    const outcome = await request('approvals.requestChange', { change, words });
    if (outcome.ok) this.#end(windowError('team.requested', outcome.value.reference));
    else this.pending = { ...pending, error: outcome.error, busy: false };
  }

  /** Declines the request: nothing is requested or sent. */
  decline(): void {
    if (this.pending !== null && !this.pending.busy) this.#end(windowError('declined', 'window'));
  }

  #end(error: AppError): void {
    this.pending = null;
    this.#answer(error);
    this.#answer = () => undefined;
  }
}

export const changeRequests = new ChangeRequests();
