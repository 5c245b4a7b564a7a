import type { ApprovalRule, RulesDraft } from '../../../../shared/team/approval-rules.ts';
import type { AppError, Outcome } from '../../../../shared/errors.ts';
import type { ApprovalRulesView, RulesRehearsal } from '../../../../shared/ipc/approval-rules.ts';
import type { RouteInput } from '../../../../shared/ipc/contract.ts';
import { request } from '../../../state/desk.ts';
import { DraftPlace, type Drafts } from '../../../state/forms/drafts.svelte.ts';
import type { Live } from '../../../state/live.svelte.ts';
import { Resource } from '../../../state/records/resource.svelte.ts';
import { together } from '../../../state/records/together.ts';
import { emptyEntry, entryOf } from './rule-entry.ts';
import { areSameRules, WrittenRules, type RulesForm } from './written-rules.svelte.ts';

const noRules: RulesDraft = { admins: 1, zone: 'UTC', rules: [], limits: [], rates: [] };

/** The rules in force, and those that are written: each change of them is rehearsed before they can be proposed. */
export class ApprovalRulesPage {
  readonly read = new Resource<ApprovalRulesView>(() =>
    request('approvalRules.view', { isFresh: this.#isFresh }),
  );
  readonly rehearsing = new Resource<RulesRehearsal>(() =>
    request('approvalRules.rehearse', { draft: this.draft ?? noRules }),
  );
  #isFresh = false;
  readonly #place: DraftPlace<WrittenRules>;
  /** The draft that was rehearsed last. */
  #rehearsed = $state.raw<RulesDraft | null>(null);
  #busy = $state(false);
  #error = $state.raw<AppError | null>(null);

  readonly view: ApprovalRulesView | null = $derived(this.read.value);
  /** The rehearsal of the current draft; null until it is rehearsed. */
  readonly rehearsal: RulesRehearsal | null = $derived.by(() =>
    this.#rehearsed === this.draft && this.draft !== null ? this.rehearsing.value : null,
  );
  /** Places of rules that the team could not meet, from 0. */
  readonly unmeetable: readonly number[] = $derived.by(() =>
    (this.rehearsal?.rules ?? []).flatMap(({ canBeMet }, place) => (canBeMet ? [] : [place])),
  );
  /** The draft asks something else than the rules in force. */
  readonly isChanged: boolean = $derived.by(
    () => this.draft !== null && !areSameRules(this.draft, this.#inForce()),
  );
  /** Other rules came in force since the draft was begun: proposing it replaces them. */
  readonly isOutrun: boolean = $derived.by(
    () => this.draft !== null && this.#written?.version !== this.#version,
  );
  readonly mayPropose: boolean = $derived.by(
    () => this.isChanged && this.rehearsal !== null && this.unmeetable.length === 0 && !this.#busy,
  );

  constructor(drafts: Drafts) {
    this.#place = new DraftPlace(drafts, 'approval-rules', {
      isDraft: (draft) => draft instanceof WrittenRules,
      again: (written) => WrittenRules.again(written),
    });
  }

  /** The draft of an administrator. It stays when the page is left, and after a restart. */
  get draft(): RulesDraft | null {
    return this.view?.isAdmin === true ? (this.#written?.rules ?? null) : null;
  }

  get form(): RulesForm | null {
    return this.draft === null ? null : (this.#written?.form ?? null);
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

  /** Begins a draft from the rules in force, or continues it. */
  edit(): void {
    if (this.draft === null) this.#begin();
    this.#change({});
  }

  /** Begins anew from the rules in force. */
  beginAgain(): void {
    this.discard();
    this.edit();
  }

  discard(): void {
    this.#place.drop();
    this.#error = null;
  }

  /** Leaves the page: a changed draft stays. */
  leave(): void {
    this.#place.leave();
  }

  /** Opens the form of a rule. `currency`: of a new amount. */
  openRule(place: number, currency: string): void {
    if (this.draft === null) this.edit();
    const rule = this.draft?.rules[place];
    const entry = (rule && entryOf(rule, currency)) ?? emptyEntry(currency);
    this.#open({ kind: 'rule', place: rule === undefined ? -1 : place, entry });
  }

  openLimits(person: string, currency: string): void {
    const limits = this.draft?.limits ?? [];
    this.#open({ kind: 'limits', entry: { limits, person, amount: '', currency } });
  }

  closeForm(): void {
    this.#open(null);
  }

  /** Puts a rule in its place, or after the others. */
  putRule(place: number, rule: ApprovalRule): void {
    const { rules } = this.draft ?? this.#inForce();
    this.#change({
      rules: place < 0 ? [...rules, rule] : rules.map((one, at) => (at === place ? rule : one)),
    });
    this.closeForm();
  }

  addRules(rules: readonly ApprovalRule[]): void {
    this.#change({ rules: [...(this.draft ?? this.#inForce()).rules, ...rules] });
  }

  removeRule(place: number): void {
    this.#change({ rules: (this.draft ?? noRules).rules.filter((_, at) => at !== place) });
    this.closeForm();
  }

  setLimits(limits: RulesDraft['limits']): void {
    this.#change({ limits });
    this.closeForm();
  }

  setAdmins(admins: number): void {
    this.#change({ admins });
  }

  setZone(zone: string): void {
    this.#change({ zone });
  }

  /** Sets or removes the rule that only sending desks send. */
  setSendingDesks(isOnly: boolean): void {
    const { sendingDesks: _before, ...rest } = this.draft ?? this.#inForce();
    this.#set(isOnly ? { ...rest, sendingDesks: 'only' } : rest);
  }

  /** Sets or removes the rule that a second person releases new bank details. */
  setPayeeRelease(isOn: boolean): void {
    const { payeeRelease: _before, ...rest } = this.draft ?? this.#inForce();
    this.#set(isOn ? { ...rest, payeeRelease: 'second-person' } : rest);
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

  refuse = (proposal: string, words: string): Promise<boolean> =>
    this.#step(() => request('approvalRules.refuse', { proposal, words }));

  withdraw = (proposal: string): Promise<boolean> =>
    this.#step(() => request('approvalRules.withdraw', { proposal }));

  delegate = (wanted: RouteInput<'approvalRules.delegate'>): Promise<boolean> =>
    this.#step(() => request('approvalRules.delegate', wanted));

  endDelegation = (delegation: string): Promise<boolean> =>
    this.#step(() => request('approvalRules.endDelegation', { delegation }));

  clearError(): void {
    this.#error = null;
  }

  get #written(): WrittenRules | null {
    return this.#place.current;
  }

  /** The number of the rules in force; 0 for none. */
  get #version(): number {
    return this.view?.inForce?.version ?? 0;
  }

  #inForce(): RulesDraft {
    const inForce = this.view?.inForce ?? null;
    if (inForce === null) return noRules;
    const { version: _version, rules, ...rest } = inForce;
    return { ...rest, rules: rules.map(({ when, need }) => ({ when, need })) };
  }

  #begin(): void {
    this.#place.begin(() => new WrittenRules(this.#inForce(), this.#version));
  }

  #open(form: RulesForm | null): void {
    const written = this.#written;
    if (written !== null) written.form = form;
  }

  #change(changed: Partial<RulesDraft>): void {
    this.#set({ ...(this.draft ?? this.#inForce()), ...changed });
  }

  #set(draft: RulesDraft): void {
    if (this.draft === null) this.#begin();
    const written = this.#written;
    if (written !== null) written.rules = draft;
    this.#error = null;
    void this.#rehearse();
  }

  /** Rehearses the draft again after a change. */
  async #rehearse(): Promise<void> {
    const { draft } = this;
    if (draft === null || this.rehearsing.busy) return;
    await this.rehearsing.refresh();
    if (this.draft === draft) this.#rehearsed = this.rehearsing.error ? null : draft;
    else await this.#rehearse();
  }

  /** Runs one step at a time; a step that the person declined is no error. */
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
    // The members of the team decide which rules can be met.
    await this.#rehearse();
  }
}
