import { SvelteMap } from 'svelte/reactivity';

import type { AppError, Outcome } from '../../../../../shared/errors.ts';
import type {
  LineToRepair,
  PaymentFile,
  PaymentFileLine,
  Repair,
} from '../../../../../shared/ipc/changes/payment-files.ts';
import { request } from '../../../../state/desk.ts';

/** Ready lines with a warning that are named beside the file. */
const alikeMax = 20;

/** The lines of one file that a person repairs or compares, and the repair that is chosen for each. */
export class FileRepairs {
  rows = $state.raw<readonly LineToRepair[]>([]);
  /** Of all lines that cannot be sent, also beyond those offered. */
  total = $state(0);
  /** Ready lines that look like another payment, or have another warning to confirm. */
  alike = $state.raw<readonly PaymentFileLine[]>([]);
  isSaving = $state(false);
  /** Why the last repair was refused, and for which line. */
  refused = $state.raw<{ readonly line: number; readonly error: AppError } | null>(null);
  #line = $state<number | null>(null);
  /** Line -> the payee or account that a person chose for it. */
  readonly #chosen = new SvelteMap<number, string>();
  #generation = 0;
  #reading = Promise.withResolvers<null>();

  /** Settles once the offers of this file were read; never if another file is shown first. */
  get whenRead(): Promise<null> {
    return this.#reading.promise;
  }

  /** The one that Enter repairs. */
  readonly current: LineToRepair | null = $derived.by(
    () => this.rows.find(({ line }) => line.line === this.#line) ?? this.rows[0] ?? null,
  );

  isCurrent = ({ line }: LineToRepair): boolean => this.current?.line.line === line.line;

  select({ line }: LineToRepair): void {
    this.#line = line.line;
  }

  /** The choice for a line: a person's, else the likely one; empty if there is none. */
  chosen({ line, likelyPayee, likelyAccount }: LineToRepair, kind: 'payee' | 'account'): string {
    const likely = kind === 'payee' ? likelyPayee : likelyAccount;
    return this.#chosen.get(line.line) ?? likely ?? '';
  }

  choose({ line }: LineToRepair, chosen: string): void {
    this.#chosen.set(line.line, chosen);
  }

  /** Loads the offers. */
  async read({ batchId, counts, toConfirm }: PaymentFile): Promise<void> {
    const generation = ++this.#generation;
    const [offers, lines] = await Promise.all([
      counts.invalid === 0 ? null : request('paymentFiles.repairs', { batchId }),
      toConfirm.length === 0
        ? null
        : request('paymentFiles.lines', { batchId, only: 'problems', index: 0, limit: 100 }),
    ]);
    if (generation !== this.#generation) return;
    this.rows = offers?.ok ? offers.value.rows : [];
    this.total = offers?.ok ? offers.value.total : 0;
    this.alike = lines?.ok ? lines.value.rows.filter(isAlike).slice(0, alikeMax) : [];
    this.#reading.resolve(null);
  }

  /** Saves a repair. Null where it is refused: its line then has the reason. The next line comes first. */
  async save(
    batchId: string,
    { line: { line }, revision }: LineToRepair,
    repair: Repair,
  ): Promise<PaymentFile | null> {
    if (this.isSaving) return null;
    this.isSaving = true;
    this.refused = null;
    const outcome: Outcome<PaymentFile> = await request('paymentFiles.repair', {
      batchId,
      line,
      revision,
      repair,
    });
    this.isSaving = false;
    this.#chosen.delete(line);
    if (outcome.ok) return outcome.value;
    this.refused = { line, error: outcome.error };
    this.#line = line;
    return null;
  }

  /** Forgets the offers of one file before another is shown. */
  clear(): void {
    this.#generation += 1;
    this.#reading = Promise.withResolvers<null>();
    this.rows = [];
    this.alike = [];
    this.total = 0;
    this.refused = null;
    this.#line = null;
    this.#chosen.clear();
  }
}

const isAlike = ({ state, warnings }: PaymentFileLine): boolean =>
  state === 'ready' && warnings.some(({ weight }) => weight === 'confirm');
