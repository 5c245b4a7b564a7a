import { seenOfText } from './page-cache.ts';
import type { CachedPage } from '../entries/incoming.ts';

/**
 * Tracks page by page whether this reading still matches the cached one. While it matches, a page with the same digest is skipped.
 * After reading a page it still matches if the page had the same entries and left the same state. Once it differs it never matches
 * again.
 */
export class CacheMatch {
  /** The pages cached when the reading began. */
  readonly cached: readonly CachedPage[];
  /** The pages of this reading, for the next one. */
  readonly pages: CachedPage[] = [];
  #isMatching: boolean;
  #unsaved: CachedPage[] = [];
  #unlisted: CachedPage[] = [];

  constructor(before: readonly CachedPage[]) {
    this.cached = before;
    this.#isMatching = before.length > 0;
  }

  get isMatching(): boolean {
    return this.#isMatching;
  }

  /** Does the cached page have this digest? */
  isKnown(pageIndex: number, digest: string): boolean {
    return digest !== '' && this.cached[pageIndex]?.digest === digest;
  }

  /** Returns the cached page to use for the next response; null if the response must be read. */
  next(digest: string): CachedPage | null {
    const pageIndex = this.pages.length;
    const isKnown = this.#isMatching && this.isKnown(pageIndex, digest);
    return isKnown ? (this.cached[pageIndex] ?? null) : null;
  }

  recordSkipped(page: CachedPage): void {
    this.pages.push(page);
    this.#unsaved.push(page);
    this.#unlisted.push(page);
  }

  recordRead(page: CachedPage): void {
    const before = this.cached[this.pages.length];
    this.pages.push(page);
    this.#isMatching &&= page.seen === before?.seen && page.border === before.border;
  }

  /** Returns the entries of the pages skipped since the last call. The range needs them before a later page is saved. */
  takeUnsaved(): number[][] {
    const pages = this.#unsaved;
    this.#unsaved = [];
    return pages.map(({ seen }) => seenOfText(seen));
  }

  /** Returns the entries of the pages skipped since the last call, to look up their ids before a later page is read. */
  takeUnlisted(): string[] {
    const pages = this.#unlisted;
    this.#unlisted = [];
    return pages.map(({ seen }) => seen);
  }
}
