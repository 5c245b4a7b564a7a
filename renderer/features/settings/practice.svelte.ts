import type { AppError } from '../../../shared/errors.ts';
import { readAmount } from '../../../shared/money/entered.ts';
import { newReference } from '../../../shared/reference.ts';
import { request } from '../../desk.ts';
import { Resource } from '../../state/resource.svelte.ts';

/** The built-in bank’s own desk: its numbers, its clock, and money that comes in. */
export class PracticeState {
  readonly numbers = new Resource(() => request('practice.numbers', {}));
  readonly advancing = new Resource(() => request('practice.advance', { ms: this.#ms }));
  #ms = 0;

  get now(): string | null {
    return this.numbers.value?.now ?? null;
  }

  /** Moves the bank's clock. True if it moved. */
  async advance(ms: number): Promise<boolean> {
    if (this.advancing.busy) return false;
    this.#ms = ms;
    await this.advancing.refresh();
    await this.numbers.refresh();
    return this.advancing.error === null;
  }
}

/** Money that is to come in, as it is entered. */
export class InflowForm {
  accountNumber = $state('');
  amount = $state('');
  senderName = $state('');
  narration = $state('');
  #wasTried = $state(false);
  #busy = $state(false);
  #error = $state.raw<AppError | null>(null);
  /** Born with the form: two clicks are one inflow. */
  #reference = newReference();

  get busy(): boolean {
    return this.#busy;
  }

  get error(): AppError | null {
    return this.#error;
  }

  /** What is wrong with the amount, once it was tried. */
  problem(currency: string): string | undefined {
    const read = readAmount(this.amount, currency);
    return read.ok || !this.#wasTried ? undefined : read.error;
  }

  /** True if the bank booked it. */
  async send(accountNumber: string, currency: string): Promise<boolean> {
    this.#wasTried = true;
    if (this.#busy || !readAmount(this.amount, currency).ok) return false;
    this.#busy = true;
    const { amount, senderName, narration } = this;
    const outcome = await request('practice.inflow', {
      reference: this.#reference,
      accountNumber,
      amount: amount.trim(),
      currency,
      senderName: senderName.trim(),
      narration: narration.trim(),
    });
    this.#busy = false;
    this.#error = outcome.ok ? outcome.value.error : outcome.error;
    const isBooked = outcome.ok && outcome.value.state === 'accepted';
    if (outcome.ok && outcome.value.state !== 'sending') this.#reference = newReference();
    if (isBooked) {
      this.#wasTried = false;
      this.amount = '';
    }
    return isBooked;
  }
}
