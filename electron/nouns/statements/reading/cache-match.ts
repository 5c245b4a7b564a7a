import { seenOfText } from './page-cache.ts';
import type { KeptPage } from '../entries/incoming.ts';

/**
 * The way of a reading beside the one that was kept. While it is in step, it stands behind each page where that one stood, so that a
 * page which is answered as it was then needs no reading. It is in step behind a page that was read where that page brought the
 * same entries and left the same border; once out of step it stays so.
 */
export class KeptWay {
  /** As they were kept when the reading began. */
  readonly before: readonly KeptPage[];
  /** Of this reading, for the next. */
  readonly pages: KeptPage[] = [];
  #isInStep: boolean;
  #unsaved: KeptPage[] = [];
  #unlisted: KeptPage[] = [];

  constructor(before: readonly KeptPage[]) {
    this.before = before;
    this.#isInStep = before.length > 0;
  }

  get isInStep(): boolean {
    return this.#isInStep;
  }

  /** Was the page answered like this? */
  isKnown(pageIndex: number, digest: string): boolean {
    return digest !== '' && this.before[pageIndex]?.digest === digest;
  }

  /** The page to follow instead of reading the next answer; null where that has to be read. */
  next(digest: string): KeptPage | null {
    const pageIndex = this.pages.length;
    const isKnown = this.#isInStep && this.isKnown(pageIndex, digest);
    return isKnown ? (this.before[pageIndex] ?? null) : null;
  }

  followed(page: KeptPage): void {
    this.pages.push(page);
    this.#unsaved.push(page);
    this.#unlisted.push(page);
  }

  read(page: KeptPage): void {
    const before = this.before[this.pages.length];
    this.pages.push(page);
    this.#isInStep &&= page.seen === before?.seen && page.border === before.border;
  }

  /** What the pages that were followed since the last call brought; the range must have it before a later page is saved. */
  unsaved(): number[][] {
    const pages = this.#unsaved;
    this.#unsaved = [];
    return pages.map(({ seen }) => seenOfText(seen));
  }

  /** The same for whoever must know their entries' ids before a later page is read. */
  unlisted(): string[] {
    const pages = this.#unlisted;
    this.#unlisted = [];
    return pages.map(({ seen }) => seen);
  }
}
