import type { IsoDate } from '../../../../shared/calendar/calendar.ts';
import type { AppError } from '../../../../shared/errors.ts';
import type { SecondSource } from '../../../../shared/ipc/accounts/second-sources.ts';
import { request } from '../../../state/desk.ts';
import { Resource } from '../../../state/records/resource.svelte.ts';
import { sourceKinds, type SourceKind } from './source-labels.ts';

type Period = { readonly from: IsoDate; readonly to: IsoDate };

/** A second account by the bank of the same days, and how it stands to the local copy. */
export class SecondSources {
  readonly accountNumber: string;
  readonly list: Resource<{ readonly rows: readonly SecondSource[] }>;
  readonly detail = new Resource(() =>
    request('secondSources.get', { sourceId: this.selectedId ?? '' }),
  );
  kind = $state(sourceKinds[0].value);
  selectedId = $state<string | null>(null);
  /** The bank is being asked. */
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

  /** Why the last thing that was asked for failed. */
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

  /** Asks the bank, keeps what came and compares it. True when it was kept. */
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

  /** The name that it was saved under; null when it was not. */
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

  /** Compares anew with the local copy as it is now. */
  reread = async (): Promise<void> => {
    await Promise.all([
      this.list.refresh(),
      this.selectedId === null ? null : this.detail.refresh(),
    ]);
  };
}
