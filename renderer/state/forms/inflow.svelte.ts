import type { AppError } from '../../../shared/errors.ts';
import { readTyped } from './entered-amount.ts';
import { newReference } from '../../../shared/reference.ts';
import { request } from '../desk.ts';

/** A simulated incoming payment being entered. */
export class InflowForm {
  accountNumber = $state('');
  amount = $state('');
  senderName = $state('');
  narration = $state('');
  #wasTried = $state(false);
  busy = $state(false);
  error = $state.raw<AppError | null>(null);
  /** The idempotency key, created with the form: two clicks are one inflow. */
  #reference = newReference();

  /** The error of the amount, shown after a try. */
  problem(currency: string): string | undefined {
    const read = readTyped(this.amount, currency);
    return read.ok || !this.#wasTried ? undefined : read.error;
  }

  /** True if the bank booked it. */
  async send(accountNumber: string, currency: string): Promise<boolean> {
    this.#wasTried = true;
    if (this.busy || !readTyped(this.amount, currency).ok) return false;
    this.busy = true;
    const { amount, senderName, narration } = this;
    const outcome = await request('sandbox.inflow', {
      reference: this.#reference,
      accountNumber,
      amount: amount.trim(),
      currency,
      senderName: senderName.trim(),
      narration: narration.trim(),
    });
    this.busy = false;
    this.error = outcome.ok ? outcome.value.error : outcome.error;
    const isBooked = outcome.ok && outcome.value.state === 'accepted';
    if (outcome.ok && outcome.value.state !== 'sending') this.#reference = newReference();
    if (isBooked) {
      this.#wasTried = false;
      this.amount = '';
    }
    return isBooked;
  }
}
