import type { AppError } from '../../../../shared/errors.ts';
import type {
  OnboardingFile,
  OnboardingOrder,
  OnboardingRow,
} from '../../../../shared/ipc/changes/sub-clients.ts';
import { newReference } from '../../../../shared/reference.ts';
import { changeRequests } from '../../../state/forms/change-requests.svelte.ts';
import { request } from '../../../state/desk.ts';

/** The result of a sent row. */
export type RowOutcome = {
  readonly state: 'sending' | 'accepted' | 'refused' | 'unknown' | 'not-sent';
  readonly words: string;
};

/** A file of sub-clients or owners: read and checked, then sent row by row, each once; it stops where a row has no clear answer. */
export class FromFile {
  readonly #file: File;
  read = $state.raw<OnboardingFile | null>(null);
  error = $state.raw<AppError | null>(null);
  isReading = $state(false);
  isSending = $state(false);
  #isStopped = false;
  /** By the line in the file. */
  #outcomes = $state.raw<ReadonlyMap<number, RowOutcome>>(new Map());

  readonly rows: readonly OnboardingRow[] = $derived.by(() => this.read?.rows ?? []);
  /** Those that are still to be sent. */
  readonly ready: readonly OnboardingRow[] = $derived.by(() =>
    this.rows.filter(({ order, line }) => order !== null && this.outcomeOf(line) === undefined),
  );

  constructor(file: File) {
    this.#file = file;
  }

  outcomeOf(line: number): RowOutcome | undefined {
    return this.#outcomes.get(line);
  }

  counted = (state: RowOutcome['state']): number =>
    [...this.#outcomes.values()].filter((outcome) => outcome.state === state).length;

  /** Reads the file again; `columns` is a person’s choice of the meaning of each, by the field’s name. */
  async look(columns?: Readonly<Record<string, number>>): Promise<void> {
    this.isReading = true;
    const bytes = await this.#file.arrayBuffer().then(
      (buffer) => new Uint8Array(buffer),
      () => new Uint8Array(0),
    );
    const read = await request('subClients.readFile', {
      fileName: this.#file.name,
      bytes,
      ...(columns && { columns: { ...columns } }),
    });
    this.isReading = false;
    this.error = read.ok ? null : read.error;
    if (read.ok) this.read = read.value;
  }

  /** Sets the meaning of a column; the column that had it before loses it. */
  async choose(at: number, field: string): Promise<void> {
    const others = (this.read?.columns ?? []).flatMap((column, index) =>
      index === at || column.field === '' || column.field === field
        ? []
        : [[column.field, index] as const],
    );
    await this.look(
      Object.fromEntries([...others, ...(field === '' ? [] : [[field, at] as const])]),
    );
  }

  /** Sends the rows one after the other. Nothing is sent twice, and nothing after a row without a clear answer. */
  async send(): Promise<void> {
    if (this.isSending) return;
    this.isSending = true;
    this.#isStopped = false;
    const isStopped = (): boolean => this.#isStopped;
    for (const { line, order } of this.ready) {
      if (isStopped() || order === null) break;
      this.#put(line, { state: 'sending', words: '' });
      const outcome = await sent(order);
      this.#put(line, outcome);
      if (outcome.state === 'unknown' || outcome.state === 'not-sent') break;
    }
    this.isSending = false;
  }

  /** Stops after the row that is being sent. */
  stop(): void {
    this.#isStopped = true;
  }

  #put(line: number, outcome: RowOutcome): void {
    this.#outcomes = new Map(this.#outcomes).set(line, outcome);
  }
}

async function sent(order: OnboardingOrder): Promise<RowOutcome> {
  const reference = newReference();
  const outcome =
    order.kind === 'sub-client'
      ? await changeRequests.send('subClients.create', { reference, details: order.details })
      : await changeRequests.send('shareholders.create', {
          reference,
          subClientId: order.subClientId,
          shareholder: order.shareholder,
        });
  if (!outcome.ok) {
    const { code, message, fields } = outcome.error;
    const words = [message, ...Object.values(fields ?? {})].join(' ');
    const isOfRow = code === 'input.invalid';
    return { state: isOfRow ? 'refused' : 'not-sent', words };
  }
  const { state, error } = outcome.value;
  const words = error?.message ?? '';
  if (state === 'accepted' || state === 'refused' || state === 'not-sent') return { state, words };
  return { state: 'unknown', words: 'No answer: it is looked up, and not sent again.' };
}
