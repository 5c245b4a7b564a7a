import type { Outcome, AppError } from '../../../shared/errors.ts';
import {
  tagText,
  type Rule,
  type RuleContent,
  type RuleCount,
} from '../../../shared/ipc/review/rules.ts';
import { readTyped } from '../../state/forms/entered-amount.ts';
import { err, ok, type Result } from '../../../shared/result.ts';
import { request } from '../../state/desk.ts';
import type { Notices } from '../../state/notices.svelte.ts';
import { Resource } from '../../state/records/resource.svelte.ts';
import { givenWords } from './rule-labels.ts';

/** A rule as it is typed. */
export type RuleDraft = {
  words: string;
  direction: string;
  accountNumber: string;
  from: string;
  to: string;
  currency: string;
  tag: string;
  counterparty: string;
};

const draftOf = (rule: Partial<RuleContent>): RuleDraft => ({
  words: rule.words ?? '',
  direction: rule.direction ?? '',
  accountNumber: rule.accountNumber ?? '',
  from: rule.amount?.from ?? '',
  to: rule.amount && rule.amount.to !== rule.amount.from ? rule.amount.to : '',
  currency: rule.amount?.currency ?? '',
  tag: rule.tag ?? '',
  counterparty: rule.counterparty ?? '',
});

/** The rule that was typed, or the first problem. */
export function contentOf(draft: RuleDraft): Result<RuleContent, string> {
  const { words, direction, accountNumber, counterparty } = draft;
  const tag = draft.tag.trim();
  if (tag !== '' && !tagText.safeParse(tag).success)
    return err('A tag is one word of letters, digits, - and _.');
  const amount = amountOf(draft);
  if (!amount.ok) return amount;
  return ok({
    ...{ words, tag, counterparty, amount: amount.value },
    direction: direction === 'debit' || direction === 'credit' ? direction : null,
    accountNumber: accountNumber === '' ? null : accountNumber,
  });
}

function amountOf({ from, to, currency }: RuleDraft): Result<RuleContent['amount'], string> {
  if (from.trim() === '' && to.trim() === '') return ok(null);
  const code = currency.trim().toUpperCase();
  const low = readTyped(from, code);
  if (!low.ok) return err(`Amount: ${low.error}`);
  const high = to.trim() === '' ? low : readTyped(to, code);
  if (!high.ok) return err(`Amount to: ${high.error}`);
  return ok({ from: low.value, to: high.value, currency: code });
}

const contentOfRule = ({
  id: _id,
  writtenAt: _at,
  writtenBy: _by,
  ...content
}: Rule): RuleContent => content;

/** The rules, the proposals, and the rule being edited. */
export class RulesState {
  readonly list = new Resource(() => request('rules.list', {}));
  readonly proposals = new Resource(() => request('rules.proposals', {}));
  readonly #notices: Notices;
  /** The rule that is written: its id, null for a new one; undefined where none is. */
  editing = $state<string | null | undefined>(undefined);
  draft = $state<RuleDraft>(draftOf({}));
  selected = $state(0);
  error = $state.raw<AppError | null>(null);

  constructor(notices: Notices) {
    this.#notices = notices;
  }

  get rules(): readonly Rule[] {
    return this.list.value?.rules ?? [];
  }

  get selectedRule(): Rule | undefined {
    return this.rules[this.selected];
  }

  async look(): Promise<void> {
    await Promise.all([this.list.refresh(), this.proposals.refresh()]);
    this.selected = Math.max(0, Math.min(this.selected, this.rules.length - 1));
  }

  begin(rule: Partial<RuleContent> = {}): void {
    this.editing = null;
    this.draft = draftOf(rule);
  }

  edit(rule: Rule | undefined): void {
    if (!rule) return;
    this.selected = this.rules.indexOf(rule);
    this.editing = rule.id;
    this.draft = draftOf(rule);
  }

  leave(): void {
    this.editing = undefined;
  }

  /** Saves a rule. True on success. */
  async save(rule: RuleContent, count: RuleCount): Promise<boolean> {
    const id = this.editing ?? undefined;
    const former = this.rules.find((one) => one.id === id);
    const saved = await this.#ask(request('rules.save', { ...(id !== undefined && { id }), rule }));
    if (saved === null) return false;
    this.leave();
    this.#notices.show(
      `Rule saved: ${givenWords(saved)}, for ${String(count.entries)} entries so far.`,
      {
        label: 'Undo',
        run: (isOpen) =>
          this.#then(
            isOpen,
            former
              ? request('rules.save', {
                  ...{ id: former.id, rule: contentOfRule(former), was: contentOfRule(saved) },
                })
              : request('rules.remove', { id: saved.id, was: contentOfRule(saved) }),
          ),
      },
    );
    await this.look();
    this.selected = Math.max(
      0,
      this.rules.findIndex((one) => one.id === saved.id),
    );
    return true;
  }

  async remove(rule: Rule): Promise<void> {
    const removed = await this.#ask(request('rules.remove', { id: rule.id }));
    if (removed === null) return;
    this.leave();
    this.#notices.show(`Rule removed: ${givenWords(rule)}.`, {
      label: 'Undo',
      run: (isOpen) => this.#then(isOpen, request('rules.restore', { id: rule.id })),
    });
    await this.look();
  }

  /** Moves the rule by one place; it stays selected. */
  async move(by: -1 | 1): Promise<void> {
    const rule = this.selectedRule;
    const to = this.selected + by;
    if (!rule || to < 0 || to >= this.rules.length) return;
    if ((await this.#ask(request('rules.move', { id: rule.id, by }))) === null) return;
    this.selected = to;
    await this.list.refresh();
  }

  async refuse(words: string): Promise<void> {
    if ((await this.#ask(request('rules.refuse', { words, refused: true }))) === null) return;
    this.#notices.show(`Not proposed again: ${words}.`, {
      label: 'Undo',
      run: (isOpen) => this.#then(isOpen, request('rules.refuse', { words, refused: false })),
    });
    await this.proposals.refresh();
  }

  async #then(isOpen: boolean, requested: Promise<Outcome<unknown>>): Promise<void> {
    if ((await this.#ask(requested)) !== null && isOpen) await this.look();
  }

  async #ask<T>(requested: Promise<Outcome<T>>): Promise<T | null> {
    const outcome = await requested;
    this.error = outcome.ok ? null : outcome.error;
    return outcome.ok ? outcome.value : null;
  }
}
