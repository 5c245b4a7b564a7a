import { newIdAt } from '../../engines/machine/new-id.ts';
import { actorIn, actorText, type Stamp } from '../../../shared/actor.ts';
import type { Timestamp } from '../../../shared/calendar/calendar.ts';
import { DeskFault } from '../../../shared/errors.ts';
import type { Rule, RuleContent } from '../../../shared/ipc/review/rules.ts';
import { limits } from '../../../shared/limits.ts';
import { prepared, row, rows, run, type Journal } from '../../engines/store/database.ts';
import { writeJournal } from '../../engines/store/write-journal.ts';
import { shareChanges } from '../../engines/sharing/outgoing.ts';
import { placeAfter, placeBetween } from './places.ts';

/** A rule as the local copy stores it with the entries. */
export type CachedRule = RuleContent & { readonly id: string };
/** All rules in their order, and a text that identifies this state. */
export type RuleSet = { readonly revision: string; readonly rules: readonly CachedRule[] };

type StoredRule = {
  readonly rule_id: string;
  readonly words: string;
  readonly direction: 'debit' | 'credit' | null;
  readonly account_number: string | null;
  readonly amount_from: string | null;
  readonly amount_to: string | null;
  readonly currency: string | null;
  readonly tag: string;
  readonly counterparty: string;
  readonly written_at: string;
  readonly actor: string;
};

/** The kinds of the shared records of rules and tags. */
export const ruleKinds = {
  ...{ tag: 'entry-tag', counterparty: 'entry-counterparty' },
  ...{ rule: 'tag-rule', place: 'tag-rule-place', refusal: 'refused-rule' },
} as const;

const columns = `rule_id, words, direction, account_number, amount_from, amount_to, currency, tag, counterparty, written_at, actor`;

/** Lists the current rules in the order in which they decide. Colleagues may add more than `limits.rulesMax`: the first count. */
export const listRules = (journal: Journal): Rule[] =>
  rows<StoredRule>(
    journal,
    `SELECT ${columns} FROM entry_rule INDEXED BY entry_rule_place WHERE removed_at IS NULL
     ORDER BY place, rule_id LIMIT ?`,
    limits.rulesMax,
  ).map(ruleOf);

/** Throws where there is no such rule, or it was removed. */
export function ruleById(journal: Journal, id: string): Rule {
  const stored = row<StoredRule>(
    journal,
    `SELECT ${columns} FROM entry_rule WHERE rule_id = ? AND removed_at IS NULL`,
    id,
  );
  if (stored === null) throw noRule(id);
  return ruleOf(stored);
}

/** Returns the id of the only rule whose id begins with `beginning`. Throws `input.invalid` where none or several do. */
export function ruleIdBeginning(journal: Journal, beginning: string): string {
  const found = listRules(journal).filter(({ id }) => id.startsWith(beginning));
  const [rule] = found;
  if (rule === undefined) throw noRule(beginning);
  if (found.length > 1)
    throw new DeskFault(
      'input.invalid',
      `The ids of ${String(found.length)} rules begin with ${beginning}. Nothing was changed; give more of the id.`,
    );
  return rule.id;
}

/** A rule with its place among the others and whether it is removed. */
export type PlacedRule = {
  readonly id: string;
  readonly place: string;
  readonly rule: RuleContent;
  readonly isRemoved: boolean;
};

/** Saves a new rule after the others where there is no id; else replaces the rule. */
export function saveRule(
  journal: Journal,
  {
    id,
    rule,
    was,
  }: {
    readonly id?: string | undefined;
    readonly rule: RuleContent;
    /** It is written only if it still has this content; else throws `undo.overtaken`. */
    readonly was?: RuleContent | undefined;
  },
  stamp: Stamp,
): Rule {
  return writeJournal(journal, 'entry_rule', () => {
    if (id === undefined) assertRoom(journal);
    else assertRule(ruleById(journal, id), was);
    const saved = {
      id: id ?? newIdAt(stamp.at),
      place: (id === undefined ? null : placeOf(journal, id)) ?? placeAfter(lastPlace(journal)),
      ...{ rule, isRemoved: false },
    };
    writeRule(journal, saved, stamp);
    shareRule(journal, saved, stamp.at);
    return ruleById(journal, saved.id);
  });
}

/** Writes a rule without sharing it, such as a colleague's. A known rule keeps its place. */
export function writeRule(
  journal: Journal,
  { id, place, rule, isRemoved }: PlacedRule,
  { actor, at }: Stamp,
): void {
  const { amount } = rule;
  writeJournal(journal, 'entry_rule', () => {
    prepared(
      journal,
      `INSERT INTO entry_rule (rule_id, place, words, direction, account_number, amount_from, amount_to, currency, tag, counterparty,
         written_at, actor, removed_at)
       VALUES (@id, @place, @words, @direction, @account, @from, @to, @currency, @tag, @counterparty, @at, @actor, @removedAt)
       ON CONFLICT (rule_id) DO UPDATE SET words = @words, direction = @direction, account_number = @account, amount_from = @from,
         amount_to = @to, currency = @currency, tag = @tag, counterparty = @counterparty, written_at = @at, actor = @actor,
         removed_at = @removedAt`,
    ).run({
      ...{ id, place, words: rule.words, direction: rule.direction, account: rule.accountNumber },
      from: amount?.from ?? null,
      to: amount?.to ?? null,
      currency: amount?.currency ?? null,
      ...{ tag: rule.tag, counterparty: rule.counterparty, at, actor: actorText(actor) },
      removedAt: isRemoved ? at : null,
    });
  });
}

function assertRoom(journal: Journal): void {
  const active = row<{ n: number }>(
    journal,
    'SELECT count(*) AS n FROM entry_rule INDEXED BY entry_rule_place WHERE removed_at IS NULL',
  );
  if ((active?.n ?? 0) >= limits.rulesMax)
    throw new DeskFault(
      'input.invalid',
      `There are ${String(limits.rulesMax)} rules, and no more are kept. Nothing was saved; remove one first.`,
    );
}

/** An act is undone only where the rule is unchanged since. */
function assertRule(rule: Rule, was: RuleContent | undefined): void {
  if (was !== undefined && JSON.stringify(contentOf(rule)) !== JSON.stringify(contentOf(was)))
    throw new DeskFault('undo.overtaken', 'Somebody changed the rule meanwhile.');
}

function shareRule(journal: Journal, rule: PlacedRule, at: Timestamp): void {
  shareChanges(journal, ruleKinds.rule, [rule], at);
}

/** Removes a rule; its place stays for `restoreRule`. With `was`, only if the content is unchanged. */
export function removeRule(
  journal: Journal,
  { id, was }: { readonly id: string; readonly was?: RuleContent | undefined },
  at: Timestamp,
): Rule {
  return writeJournal(journal, 'entry_rule', () => {
    const rule = ruleById(journal, id);
    assertRule(rule, was);
    run(journal, 'UPDATE entry_rule SET removed_at = ? WHERE rule_id = ?', at, id);
    shareStored(journal, id, at);
    return rule;
  });
}

export function restoreRule(journal: Journal, id: string, at: Timestamp): Rule {
  return writeJournal(journal, 'entry_rule', () => {
    run(journal, 'UPDATE entry_rule SET removed_at = NULL WHERE rule_id = ?', id);
    shareStored(journal, id, at);
    return ruleById(journal, id);
  });
}

type StoredPlaced = StoredRule & { readonly place: string; readonly removed_at: Timestamp | null };

const placedOf = (stored: StoredPlaced): PlacedRule => ({
  ...{ id: stored.rule_id, place: stored.place, rule: contentOf(ruleOf(stored)) },
  isRemoved: stored.removed_at !== null,
});

function shareStored(journal: Journal, id: string, at: Timestamp): void {
  const stored = row<StoredPlaced>(
    journal,
    `SELECT ${columns}, place, removed_at FROM entry_rule WHERE rule_id = ?`,
    id,
  );
  if (stored !== null) shareRule(journal, placedOf(stored), at);
}

/** Returns all rules that are not removed with their places, oldest first, and who wrote them. */
export const standingRules = (journal: Journal): readonly (PlacedRule & Stamp)[] =>
  rows<StoredPlaced>(
    journal,
    `SELECT ${columns}, place, removed_at FROM entry_rule INDEXED BY entry_rule_place WHERE removed_at IS NULL
     ORDER BY written_at, rule_id`,
  ).map((stored) => ({
    ...placedOf(stored),
    ...{ actor: actorIn(stored.actor), at: stored.written_at },
  }));

/** Moves a rule before its predecessor (-1) or after its successor (1); at an end nothing moves. Only its own place changes. */
export function moveRule(journal: Journal, id: string, by: -1 | 1, at: Timestamp): Rule {
  return writeJournal(journal, 'entry_rule', () => {
    const rule = ruleById(journal, id);
    const order = rows<RulePlace>(
      journal,
      `SELECT rule_id AS id, place FROM entry_rule INDEXED BY entry_rule_place WHERE removed_at IS NULL ORDER BY place, rule_id`,
    );
    const from = order.findIndex((one) => one.id === id);
    const moved = order.toSpliced(from, 1);
    const to = from + by;
    if (to < 0 || to > moved.length) return rule;
    const place = placeBetween(moved[to - 1]?.place ?? '', moved[to]?.place ?? null);
    const places =
      place === null ? renumbered(moved.toSpliced(to, 0, { id, place: '' })) : [{ id, place }];
    for (const one of places) writePlace(journal, one);
    shareChanges(journal, ruleKinds.place, places, at);
    return rule;
  });
}

/** The place of a rule among the others. */
export type RulePlace = { readonly id: string; readonly place: string };

/** Assigns new places to all rules, where no place is left between two. */
const renumbered = (order: readonly RulePlace[]): RulePlace[] => {
  let place = '';
  return order.map(({ id }) => {
    place = placeAfter(place);
    return { id, place };
  });
};

/** Writes the place of a rule without sharing it. */
export function writePlace(journal: Journal, { id, place }: RulePlace): void {
  writeJournal(journal, 'entry_rule', () =>
    run(journal, 'UPDATE entry_rule SET place = ? WHERE rule_id = ?', place, id),
  );
}

const placeOf = (journal: Journal, id: string): string | null =>
  row<{ place: string }>(journal, 'SELECT place FROM entry_rule WHERE rule_id = ?', id)?.place ??
  null;

const lastPlace = (journal: Journal): string =>
  row<{ place: string | null }>(journal, 'SELECT max(place) AS place FROM entry_rule')?.place ?? '';

/** Returns a text that changes with every change of the rules. */
export const revisionOf = (journal: Journal): string =>
  row<{ revision: string }>(journal, 'SELECT revision FROM rule_revision')?.revision ?? '';

export const refusedWords = (journal: Journal): string[] =>
  rows<{ words: string }>(journal, 'SELECT words FROM refused_proposal').map(({ words }) => words);

/** Oldest first. */
export const listRefusals = (
  journal: Journal,
): readonly { readonly words: string; readonly at: Timestamp }[] =>
  rows(journal, 'SELECT words, refused_at AS at FROM refused_proposal ORDER BY refused_at, words');

type Refusal = { readonly words: string; readonly refused: boolean };

export function refuseWords(journal: Journal, refusal: Refusal, at: Timestamp): void {
  writeJournal(journal, 'refused_proposal', () => {
    writeRefusal(journal, refusal, at);
    shareChanges(journal, ruleKinds.refusal, [refusal], at);
  });
}

/** Writes a refusal without sharing it, such as a colleague's. */
export function writeRefusal(journal: Journal, { words, refused }: Refusal, at: Timestamp): void {
  writeJournal(journal, 'refused_proposal', () =>
    refused
      ? run(
          journal,
          'INSERT INTO refused_proposal (words, refused_at) VALUES (?, ?) ON CONFLICT DO NOTHING',
          ...[words, at],
        )
      : run(journal, 'DELETE FROM refused_proposal WHERE words = ?', words),
  );
}

/** The content of a rule, without who wrote it, with its fields in a fixed order. */
const contentOf = ({
  words,
  direction,
  accountNumber,
  amount,
  tag,
  counterparty,
}: RuleContent): RuleContent => ({
  ...{ words, direction, accountNumber },
  amount: amount && { from: amount.from, to: amount.to, currency: amount.currency },
  ...{ tag, counterparty },
});

const ruleOf = (stored: StoredRule): Rule => ({
  id: stored.rule_id,
  words: stored.words,
  direction: stored.direction,
  accountNumber: stored.account_number,
  amount:
    stored.amount_from === null || stored.amount_to === null || stored.currency === null
      ? null
      : { from: stored.amount_from, to: stored.amount_to, currency: stored.currency },
  tag: stored.tag,
  counterparty: stored.counterparty,
  writtenAt: stored.written_at,
  writtenBy: actorIn(stored.actor).name,
});

const noRule = (id: string): DeskFault =>
  new DeskFault('input.invalid', `There is no rule ${id}. Nothing was changed.`);
