import type { ApprovalRule, RulesDraft } from '../../../../shared/team/approval-rules.ts';
import type { AppError, Outcome } from '../../../../shared/errors.ts';
import type { ApprovalRulesView, RulesRehearsal } from '../../../../shared/ipc/approval-rules.ts';
import type { RouteInput } from '../../../../shared/ipc/contract.ts';
import { request } from '../../../state/desk.ts';
import type { Live } from '../../../state/live.svelte.ts';
import { Resource } from '../../../state/records/resource.svelte.ts';
import { together } from '../../../state/records/together.ts';

/** What the pane asks for. `place`: of the rule that is edited, -1 for a new one. */
export type RulesForm =
  | { readonly kind: 'rule'; readonly place: number }
  | { readonly kind: 'limits' };

const noRules: RulesDraft = { admins: 1, zone: 'UTC', rules: [], limits: [], rates: [] };

/** The rules in force, and those that are written: each change of them is rehearsed before they can be proposed. */
export class ApprovalRulesPage {
  readonly read = new Resource<ApprovalRulesView>(() =>
    request('approvalRules.view', { isFresh: this.#isFresh }),
  );
  readonly rehearsing = new Resource<RulesRehearsal>(() =>
    request('approvalRules.rehearse', { draft: $state.snapshot(this.#draft) ?? noRules }),
  );
  #isFresh = false;
  #draft = $state.raw<RulesDraft | null>(null);
  /** The draft that was rehearsed last. */
  #rehearsed = $state.raw<RulesDraft | null>(null);
  #form = $state.raw<RulesForm | null>(null);
  #busy = $state(false);
  #error = $state.raw<AppError | null>(null);

  readonly view: ApprovalRulesView | null = $derived(this.read.value);
  /** Of the draft as it is now; null until it was rehearsed. */
  readonly rehearsal: RulesRehearsal | null = $derived.by(() =>
    this.#rehearsed === this.#draft && this.#draft !== null ? this.rehearsing.value : null,
  );
  /** Places of rules that the team could not meet, from 0. */
  readonly unmeetable: readonly number[] = $derived.by(() =>
    (this.rehearsal?.rules ?? []).flatMap(({ canBeMet }, place) => (canBeMet ? [] : [place])),
  );
  /** The draft is that of the rules in force. */
  readonly isChanged: boolean = $derived.by(
    () => this.#draft !== null && JSON.stringify(this.#draft) !== JSON.stringify(this.#inForce()),
  );
  readonly mayPropose: boolean = $derived.by(
    () => this.isChanged && this.rehearsal !== null && this.unmeetable.length === 0 && !this.#busy,
  );

  get draft(): RulesDraft | null {
    return this.#draft;
  }

  get form(): RulesForm | null {
    return this.#form;
  }

  get busy(): boolean {
    return this.#busy;
  }

  /** Why the last step was refused; a new step clears it. */
  get error(): AppError | null {
    return this.#error;
  }

  /** Reads from this desk alone, then from the server; and again when the record moved. */
  start(live: Live): () => void {
    void this.#refresh(false).then(() => this.#refresh(true));
    return together(
      live.on('team', () => void this.#refresh(false)),
      live.on('desk.changed', () => void this.#refresh(false)),
    );
  }

  refreshNow = (): Promise<void> => this.#refresh(true);

  /** Begins to write rules from those in force. */
  edit(): void {
    this.#set(this.#draft ?? this.#inForce());
  }

  discard(): void {
    this.#draft = null;
    this.#form = null;
    this.#error = null;
  }

  open(form: RulesForm): void {
    if (this.#draft === null) this.edit();
    this.#form = form;
  }

  closeForm(): void {
    this.#form = null;
  }

  /** Puts a rule in its place, or behind the others. */
  putRule(place: number, rule: ApprovalRule): void {
    const { rules } = this.#draft ?? this.#inForce();
    this.#change({
      rules: place < 0 ? [...rules, rule] : rules.map((one, at) => (at === place ? rule : one)),
    });
    this.#form = null;
  }

  addRules(rules: readonly ApprovalRule[]): void {
    this.#change({ rules: [...(this.#draft ?? this.#inForce()).rules, ...rules] });
  }

  removeRule(place: number): void {
    this.#change({ rules: (this.#draft ?? noRules).rules.filter((_, at) => at !== place) });
    this.#form = null;
  }

  setLimits(limits: RulesDraft['limits']): void {
    this.#change({ limits });
    this.#form = null;
  }

  setAdmins(admins: number): void {
    this.#change({ admins });
  }

  setZone(zone: string): void {
    this.#change({ zone });
  }

  rehearseAgain = (): Promise<void> => this.#rehearse();

  /** True where the rules were proposed. */
  async propose(): Promise<boolean> {
    const { rehearsal } = this;
    if (rehearsal === null || !this.mayPropose) return false;
    const done = await this.#step(() =>
      request('approvalRules.propose', { rehearsal: rehearsal.rehearsal }),
    );
    if (done) this.discard();
    return done;
  }

  sign = (proposal: string): Promise<boolean> =>
    this.#step(() => request('approvalRules.sign', { proposal }));

  withdraw = (proposal: string): Promise<boolean> =>
    this.#step(() => request('approvalRules.withdraw', { proposal }));

  delegate = (wanted: RouteInput<'approvalRules.delegate'>): Promise<boolean> =>
    this.#step(() => request('approvalRules.delegate', wanted));

  endDelegation = (delegation: string): Promise<boolean> =>
    this.#step(() => request('approvalRules.endDelegation', { delegation }));

  clearError(): void {
    this.#error = null;
  }

  #inForce(): RulesDraft {
    const inForce = this.view?.inForce ?? null;
    if (inForce === null) return noRules;
    const { admins, zone, limits, rates } = inForce;
    const rules = inForce.rules.map(({ when, need }) => ({ when, need }));
    return { admins, zone, rules, limits, rates };
  }

  #change(changed: Partial<RulesDraft>): void {
    this.#set({ ...(this.#draft ?? this.#inForce()), ...changed });
  }

  #set(draft: RulesDraft): void {
    this.#draft = draft;
    this.#error = null;
    void this.#rehearse();
  }

  /** What changed meanwhile is rehearsed again. */
  async #rehearse(): Promise<void> {
    const draft = this.#draft;
    if (draft === null || this.rehearsing.busy) return;
    await this.rehearsing.refresh();
    if (this.#draft === draft) this.#rehearsed = this.rehearsing.error ? null : draft;
    else await this.#rehearse();
  }

  /** One step at a time; what a person declined is no error. */
  async #step(ask: () => Promise<Outcome<ApprovalRulesView>>): Promise<boolean> {
    if (this.#busy) return false;
    this.#busy = true;
    this.#error = null;
    const outcome = await ask();
    this.#busy = false;
    if (outcome.ok) this.read.put(outcome.value);
    else if (outcome.error.code !== 'declined') this.#error = outcome.error;
    return outcome.ok;
  }

  async #refresh(isFresh: boolean): Promise<void> {
    this.#isFresh = isFresh;
    await this.read.refresh();
    // Who belongs to the team decides what can be met.
    if (this.#draft !== null) await this.#rehearse();
  }
}
