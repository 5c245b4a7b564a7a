import type { IsoDate } from '../../../shared/calendar/calendar.ts';
import type { AppError } from '../../../shared/errors.ts';
import type { DayRunView } from '../../../shared/ipc/changes/day-runs.ts';
import type { DuePaymentRow, DueView } from '../../../shared/ipc/changes/due-payments.ts';
import { request } from '../../state/desk.ts';
import { Resource } from '../../state/records/resource.svelte.ts';
import { DueRun } from './due-run.svelte.ts';

/** The payments that wait for their day: the calendar, the chosen day, the selected payment, and the run that sends. */
export class DuePage {
  readonly list = new Resource<DueView>(() => request('due.list', {}));
  readonly detail = new Resource(() => request('due.get', { reference: this.#reference ?? '' }));
  /** Null until a person chooses a day; then today counts. */
  #day = $state<IsoDate | null>(null);
  #reference = $state<string | null>(null);
  /** The run that reviews and sends the due payments; null while there is none. */
  run = $state.raw<DueRun | null>(null);
  busy = $state(false);
  error = $state.raw<AppError | null>(null);

  readonly view: DueView | null = $derived(this.list.value);
  readonly today: IsoDate = $derived(this.view?.today ?? '');
  readonly day: IsoDate = $derived(this.#day ?? this.today);
  /** The payments of the chosen day, for today with the overdue ones. A calendar day includes the days since the calendar day before. */
  readonly rows: readonly DuePaymentRow[] = $derived.by(() => this.#rowsOf(this.day));
  /** What can be sent now, overdue first. */
  readonly toSend: readonly DuePaymentRow[] = $derived(
    (this.view?.rows ?? []).filter(({ state }) => state === 'due' || state === 'overdue'),
  );
  readonly selectedIndex: number = $derived(
    this.rows.findIndex(({ reference }) => reference === this.#reference),
  );
  readonly selected: DuePaymentRow | null = $derived(this.rows[this.selectedIndex] ?? null);

  #rowsOf(day: IsoDate): readonly DuePaymentRow[] {
    const { view } = this;
    if (view === null) return [];
    const days = view.calendar.map((one) => one.day);
    const before = days.findLast((other) => other < day);
    const isLast = days.at(-1) === day;
    return view.rows.filter(
      (row) =>
        (row.day <= day || (isLast && row.day > day)) && (before === undefined || row.day > before),
    );
  }

  async refresh(): Promise<void> {
    await this.list.refresh();
    if (this.selected) await this.detail.refresh();
  }

  chooseDay(day: IsoDate): void {
    this.#day = day;
    this.#reference = null;
    this.error = null;
  }

  /** Moves to the day before or after the chosen one in the calendar. */
  step(by: number): void {
    const days = (this.view?.calendar ?? []).map((one) => one.day);
    const day = days[days.indexOf(this.day) + by];
    if (day !== undefined) this.chooseDay(day);
  }

  select(index: number): void {
    const row = this.rows[index];
    if (row === undefined || this.run?.isSending) return;
    this.run = null;
    this.error = null;
    this.#reference = row.reference;
    void this.detail.refresh();
  }

  /** Opens a payment by its reference, on its day. */
  open(reference: string): void {
    const row = this.view?.rows.find((one) => one.reference === reference);
    if (!row) return;
    const days = (this.view?.calendar ?? []).map((one) => one.day);
    this.#day = days.find((day) => day >= row.day) ?? days.at(-1) ?? row.day;
    this.#reference = reference;
    void this.detail.refresh();
  }

  /** Reviews these payments again, to be sent after one confirmation. */
  async review(rows: readonly DuePaymentRow[]): Promise<void> {
    if (rows.length === 0 || this.run?.isSending) return;
    const run = new DueRun(rows);
    this.run = run;
    await run.review();
  }

  leaveRun(): void {
    if (this.run?.isSending) return;
    this.run = null;
  }

  async withdraw(): Promise<DuePaymentRow | null> {
    const { selected } = this;
    if (selected === null) return null;
    return this.#change(() => request('due.withdraw', { reference: selected.reference }));
  }

  /** Saves the typed amount of the selected payment. Null if that failed. */
  async enterAmount(amount: string): Promise<DuePaymentRow | null> {
    const { selected } = this;
    if (selected === null) return null;
    const { reference, amount: shown } = selected;
    const instead = shown?.amount ?? null;
    return this.#change(() => request('due.enterAmount', { reference, amount, instead }));
  }

  async changeDay(due: IsoDate): Promise<DuePaymentRow | null> {
    const { selected } = this;
    if (selected === null) return null;
    return this.#change(() => request('due.changeDay', { reference: selected.reference, due }));
  }

  async withdrawRun(runId: string): Promise<DayRunView | null> {
    if (this.busy) return null;
    this.busy = true;
    const outcome = await request('dayRuns.withdraw', { runId });
    this.busy = false;
    this.error = outcome.ok ? null : outcome.error;
    await this.refresh();
    return outcome.ok ? outcome.value : null;
  }

  async #change(
    change: () => ReturnType<typeof request<'due.withdraw'>>,
  ): Promise<DuePaymentRow | null> {
    if (this.busy) return null;
    this.busy = true;
    const outcome = await change();
    this.busy = false;
    this.error = outcome.ok ? null : outcome.error;
    await this.refresh();
    return outcome.ok ? outcome.value : null;
  }
}
