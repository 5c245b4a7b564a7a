import type { BankEvent } from '../../../../shared/ipc/review/timeline.ts';
import { request } from '../../../state/desk.ts';
import { NewestFirst, pageRows } from '../../../state/records/newest-first.svelte.ts';
import { paced } from '../../../state/records/paced.ts';
import { linesOf, type Line } from './timeline-lines.ts';
import { kindChoices } from './timeline-labels.ts';

const pauseMs = 150;

/** The events that polling found, newest first; all, or only those of the filter. */
export class TimelineState extends NewestFirst<BankEvent> {
  search = $state('');
  /** The filter by kinds; empty for everything. */
  choice = $state('');

  readonly lines: readonly Line[] = $derived.by(() => linesOf(this.rows));

  get isNarrowed(): boolean {
    return this.search.trim() !== '' || this.choice !== '';
  }

  readonly #searchSoon = paced(() => void this.refresh(), pauseMs);

  find(text: string): void {
    this.search = text;
    this.#searchSoon();
  }

  choose(choice: string): void {
    this.choice = choice;
    void this.refresh();
  }

  showEverything(): void {
    this.search = '';
    this.choose('');
  }

  protected override read(before: number | undefined) {
    const kinds = kindChoices.find(({ value }) => value === this.choice)?.kinds;
    return request('timeline.list', {
      before,
      limit: pageRows,
      search: this.search,
      ...(kinds ? { kinds: [...kinds] } : {}),
    });
  }

  protected override idOf({ eventId }: BankEvent): number {
    return eventId;
  }
}
