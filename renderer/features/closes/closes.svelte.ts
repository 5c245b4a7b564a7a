import type {
  CloseKind,
  CloseList,
  ClosePeriod,
  ClosePoint,
  CloseView,
} from '../../../shared/ipc/review/closes.ts';
import { request } from '../../state/desk.ts';
import { Resource } from '../../state/records/resource.svelte.ts';
import { kindOf } from './close-labels.ts';

/** The number of periods in the strip. */
const shown = 7;

/** The point that G opened last; on return, G continues after it. */
let lastPoint = '';

/** The selected period with its state, and those before it. The main process decides which periods are over. */
export class ClosesState {
  kind = $state<CloseKind>('day');
  /** Empty until the newest period that is over is known. */
  period = $state<ClosePeriod>('');
  /** The last of the strip; null for the newest that is over. */
  #until = $state<ClosePeriod | null>(null);
  readonly view = new Resource<CloseView>(() => request('closes.get', { period: this.period }));
  readonly list = new Resource<CloseList>(() =>
    request('closes.list', { kind: this.kind, until: this.#until, count: shown }),
  );

  constructor(period: ClosePeriod | undefined) {
    if (period === undefined) return;
    this.kind = kindOf(period);
    this.period = period;
  }

  /** The view of the selected period; null while it still shows another one. */
  get shown(): CloseView | null {
    return this.view.value?.period === this.period ? this.view.value : null;
  }

  /** The days that can be closed one after the other, oldest first. */
  get openDays(): readonly ClosePeriod[] {
    return this.list.value?.openDays ?? [];
  }

  refresh = async (): Promise<void> => {
    if (this.#isChosen()) await Promise.all([this.view.refresh(), this.list.refresh()]);
    else await this.#openNewest();
  };

  async #openNewest(): Promise<void> {
    const { kind } = this;
    await this.list.refresh();
    const newest = this.list.value?.newest;
    // The person may have chosen another period by now.
    if (newest === undefined || kind !== this.kind || this.#isChosen()) return;
    this.period = newest;
    await this.view.refresh();
  }

  #isChosen(): boolean {
    return this.period !== '';
  }

  async select(period: ClosePeriod): Promise<void> {
    const isOther = kindOf(period) !== this.kind;
    this.kind = kindOf(period);
    this.period = period;
    if (isOther) this.#begin();
    const first = this.list.value?.lines[0]?.period ?? '';
    const isFar = period < first || (this.#until !== null && period > this.#until);
    if (isFar) this.#until = period;
    await Promise.all([this.view.refresh(), ...(isFar || isOther ? [this.list.refresh()] : [])]);
  }

  /** To the newest of a kind that is over. */
  async choose(kind: CloseKind): Promise<void> {
    this.kind = kind;
    this.period = '';
    this.#begin();
    await this.refresh();
  }

  /** Selects the period before or after; before its first, the strip moves back. */
  async move(by: 1 | -1): Promise<void> {
    const { lines = [], running = null } = this.list.value ?? {};
    const periods = lines.map(({ period }) => period);
    if (running !== null && this.#until === null) periods.push(running.period);
    const next = periods[periods.indexOf(this.period) + by];
    if (next !== undefined) await this.select(next);
    else if (by === -1) await this.earlier();
    else if (this.#until !== null) await this.choose(this.kind);
  }

  /** Moves the strip back, so that its first period becomes its last, and selects the one before. */
  async earlier(): Promise<void> {
    const [first] = this.list.value?.lines ?? [];
    if (first === undefined) return;
    this.#until = first.period;
    await this.list.refresh();
    const before = this.list.value?.lines.at(-2);
    if (before !== undefined) await this.select(before.period);
  }

  /** The next open point; repeated calls go round all of them. */
  nextPoint(): ClosePoint | null {
    const points = this.shown?.points ?? [];
    const at = points.findIndex(({ pointId }) => pointId === lastPoint);
    const next = points[at + 1] ?? points[0] ?? null;
    lastPoint = next?.pointId ?? '';
    return next;
  }

  #begin(): void {
    this.#until = null;
    this.list.clear();
  }
}
