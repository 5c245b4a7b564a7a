import { compactDay, fullDay } from '../../../shared/calendar/day-labels.ts';
import { todayAt, type IsoDate } from '../../../shared/calendar/calendar.ts';
import { request } from '../../state/desk.ts';

type Answer = {
  readonly due: string;
  readonly day: IsoDate;
  readonly reason: string | null;
  readonly problem: string | null;
};

/** The due day for a wanted day, by the calendar of the payment's currency. */
export class DueDayHint {
  #answer = $state.raw<Answer | null>(null);
  readonly #entry: { readonly due: string };

  constructor(entry: { readonly due: string }) {
    this.#entry = entry;
  }

  /** The due day; the wanted day until the calendar answers. */
  get day(): IsoDate {
    return this.#current?.day ?? this.#entry.due;
  }

  /** Why it cannot be scheduled for that day; null where it can. */
  get problem(): string | null {
    return this.#current?.problem ?? null;
  }

  get words(): string {
    const { due } = this.#entry;
    if (due === '') return '';
    const reason = this.#current?.reason ?? null;
    const today = todayAt(Date.now());
    return reason === null
      ? `Scheduled for ${fullDay(this.day)}.`
      : `Moves to ${fullDay(this.day)}: ${compactDay(due, today)} is a ${reason}.`;
  }

  get #current(): Answer | null {
    return this.#answer?.due === this.#entry.due ? this.#answer : null;
  }

  /** Asks the calendar; the answer is dropped if the wanted day has changed since. */
  async ask(due: string, currency: string): Promise<void> {
    if (due === '' || currency.length !== 3) return;
    const answered = await request('due.dayOf', { due, currency });
    if (answered.ok) this.#answer = { due, ...answered.value };
  }
}
