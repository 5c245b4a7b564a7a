import { todayAt } from '../../../shared/calendar/calendar.ts';
import type {
  CloseKind,
  CloseLine,
  ClosePeriod,
  ClosePoint,
  CloseView,
} from '../../../shared/ipc/review/closes.ts';
import { request } from '../../state/desk.ts';
import { Resource } from '../../state/records/resource.svelte.ts';
import { kindOf } from './close-labels.ts';

/** So many periods stand in the strip. */
const shown = 7;

/** The point that G opened last: come back to what is missing, G goes on behind it. */
let lastPoint = '';

/** What is looked at: a period as it stands, and those before it. */
export class ClosesState {
  period = $state<ClosePeriod>('');
  /** The newest of the strip. */
  until = $state<ClosePeriod>('');
  readonly view = new Resource<CloseView>(() => request('closes.get', { period: this.period }));
  readonly strip = new Resource<{ readonly lines: readonly CloseLine[] }>(() =>
    request('closes.list', { until: this.until, count: shown }),
  );

  constructor(period: ClosePeriod) {
    this.period = period;
    this.until = newest(kindOf(period));
    if (this.until < period) this.until = period;
  }

  get kind(): CloseKind {
    return kindOf(this.period);
  }

  /** The view of the period that is asked for: not of the one before it. */
  get shown(): CloseView | null {
    return this.view.value?.period === this.period ? this.view.value : null;
  }

  refresh = async (): Promise<void> => {
    await Promise.all([this.view.refresh(), this.strip.refresh()]);
  };

  async select(period: ClosePeriod): Promise<void> {
    const isOther = kindOf(period) !== this.kind;
    this.period = period;
    if (isOther) {
      this.strip.clear();
      this.until = newest(this.kind);
    }
    const first = this.strip.value?.lines[0]?.period ?? '';
    const isFar = period < first || period > this.until;
    if (isFar) this.until = period;
    await Promise.all([this.view.refresh(), ...(isFar || isOther ? [this.strip.refresh()] : [])]);
  }

  choose(kind: CloseKind): Promise<void> {
    return this.select(newest(kind));
  }

  /** To the one before or behind; before the first of the strip the strip goes on. */
  async move(by: 1 | -1): Promise<void> {
    const lines = this.strip.value?.lines ?? [];
    const at = lines.findIndex(({ period }) => period === this.period);
    const next = lines[at + by];
    if (next !== undefined) await this.select(next.period);
    else if (by === -1) await this.earlier();
    else if (this.until < newest(this.kind)) await this.latest();
  }

  /** The strip before this one. */
  async earlier(): Promise<void> {
    const [first] = this.strip.value?.lines ?? [];
    if (first === undefined) return;
    this.until = first.period;
    await this.strip.refresh();
    const before = this.strip.value?.lines.at(-2);
    if (before !== undefined) await this.select(before.period);
  }

  latest(): Promise<void> {
    this.until = newest(this.kind);
    return this.select(this.until).then(() => this.strip.refresh());
  }

  /** What is missing next, one behind the other however often somebody comes back. */
  nextPoint(): ClosePoint | null {
    const points = this.shown?.points ?? [];
    const at = points.findIndex(({ pointId }) => pointId === lastPoint);
    const next = points[at + 1] ?? points[0] ?? null;
    lastPoint = next?.pointId ?? '';
    return next;
  }
}

/** Of today, by UTC. */
export const newest = (kind: CloseKind): ClosePeriod =>
  todayAt(Date.now()).slice(0, { day: 10, month: 7, year: 4 }[kind]);
