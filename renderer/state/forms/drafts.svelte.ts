import { SvelteMap } from 'svelte/reactivity';

import type { AppError } from '../../../shared/errors.ts';
import { request } from '../desk.ts';
import { DraftPen } from './draft-pen.ts';

type Kind =
  | 'account'
  | 'approval-rules'
  | 'bank-file'
  | 'network'
  | 'beneficiary'
  | 'note'
  | 'close'
  | 'new-beneficiary'
  | 'payment'
  | 'conversion'
  | 'remittance'
  | 'receivable'
  | 'webhook';

/** A begun form: stored as `written` while it is a draft, and restored from that. */
export type Begun = { readonly isDraft: boolean; readonly written: unknown };

type Written = { readonly text: string; readonly written: unknown };

type Draft = Begun | string | Readonly<Record<string, string>>;

/** Restores a form from its stored text; null if that can no longer be read. */
type MakeAgain = (written: unknown) => Begun | null;

/**
 * The typed and neither sent nor discarded texts, by kind and subject. They outlive the views, a lock and the program, which stores them
 * encrypted, but not the bank.
 */
export class Drafts {
  readonly #drafts = new SvelteMap<string, unknown>();
  #profileId: string | null = null;
  /** Functions that store texts on this machine which so far only this window has. */
  readonly #unwritten = new Set<() => Promise<void>>();
  readonly #pen: DraftPen;
  readonly #makers = new Map<string, MakeAgain>();
  /** Stored drafts that wait for the feature that restores them. */
  readonly #asWritten = new Map<string, Written>();
  /** Stored drafts that could not be read: from an older version, or damaged. They stay unchanged. */
  readonly #unread = new Map<string, string>();
  readonly #watches = new Map<string, () => void>();

  /** `onFailure` is called when drafts cannot be stored. */
  constructor(onFailure: (error: AppError) => void = () => undefined) {
    this.#pen = new DraftPen(onFailure);
  }

  /**
   * Drops the drafts of another bank, and loads the stored ones of this one. A lock keeps them: nothing entered is lost. True if they were
   * loaded.
   */
  async belongTo(profileId: string | null): Promise<boolean> {
    if (this.#profileId === profileId) {
      await this.#pen.writeNow();
      return false;
    }
    this.#profileId = profileId;
    this.stop();
    this.#drafts.clear();
    this.#asWritten.clear();
    this.#unread.clear();
    this.#pen.forget();
    if (profileId === null) return false;
    const outcome = await request('drafts.begun', {});
    if (!outcome.ok) return false;
    for (const { key, text } of outcome.value.rows) {
      const written = await jsonIn(text);
      if (this.#profileId !== profileId) return false;
      this.#bringBack(key, text, written);
    }
    return true;
  }

  /** The prefix of every storage key of this bank's drafts. */
  get keyStart(): string {
    return this.#inked('');
  }

  /** Stops following all forms. */
  stop = (): void => {
    for (const stop of this.#watches.values()) stop();
    this.#watches.clear();
  };

  /** Undefined if there is no draft; its type is known only to the feature that stored it. */
  get(kind: Kind, subject: string): unknown {
    return this.#drafts.get(keyOf(kind, subject));
  }

  keep(kind: Kind, subject: string, draft: Draft): void {
    const key = keyOf(kind, subject);
    this.#asWritten.delete(key);
    this.#preserveUnread(key);
    if (isBegun(draft)) this.#watch(key, () => draft);
    else {
      this.#drafts.set(key, draft);
      if (!isWrittenElsewhere(kind, subject))
        this.#pen.put(this.#inked(key), JSON.stringify(draft));
    }
  }

  drop(kind: Kind, subject: string): void {
    const key = keyOf(kind, subject);
    if (!this.#unread.has(key)) void this.#forget(key);
  }

  /** Discards the draft under a key, also if no form could be restored from it. */
  async discard(inked: string, text: string): Promise<void> {
    const key = inked.slice(this.keyStart.length);
    this.#pen.knows(inked, text);
    this.#unread.delete(key);
    await this.#forget(key);
  }

  /** Restores a discarded draft. False if another was begun since: the restored one then gets a key of its own. */
  async putBack(inked: string, text: string): Promise<boolean> {
    const key = inked.slice(this.keyStart.length);
    const draft = this.#drafts.get(key);
    const isFree =
      (draft === undefined || isEmptyForm(draft)) &&
      !this.#asWritten.has(key) &&
      !this.#unread.has(key);
    if (isFree) {
      this.#drafts.delete(key);
      this.#pen.put(inked, text);
      this.#bringBack(inked, text, await jsonIn(text));
    } else this.#preserve(key, text);
    await this.#pen.writeNow();
    return isFree;
  }

  /** Registers how a feature restores its kind of form; waiting drafts are restored. */
  makesAgain(kind: Kind, make: MakeAgain): void {
    this.#makers.set(kind, make);
    for (const key of this.#asWritten.keys()) if (kindOf(key) === kind) this.#makeAgain(key);
  }

  /** Registers a write that will happen soon. */
  willWrite(write: () => Promise<void>): void {
    this.#unwritten.add(write);
  }

  /** Removes a write that has happened, or is no longer needed. */
  hasWritten(write: () => Promise<void>): void {
    this.#unwritten.delete(write);
  }

  /** Runs the pending writes before the local copy is closed. */
  writeNow = async (): Promise<void> => {
    await Promise.all([this.#pen.writeNow(), ...[...this.#unwritten].map((write) => write())]);
  };

  #bringBack(inked: string, text: string, written: unknown): void {
    const start = this.#inked('');
    const key = inked.slice(start.length);
    // A draft begun since then takes precedence over the stored one.
    if (!inked.startsWith(start) || this.#drafts.has(key)) return;
    this.#pen.knows(inked, text);
    if (written === null) this.#unread.set(key, text);
    else if (plainKinds.has(kindOf(key))) this.#drafts.set(key, written);
    else {
      this.#asWritten.set(key, { text, written });
      this.#makeAgain(key);
    }
  }

  /** Moves an unreadable draft to a key of its own when another is begun in its place. */
  #preserveUnread(key: string): void {
    const text = this.#unread.get(key);
    this.#unread.delete(key);
    if (text !== undefined) this.#preserve(key, text);
  }

  #preserve(key: string, text: string): void {
    this.#pen.put(this.#inked(`aside ${key} ${new Date().toISOString()}`), text);
  }

  async #forget(key: string): Promise<void> {
    this.#drafts.delete(key);
    this.#asWritten.delete(key);
    this.#watches.get(key)?.();
    this.#watches.delete(key);
    this.#pen.put(this.#inked(key), null);
    await this.#pen.writeNow();
  }

  #makeAgain(key: string): void {
    const make = this.#makers.get(kindOf(key));
    if (!make) return;
    const before = this.#asWritten.get(key);
    this.#asWritten.delete(key);
    if (before) this.#watch(key, () => make(before.written), before.text);
  }

  /** Follows a form independently of the component that asked for it. If `text` was stored it must be in the form. */
  #watch(key: string, made: () => Begun | null, text?: string): void {
    this.#watches.get(key)?.();
    const stop = $effect.root(() => {
      const draft = made();
      if (text !== undefined && draft?.isDraft !== true) this.#unread.set(key, text);
      else if (draft !== null) this.#follow(key, draft);
    });
    this.#watches.set(key, stop);
  }

  #follow(key: string, draft: Begun): void {
    this.#drafts.set(key, draft);
    $effect(() => {
      this.#pen.put(this.#inked(key), draft.isDraft ? JSON.stringify(draft.written) : null);
    });
  }

  /** The storage key: a bank's drafts are loaded for no other bank. */
  #inked(key: string): string {
    return `begun ${this.#profileId ?? ''} ${key}`;
  }
}

const keyOf = (kind: Kind, subject: string): string => `${kind} ${subject}`;
const kindOf = (key: string): string => key.slice(0, key.indexOf(' '));

/** Kinds that are plain texts, not forms. */
const plainKinds: ReadonlySet<string> = new Set<Kind>(['note', 'close', 'network', 'bank-file']);

/** The text of a known bank file is stored by its own editor. */
const isWrittenElsewhere = (kind: Kind, subject: string): boolean =>
  kind === 'bank-file' && subject !== 'new';

const isBegun = (draft: Draft): draft is Begun => typeof draft === 'object' && 'isDraft' in draft;

const isEmptyForm = (draft: unknown): boolean =>
  typeof draft === 'object' && draft !== null && 'isDraft' in draft && draft.isDraft === false;

/** The parsed JSON; null if the text is no JSON. */
const jsonIn = (text: string): Promise<unknown> =>
  new Promise((resolve) => resolve(JSON.parse(text))).catch(() => null);

/** The only draft of a kind: begun once, continued, and dropped when it was sent, discarded, or left empty. */
export class DraftPlace<D extends Begun> {
  readonly #drafts: Drafts;
  readonly #kind: Kind;
  readonly #isDraft: (draft: unknown) => draft is D;

  constructor(
    drafts: Drafts,
    kind: Kind,
    {
      isDraft,
      again,
    }: {
      readonly isDraft: (draft: unknown) => draft is D;
      readonly again: (written: unknown) => D | null;
    },
  ) {
    this.#drafts = drafts;
    this.#kind = kind;
    this.#isDraft = isDraft;
    drafts.makesAgain(kind, again);
  }

  /** The draft that was begun and neither sent nor discarded. */
  get current(): D | null {
    const draft = this.#drafts.get(this.#kind, 'new');
    return this.#isDraft(draft) ? draft : null;
  }

  /** True if something was typed. */
  get isBegun(): boolean {
    return this.current?.isDraft === true;
  }

  /** Continues the draft, or begins a new one. */
  begin(made: () => D): void {
    if (!this.isBegun) this.#drafts.keep(this.#kind, 'new', made());
  }

  leave(): void {
    if (!this.isBegun) this.drop();
  }

  drop(): void {
    this.#drafts.drop(this.#kind, 'new');
  }
}
