import type { AppError } from '../../../shared/errors.ts';
import type { Rhythm } from '../../../shared/calendar/payment-rhythm.ts';
import type { PaymentSeriesRow } from '../../../shared/ipc/changes/due-payments.ts';
import { request } from '../../state/desk.ts';
import { Resource } from '../../state/records/resource.svelte.ts';

/** Recurring payments, and the one that is being added from a template. */
export class Recurring {
  readonly series = new Resource(() => request('due.series', {}));
  readonly templates = new Resource(() => request('payments.templates', {}));
  templateId = $state('');
  amount = $state('');
  /** fixed: each payment has the amount · asked: a person enters it for each. */
  amountIs = $state<'fixed' | 'asked'>('fixed');
  every = $state<Rhythm['every']>('month');
  /** A day of the month, `last-working`, or the weekday of a weekly one. */
  day = $state('1');
  month = $state('1');
  from = $state('');
  until = $state('');
  busy = $state(false);
  error = $state.raw<AppError | null>(null);

  constructor(today: string) {
    this.from = today;
  }

  async refresh(): Promise<void> {
    await Promise.all([this.series.refresh(), this.templates.refresh()]);
    const [first] = this.templates.value?.rows ?? [];
    if (this.templateId === '' && first) this.chooseTemplate(first.templateId);
  }

  chooseTemplate(templateId: string): void {
    this.templateId = templateId;
    const chosen = this.templates.value?.rows.find((one) => one.templateId === templateId);
    this.amount = chosen?.amount ?? '';
    this.amountIs = this.amount === '' ? 'asked' : 'fixed';
  }

  /** Switches the kind of amount; the typed amount stays for a fixed one. */
  chooseAmountIs(amountIs: string): void {
    this.amountIs = amountIs === 'asked' ? 'asked' : 'fixed';
  }

  get rhythm(): Rhythm {
    const day = this.day === 'last-working' ? this.day : Number(this.day);
    const month = Number(this.month);
    if (this.every === 'week') return { every: 'week', weekday: Number(this.day) };
    if (this.every === 'month') return { every: 'month', day };
    return { every: this.every, month, day };
  }

  /** Another rhythm begins at its first day and month. */
  chooseEvery(every: Rhythm['every']): void {
    this.every = every;
    this.day = '1';
    this.month = '1';
  }

  get isComplete(): boolean {
    const hasAmount = this.amountIs === 'asked' || this.amount.trim() !== '';
    return this.templateId !== '' && hasAmount && this.from !== '';
  }

  async add(): Promise<PaymentSeriesRow | null> {
    if (this.busy || !this.isComplete) return null;
    this.busy = true;
    const added = await request('due.addSeries', {
      ...{ templateId: this.templateId, rhythm: this.rhythm },
      amount: this.amountIs === 'asked' ? null : this.amount.trim(),
      ...{ from: this.from, until: this.until === '' ? null : this.until },
    });
    this.busy = false;
    this.error = added.ok ? null : added.error;
    await this.series.refresh();
    return added.ok ? added.value : null;
  }

  async end(seriesId: string): Promise<PaymentSeriesRow | null> {
    if (this.busy) return null;
    this.busy = true;
    const ended = await request('due.endSeries', { seriesId });
    this.busy = false;
    this.error = ended.ok ? null : ended.error;
    await this.series.refresh();
    return ended.ok ? ended.value : null;
  }
}
