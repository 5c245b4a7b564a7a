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

/** A form that was begun: written down as `written` says it for as long as it is a draft, and made anew from that. */
export type Begun = { readonly isDraft: boolean; readonly written: unknown };

type Written = { readonly text: string; readonly written: unknown };

type Draft = Begun | string | Readonly<Record<string, string>>;

/** Makes a form anew from what was written down of it; null where that cannot be read any more. */
type MakeAgain = (written: unknown) => Begun | null;

/**
 * What was typed and neither sent nor discarded, by its kind and subject. It outlives the views, a lock and the program, which
 * keeps it encrypted, but not the bank.
 */
export class Drafts {
  readonly #drafts = new SvelteMap<string, unknown>();
  #profileId: string | null = null;
  /** What writes down, on this machine, a text that so far only this window has. */
  readonly #unwritten = new Set<() => Promise<void>>();
  readonly #pen: DraftPen;
  readonly #makers = new Map<string, MakeAgain>();
  /** Written down before, and waiting for the feature that makes it anew. */
  readonly #asWritten = new Map<string, Written>();
  /** Written down before, and not read: by an older desk, or damaged. It stays as it is. */
  readonly #unread = new Map<string, string>();
  readonly #watches = new Map<string, () => void>();

  /** `onFailure` is called when drafts cannot be written down. */
  constructor(onFailure: (error: AppError) => void = () => undefined) {
    this.#pen = new DraftPen(onFailure);
  }

  /**
   * Forgets the drafts of another bank, and brings those that were written down of this one. Locking keeps them: nothing entered is lost.
   * True where they were brought.
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

  /** What every key of this bank begins with, under which a draft is written down. */
  get keyStart(): string {
    return this.#inked('');
  }

  /** Follows no form any more. */
  stop = (): void => {
    for (const stop of this.#watches.values()) stop();
    this.#watches.clear();
  };

  /** Undefined where nothing was begun; what it is, only the feature knows that kept it. */
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

  /** Discards what is written under a key, also where no form could be made of it. */
  async discard(inked: string, text: string): Promise<void> {
    const key = inked.slice(this.keyStart.length);
    this.#pen.knows(inked, text);
    this.#unread.delete(key);
    await this.#forget(key);
  }

  /** Puts back what was discarded. Where another was begun meanwhile it is set aside, and that is false. */
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

  /** A feature says how a form of its kind is made anew; those that wait for it are. */
  makesAgain(kind: Kind, make: MakeAgain): void {
    this.#makers.set(kind, make);
    for (const key of this.#asWritten.keys()) if (kindOf(key) === kind) this.#makeAgain(key);
  }

  /** Something waits to be written down soon. */
  willWrite(write: () => Promise<void>): void {
    this.#unwritten.add(write);
  }

  /** It was written down, or need not be any more. */
  hasWritten(write: () => Promise<void>): void {
    this.#unwritten.delete(write);
  }

  /** Writes down what waits for it, before the local copy that keeps it is closed. */
  writeNow = async (): Promise<void> => {
    await Promise.all([this.#pen.writeNow(), ...[...this.#unwritten].map((write) => write())]);
  };

  #bringBack(inked: string, text: string, written: unknown): void {
    const start = this.#inked('');
    const key = inked.slice(start.length);
    // What was begun since goes before what was written.
    if (!inked.startsWith(start) || this.#drafts.has(key)) return;
    this.#pen.knows(inked, text);
    if (written === null) this.#unread.set(key, text);
    else if (plainKinds.has(kindOf(key))) this.#drafts.set(key, written);
    else {
      this.#asWritten.set(key, { text, written });
      this.#makeAgain(key);
    }
  }

  /** What lies where another is begun, and could not be read, goes on lying there under a key of its own. */
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

  /** Whoever asked for it may go: the form, and what follows it, stay. Where `text` was written down it must be in the form. */
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

  /** Under which it is written down: a bank's drafts are brought back for no other. */
  #inked(key: string): string {
    return `begun ${this.#profileId ?? ''} ${key}`;
  }
}

const keyOf = (kind: Kind, subject: string): string => `${kind} ${subject}`;
const kindOf = (key: string): string => key.slice(0, key.indexOf(' '));

/** Those that are a text or texts, and no form. */
const plainKinds: ReadonlySet<string> = new Set<Kind>(['note', 'close', 'network', 'bank-file']);

/** The text of a bank file that is known is kept by its own editor. */
const isWrittenElsewhere = (kind: Kind, subject: string): boolean =>
  kind === 'bank-file' && subject !== 'new';

const isBegun = (draft: Draft): draft is Begun => typeof draft === 'object' && 'isDraft' in draft;

const isEmptyForm = (draft: unknown): boolean =>
  typeof draft === 'object' && draft !== null && 'isDraft' in draft && draft.isDraft === false;

/** Null for what is none. */
const jsonIn = (text: string): Promise<unknown> =>
  new Promise((resolve) => resolve(JSON.parse(text))).catch(() => null);

/** The one draft of a kind: begun once, gone on with, and dropped when it was sent, discarded, or left with nothing in it. */
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

  /** What was begun and neither sent nor discarded. */
  get current(): D | null {
    const draft = this.#drafts.get(this.#kind, 'new');
    return this.#isDraft(draft) ? draft : null;
  }

  /** Something was typed that a person would miss. */
  get isBegun(): boolean {
    return this.current?.isDraft === true;
  }

  /** Goes on with what was typed, or begins anew. */
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
