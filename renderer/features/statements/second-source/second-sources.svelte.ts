import type { IsoDate } from '../../../../shared/calendar/calendar.ts';
import type { AppError } from '../../../../shared/errors.ts';
import type { SecondSource } from '../../../../shared/ipc/accounts/second-sources.ts';
import { request } from '../../../state/desk.ts';
import { Resource } from '../../../state/records/resource.svelte.ts';
import { sourceKinds, type SourceKind } from './source-labels.ts';

type Period = { readonly from: IsoDate; readonly to: IsoDate };

/** The bank's second account of the same days, and its comparison with the local copy. */
export class SecondSources {
  readonly accountNumber: string;
  readonly list: Resource<{ readonly rows: readonly SecondSource[] }>;
  readonly detail = new Resource(() =>
    request('secondSources.get', { sourceId: this.selectedId ?? '' }),
  );
  kind = $state(sourceKinds[0].value);
  selectedId = $state<string | null>(null);
  /** The bank's answer is awaited. */
  fetching = $state(false);
  #error = $state.raw<AppError | null>(null);

  readonly rows: readonly SecondSource[] = $derived.by(() => this.list.value?.rows ?? []);
  readonly selected = $derived.by(() =>
    this.detail.value?.sourceId === this.selectedId ? this.detail.value : null,
  );

  constructor(accountNumber: string) {
    this.accountNumber = accountNumber;
    this.list = new Resource(() => request('secondSources.list', { accountNumber }));
  }

  /** Why the last request failed. */
  get error(): AppError | null {
    return this.#error ?? this.list.error ?? this.detail.error;
  }

  get requested(): SourceKind {
    return sourceKinds.find(({ value }) => value === this.kind) ?? sourceKinds[0];
  }

  select(sourceId: string | null): void {
    this.selectedId = sourceId;
    this.#error = null;
    if (sourceId === null) this.detail.clear();
    else void this.detail.refresh();
  }

  /** Asks the bank, stores the answer and compares it. True when it was stored. */
  async fetch(period: Period): Promise<boolean> {
    if (this.fetching) return false;
    this.fetching = true;
    this.#error = null;
    const { kind, format } = this.requested;
    const { accountNumber } = this;
    const outcome = await request('secondSources.fetch', {
      accountNumber,
      kind,
      ...period,
      ...(format && { format }),
    });
    this.fetching = false;
    this.#error = outcome.ok ? null : outcome.error;
    if (!outcome.ok) return false;
    this.selectedId = outcome.value.sourceId;
    this.detail.put(outcome.value);
    await this.list.refresh();
    return true;
  }

  /** Saves a source. Returns its file name; null if it was not saved. */
  async save(sourceId: string): Promise<string | null> {
    const outcome = await request('secondSources.save', { sourceId });
    this.#error = outcome.ok ? null : outcome.error;
    return outcome.ok && outcome.value.saved ? outcome.value.fileName : null;
  }

  async forget(sourceId: string): Promise<boolean> {
    const outcome = await request('secondSources.forget', { sourceId });
    this.#error = outcome.ok ? null : outcome.error;
    if (!outcome.ok) return false;
    this.select(null);
    await this.list.refresh();
    return true;
  }

  /** Compares again with the current local copy. */
  reread = async (): Promise<void> => {
    await Promise.all([
      this.list.refresh(),
      this.selectedId === null ? null : this.detail.refresh(),
    ]);
  };
}
