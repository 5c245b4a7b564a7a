import { seenOfText } from './page-cache.ts';
import type { CachedPage } from '../entries/incoming.ts';

/**
 * The way of a reading beside the one that was kept. While it is in step, it stands behind each page where that one stood, so that a
 * page which is answered as it was then needs no reading. It is in step behind a page that was read where that page brought the
 * same entries and left the same border; once out of step it stays so.
 */
export class CacheMatch {
  /** As they were kept when the reading began. */
  readonly cached: readonly CachedPage[];
  /** Of this reading, for the next. */
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

  /** Was the page answered like this? */
  isKnown(pageIndex: number, digest: string): boolean {
    return digest !== '' && this.cached[pageIndex]?.digest === digest;
  }

  /** The page to follow instead of reading the next answer; null where that has to be read. */
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

  /** What the pages that were followed since the last call brought; the range must have it before a later page is saved. */
  takeUnsaved(): number[][] {
    const pages = this.#unsaved;
    this.#unsaved = [];
    return pages.map(({ seen }) => seenOfText(seen));
  }

  /** The same for whoever must know their entries' ids before a later page is read. */
  takeUnlisted(): string[] {
    const pages = this.#unlisted;
    this.#unlisted = [];
    return pages.map(({ seen }) => seen);
  }
}
