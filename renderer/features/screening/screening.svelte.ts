import type { AppError } from '../../../shared/errors.ts';
import type {
  AddedLists,
  MatchState,
  NameCheck,
  ScreeningMatch,
  ScreeningView,
} from '../../../shared/ipc/review/screening.ts';
import { request } from '../../state/desk.ts';
import type { Notices } from '../../state/notices.svelte.ts';
import { Resource } from '../../state/records/resource.svelte.ts';
import { addLists } from './add-lists.ts';
import { addedText } from './screening-labels.ts';

/** The sanctions lists, their matches with the names that the desk knows, and the decisions about them. */
export class ScreeningState {
  readonly view = new Resource<ScreeningView>(() => request('screening.view', {}));
  readonly #notices: Notices;
  selectedId = $state<string | null>(null);
  /** The running action: lists are added, or all names are screened. */
  doing = $state<'adding' | 'screening' | null>(null);
  error = $state.raw<AppError | null>(null);
  refused = $state.raw<AddedLists['refused']>([]);
  check = $state.raw<(NameCheck & { readonly name: string }) | null>(null);

  readonly matches: readonly ScreeningMatch[] = $derived.by(() => this.view.value?.matches ?? []);
  readonly selectedIndex: number = $derived.by(() =>
    this.matches.findIndex(({ matchId }) => matchId === this.selectedId),
  );
  readonly selected: ScreeningMatch | null = $derived.by(
    () => this.matches[this.selectedIndex] ?? null,
  );

  constructor(notices: Notices) {
    this.#notices = notices;
  }

  async add(files: readonly File[]): Promise<void> {
    if (this.doing !== null || files.length === 0) return;
    this.doing = 'adding';
    await this.#add(files);
    this.doing = null;
  }

  async #add(files: readonly File[]): Promise<void> {
    this.error = null;
    this.refused = [];
    const added = await addLists(files);
    if (!added.ok) {
      this.error = added.error;
      return;
    }
    this.refused = added.value.refused;
    if (added.value.added.length > 0) this.#notices.show(addedText(added.value.added));
    await this.view.refresh();
  }

  async remove(listId: string): Promise<void> {
    const removed = await request('screening.remove', { listId });
    this.error = removed.ok ? null : removed.error;
    await this.view.refresh();
  }

  async run(): Promise<void> {
    if (this.doing !== null) return;
    this.doing = 'screening';
    const run = await request('screening.run', {});
    this.error = run.ok ? null : run.error;
    this.doing = null;
    await this.view.refresh();
  }

  async look(name: string): Promise<void> {
    const found = await request('screening.check', { name });
    this.error = found.ok ? null : found.error;
    this.check = found.ok ? { ...found.value, name } : null;
  }

  /** Records a decision. True on success. */
  async decide(
    { matchId }: ScreeningMatch,
    decision: { readonly decision: MatchState; readonly reason: string; readonly by: string },
  ): Promise<boolean> {
    const decided = await request('screening.decide', { matchId, ...decision });
    this.error = decided.ok ? null : decided.error;
    await this.view.refresh();
    return decided.ok;
  }
}
