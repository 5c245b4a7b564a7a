import type { Chip } from '../../../../shared/ipc/accounts/chips.ts';
import type { RouteInput } from '../../../../shared/ipc/contract.ts';
import type { TeamLogFilter, TeamLogRow } from '../../../../shared/ipc/team-log.ts';
import { request } from '../../../state/desk.ts';
import { NewestFirst, pageRows } from '../../../state/records/newest-first.svelte.ts';
import { Resource } from '../../../state/records/resource.svelte.ts';

export type LogFormat = RouteInput<'teamLog.export'>['format'];

export const everything: TeamLogFilter = { person: null, kind: null, search: '' };

/** The filtered log of the team, newest first. */
export class TeamLog extends NewestFirst<TeamLogRow> {
  readonly choices = new Resource(() => request('teamLog.choices', {}));
  filter = $state.raw<TeamLogFilter>(everything);
  /** How the search was understood. */
  chips = $state.raw<readonly Chip[]>([]);

  constructor(search: string) {
    super();
    this.filter = { ...everything, search };
  }

  get isFiltered(): boolean {
    const { person, kind, search } = this.filter;
    return person !== null || kind !== null || search.trim() !== '';
  }

  /** Applies another filter. */
  apply(changed: Partial<TeamLogFilter>): Promise<void> {
    this.filter = { ...this.filter, ...changed };
    return this.refresh();
  }

  /** Writes all that the filter chooses to a file. */
  export = (format: LogFormat) => request('teamLog.export', { ...this.filter, format });

  protected override async read(before: number | undefined) {
    const { filter } = this;
    const page = await request('teamLog.list', { ...filter, before, limit: pageRows });
    if (page.ok && filter === this.filter) this.chips = page.value.chips;
    return page;
  }

  protected override idOf({ id }: TeamLogRow): number {
    return id;
  }
}
