import type { AppError, Outcome } from '../../../shared/errors.ts';
import type { RouteInput } from '../../../shared/ipc/contract.ts';
import type { ChosenTeamFile, TeamClaim, TeamView } from '../../../shared/ipc/team.ts';
import type { Role } from '../../../shared/team/roles.ts';
import { request } from '../../state/desk.ts';
import type { Live } from '../../state/live.svelte.ts';
import { Resource } from '../../state/records/resource.svelte.ts';

export type FileKind = RouteInput<'team.chooseFile'>['kind'];

/** Milliseconds between looks at the server while a desk waits to be admitted. */
const lookAgainMs = 3_000;

/** The team of this desk: its view, the files that were chosen for founding or joining, and the steps that change it. */
export class TeamPage {
  readonly read = new Resource<TeamView>(() => request('team.view', { isFresh: this.#isFresh }));
  readonly claims = new Resource<{ claims: readonly TeamClaim[] }>(() =>
    request('team.claims', {}),
  );
  #isFresh = false;
  #files = $state.raw<Partial<Record<FileKind, ChosenTeamFile>>>({});
  #busy = $state(false);
  #error = $state.raw<AppError | null>(null);
  /** Who signed the last step, where it waits for other administrators: nothing else is wrong with it. */
  #signed = $state.raw<AppError | null>(null);

  get view(): TeamView | null {
    return this.read.value;
  }

  get busy(): boolean {
    return this.#busy;
  }

  /** Why the last step was refused; a new step clears it. */
  get error(): AppError | null {
    return this.#error;
  }

  /** The record of a step that other administrators must sign too; null if it is complete, or refused. */
  get signed(): AppError | null {
    return this.#signed;
  }

  file(kind: FileKind): ChosenTeamFile | null {
    return this.#files[kind] ?? null;
  }

  /** Reads from this desk alone, then from the server; and again when the record changed, or while a desk waits. */
  start(live: Live): () => void {
    void this.#refresh(false).then(() => this.#refresh(true));
    const stops = [
      live.on('team', () => void this.#refresh(false)),
      live.on('desk.changed', () => void this.#refresh(false)),
    ];
    const looking = setInterval(() => void this.#lookAgain(), lookAgainMs);
    return () => {
      clearInterval(looking);
      for (const stop of stops) stop();
    };
  }

  lookNow = (): Promise<void> => this.#refresh(true);

  clearError(): void {
    this.#error = null;
  }

  async chooseFile(kind: FileKind): Promise<void> {
    const done = await this.#step(() => request('team.chooseFile', { kind }));
    if (done?.file) this.#files = { ...this.#files, [kind]: done.file };
  }

  found = (wanted: RouteInput<'team.found'>): Promise<boolean> =>
    this.#put(() => request('team.found', wanted));

  join = (): Promise<boolean> => this.#put(() => request('team.join', {}));

  goOn = (areDifferencesSeen: boolean): Promise<boolean> =>
    this.#put(() => request('team.continue', { areDifferencesSeen }));

  invite = (name: string, roles: readonly Role[]) =>
    this.#step(() => request('team.invite', { name, roles: [...roles] }));

  /** Admits a desk. Returns its name and roles; null if no desk has these words. */
  async admit(words: readonly string[]) {
    const admitted = await this.#step(() => request('team.admit', { words: [...words] }));
    if (admitted) await this.#refresh(true);
    return admitted;
  }

  revoke = (key: string, why: string): Promise<boolean> =>
    this.#put(() => request('team.revoke', { key, why }));

  lookUp = (reference: string) => this.#step(() => request('team.lookUp', { reference }));

  async takeOver(reference: string, isFoundAtBank: boolean) {
    const done = await this.#step(() => request('team.takeOver', { reference, isFoundAtBank }));
    if (done || this.#signed) await this.claims.refresh();
    return done;
  }

  async repair() {
    const done = await this.#step(() => request('team.repair', {}));
    if (done) this.read.put(done.view);
    return done;
  }

  setAside = (name: string): Promise<boolean> =>
    this.#put(() => request('team.setAside', { name }));

  check = () => this.#step(() => request('team.check', {}));

  async leave() {
    const done = await this.#step(() => request('team.leave', {}));
    if (done) this.read.put(done.view);
    return done;
  }

  async end(): Promise<boolean> {
    const isEnded = await this.#put(() => request('team.end', {}));
    if (this.#signed) await this.#refresh(false);
    return isEnded;
  }

  async #put(ask: () => Promise<Outcome<TeamView>>): Promise<boolean> {
    const view = await this.#step(ask);
    if (view) this.read.put(view);
    return view !== null;
  }

  /** Runs one step at a time. Null if it was refused; a step that the person declined is no error. */
  async #step<T>(ask: () => Promise<Outcome<T>>): Promise<T | null> {
    if (this.#busy) return null;
    this.#busy = true;
    this.#error = null;
    this.#signed = null;
    const outcome = await ask();
    this.#busy = false;
    if (outcome.ok) return outcome.value;
    const { error } = outcome;
    if (error.code === 'team.signatures') this.#signed = error;
    else if (error.code !== 'declined') this.#error = error;
    return null;
  }

  #refresh(isFresh: boolean): Promise<void> {
    this.#isFresh = isFresh;
    return this.read.refresh();
  }

  /** Looks at the server again: a waiting desk, whether it was admitted; an administrator, whether a desk waits. */
  async #lookAgain(): Promise<void> {
    const { view } = this;
    if (!view || this.#busy || this.read.busy || document.hidden) return;
    const isWaiting = view.membership === 'joining' && view.words.length > 0;
    const isUnfinished = view.membership === 'importing' && view.differences.length === 0;
    if (isWaiting || isUnfinished) await this.#lookWhetherIn();
    else if (view.isAdmin && view.invitations.length > 0) await this.#refresh(true);
  }

  /** A failed look is no failed step: the look is repeated. */
  async #lookWhetherIn(): Promise<void> {
    const outcome = await request('team.continue', { areDifferencesSeen: false });
    if (outcome.ok && !this.#busy) this.read.put(outcome.value);
  }
}
