import { SvelteMap } from 'svelte/reactivity';

import type { AppError } from '../../../../shared/errors.ts';
import { windowFail } from '../../../../shared/window-error.ts';
import type { BankFileProposal } from '../../../../shared/ipc/desk/settings.ts';
import { limits } from '../../../../shared/limits.ts';
import { request } from '../../../state/desk.ts';

type Recording = { readonly name: string; readonly bytes: Uint8Array<ArrayBuffer> };

const pastedName = 'pasted text';

/** Recordings and the bank file proposed from them. They hold secrets: they stay in this view, and go when it is left. */
export class RecordingsState {
  recordings = $state.raw<readonly Recording[]>([]);
  pasted = $state('');
  proposal = $state.raw<BankFileProposal | null>(null);
  error = $state.raw<AppError | null>(null);
  busy = $state(false);
  /** The answers, by the place of the question. */
  readonly answers = new SvelteMap<string, string>();
  /** Counts the requests: an older answer is ignored. */
  #requested = 0;

  get mayPropose(): boolean {
    return !this.busy && (this.recordings.length > 0 || this.pasted.trim() !== '');
  }

  async take(file: File): Promise<void> {
    if (file.size > limits.recordingBytesMax) {
      this.#refuse(`${file.name} is too large for a recording.`);
      return;
    }
    const bytes = await file.arrayBuffer().then(
      (buffer) => new Uint8Array(buffer),
      () => null,
    );
    if (!bytes) {
      this.#refuse(`${file.name} cannot be read.`);
      return;
    }
    const name = file.name.slice(0, 200) || 'recording';
    this.recordings = [...this.recordings.filter((other) => other.name !== name), { name, bytes }];
    await this.propose();
  }

  remove(name: string): void {
    this.recordings = this.recordings.filter((recording) => recording.name !== name);
    this.proposal = null;
    this.error = null;
    this.#requested += 1;
    this.busy = false;
  }

  async answer(place: string, choice: string): Promise<void> {
    this.answers.set(place, choice);
    await this.propose();
  }

  /** Takes an answer back: its question is open again. */
  async reopen(place: string): Promise<void> {
    this.answers.delete(place);
    await this.propose();
  }

  async propose(): Promise<void> {
    const recordings = this.#all();
    if (recordings.length === 0) return;
    const requested = (this.#requested += 1);
    this.busy = true;
    const outcome = await request('bankFile.propose', {
      recordings,
      answers: Object.fromEntries(this.answers),
    });
    if (requested !== this.#requested) return;
    this.busy = false;
    this.error = outcome.ok ? null : outcome.error;
    if (outcome.ok) this.proposal = outcome.value;
    else await this.#dropStale(outcome.error);
  }

  #all(): Recording[] {
    const text = this.pasted.trim();
    return text === ''
      ? [...this.recordings]
      : [...this.recordings, { name: pastedName, bytes: new TextEncoder().encode(this.pasted) }];
  }

  /** Drops the answers to questions that other recordings no longer ask. */
  async #dropStale({ fields = {} }: AppError): Promise<void> {
    const stale = Object.keys(fields).filter((place) => this.answers.has(place));
    if (stale.length === 0) {
      this.proposal = null;
      return;
    }
    for (const place of stale) this.answers.delete(place);
    await this.propose();
  }

  #refuse(message: string): void {
    const refused = windowFail('recording.unusable', crypto.randomUUID(), { message });
    this.error = refused.error;
  }
}
