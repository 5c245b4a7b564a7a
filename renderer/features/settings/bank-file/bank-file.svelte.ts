import type { OperationName } from '../../../../shared/bank/catalogue.ts';
import type { AppError } from '../../../../shared/errors.ts';
import type { BankFileCheck, SettingsView } from '../../../../shared/ipc/desk/settings.ts';
import type { DeskState } from '../../../../shared/ipc/desk/desk.ts';
import { request } from '../../../state/desk.ts';
import type { Drafts } from '../../../state/forms/drafts.svelte.ts';
import { exampleBankFile } from './example.ts';
import { addOperation, type TextChange } from './operation-place.ts';
import { UnsavedText } from './unsaved-text.svelte.ts';

const checkAfterMs = 300;

/** The bank file being edited: its text, its mistakes, and the changes it would make. Unsaved text is never lost. */
export class BankFileState {
  readonly profileId: string;
  /** The saved text; null until it is loaded. */
  #saved = $state<string | null>(null);
  text = $state('');
  check = $state.raw<BankFileCheck | null>(null);
  #checked = $state<string | null>(null);
  /** The failure of the last check or save. */
  error = $state.raw<AppError | null>(null);
  busy = $state(false);
  /** The text before it was replaced as a whole. */
  #replaced = $state<string | null>(null);
  /** The operation whose entry was last added, until the text is saved or discarded. */
  added = $state<OperationName | null>(null);
  /** A selection that the editor is to make; it takes it once. */
  wanted = $state.raw<readonly [number, number] | null>(null);
  readonly unsaved: UnsavedText;
  #checking: ReturnType<typeof setTimeout> | undefined;

  constructor(profileId: string, drafts: Drafts) {
    this.profileId = profileId;
    this.unsaved = new UnsavedText(profileId, drafts, this);
  }

  get isSandbox(): boolean {
    return this.profileId === 'sandbox';
  }

  get isRead(): boolean {
    return this.#saved !== null;
  }

  get isChanged(): boolean {
    return this.#saved !== null && this.text !== this.#saved;
  }

  /** True while the check is of the current text. */
  get isChecked(): boolean {
    return this.check !== null && this.#checked === this.text;
  }

  get maySave(): boolean {
    return (
      !this.isSandbox &&
      !this.busy &&
      this.isChanged &&
      this.isChecked &&
      this.check?.mistakes.length === 0
    );
  }

  get wasReplaced(): boolean {
    return this.#replaced !== null;
  }

  /** Clears the selection after the editor has made it. */
  selectionDone(): void {
    this.wanted = null;
  }

  select(from: number, to = from): void {
    this.wanted = [from, to];
  }

  /** Loads the saved text, and the unsaved one. */
  async open({ bankFile }: SettingsView): Promise<void> {
    const saved = this.isSandbox ? exampleBankFile : (bankFile ?? '');
    if (this.#saved !== null) {
      if (!this.isChanged) this.text = saved;
      this.#saved = saved;
      return;
    }
    const stored = this.isSandbox ? null : await this.unsaved.read();
    this.#saved = saved;
    this.text = stored ?? saved;
    // If the desk locked before the text was stored, only this window has it.
    if (this.isChanged) this.unsaved.keepSoon();
    if (!this.isSandbox) await this.#check();
  }

  edit(text: string): void {
    if (text === this.text || this.isSandbox) return;
    this.text = text;
    this.unsaved.keepSoon();
    clearTimeout(this.#checking);
    this.#checking = setTimeout(() => void this.#check(), checkAfterMs);
  }

  /** Replaces the text; `bringBack` undoes this. */
  replace(text: string): void {
    if (text === this.text) return;
    const before = this.text;
    const wasChanged = this.isChanged;
    this.edit(text);
    this.#replaced = wasChanged ? before : null;
    this.select(0);
  }

  bringBack(): void {
    if (this.#replaced === null) return;
    this.edit(this.#replaced);
    this.#replaced = null;
  }

  /** Reverts to the saved text. */
  discard(): void {
    this.added = null;
    this.replace(this.#saved ?? '');
  }

  /** Adds an entry for an operation, and selects its path. False if the text has no place for it. */
  add(name: OperationName): boolean {
    const change: TextChange | null = addOperation(this.text, name);
    if (!change) return false;
    const { from, to, insert, select } = change;
    if (insert !== '') this.edit(this.text.slice(0, from) + insert + this.text.slice(to));
    this.added = name;
    this.select(...select);
    return true;
  }

  /** Stores pending text at once, for example when the editor is left. */
  leave(): void {
    clearTimeout(this.#checking);
    if (this.unsaved.stopWaiting()) void this.unsaved.keep();
  }

  /** Saves, and opens the bank again; returns the desk's new state. */
  async save(): Promise<DeskState | null> {
    if (!this.maySave) return null;
    this.busy = true;
    this.error = null;
    const text = this.text;
    this.unsaved.stopWaiting();
    const isAnother = this.check?.isSameBank === false;
    // After the save another bank's journal is open, so this bank's draft is deleted while that is possible.
    if (isAnother) await this.unsaved.forget();
    const outcome = await request('bankFile.save', { bankFile: text });
    this.busy = false;
    if (!outcome.ok) {
      this.error = outcome.error;
      if (isAnother) await this.unsaved.keep();
      return null;
    }
    await this.#settle(text, isAnother);
    return outcome.value;
  }

  async #settle(text: string, isAnother: boolean): Promise<void> {
    this.unsaved.drop();
    this.#replaced = null;
    this.added = null;
    if (isAnother) return;
    this.#saved = text;
    await this.unsaved.forget();
    await this.#check();
  }

  async #check(): Promise<void> {
    const text = this.text;
    const outcome = await request('bankFile.check', { bankFile: text });
    // A check of an older text does not apply to this one.
    if (text !== this.text) return;
    this.error = outcome.ok ? null : outcome.error;
    if (!outcome.ok) return;
    this.check = outcome.value;
    this.#checked = text;
  }
}

/** Whether saving needs a confirmation: real money from now on, or another address. */
export const needsLook = ({ changes, isSameBank }: BankFileCheck): boolean =>
  isSameBank === false || becomesLive(changes);

export const becomesLive = (changes: BankFileCheck['changes']): boolean =>
  changes.some(({ field, after }) => field === 'environment' && after === '"production"');
