import type { IsoDate } from '../../../../shared/calendar/calendar.ts';
import type { AppError } from '../../../../shared/errors.ts';
import type { DayRunPreview, DayRunView } from '../../../../shared/ipc/changes/day-runs.ts';
import { sumByCurrency, type Money } from '../../../../shared/money/money.ts';
import { request } from '../../../state/desk.ts';
import { untilOn } from './day-run-labels.ts';

/** The plan of a run that a person reviews, and their entries. */
export class DayRunPlan {
  readonly day: IsoDate;
  preview = $state.raw<DayRunPreview | null>(null);
  error = $state.raw<AppError | null>(null);
  busy = $state(false);
  until = $state('15:00');
  by = $state('');

  readonly sums: readonly Money[] = $derived(
    sumByCurrency((this.preview?.payments ?? []).map(({ amount }) => amount)),
  );
  constructor(day: IsoDate, by: string) {
    this.day = day;
    this.by = by;
  }

  get isReady(): boolean {
    return (
      (this.preview?.payments.length ?? 0) > 0 &&
      this.preview?.planned === null &&
      this.by.trim() !== '' &&
      untilOn(this.day, this.until) !== null
    );
  }

  async read(): Promise<void> {
    const read = await request('dayRuns.preview', { day: this.day });
    this.preview = read.ok ? read.value : null;
    this.error = read.ok ? null : read.error;
  }

  /** Plans the run exactly as shown. Null if that failed: `error` has the reason, and the list is loaded again. */
  async plan(): Promise<DayRunView | null> {
    const { day, preview, by } = this;
    const until = untilOn(day, this.until);
    if (this.busy || !this.isReady || preview === null || until === null) return null;
    this.busy = true;
    const payments = preview.payments.map(({ reference, digest }) => ({ reference, digest }));
    const planned = await request('dayRuns.plan', { day, until, by: by.trim(), payments });
    if (!planned.ok) await this.read();
    this.error = planned.ok ? null : planned.error;
    this.busy = false;
    return planned.ok ? planned.value : null;
  }
}
