import { newIdAt } from '../../engines/machine/new-id.ts';
import { actorIn, actorText, type Stamp } from '../../../shared/actor.ts';
import type { Timestamp } from '../../../shared/calendar/calendar.ts';
import { DeskFault } from '../../../shared/errors.ts';
import type { Rule, RuleContent } from '../../../shared/ipc/review/rules.ts';
import { limits } from '../../../shared/limits.ts';
import { prepared, row, rows, run, type Journal } from '../../engines/store/database.ts';
import { writeJournal } from '../../engines/store/write-journal.ts';

/** A rule as the local copy stores it with the entries. */
export type CachedRule = RuleContent & { readonly id: string };
/** All rules in their order, and the text that stands for them as they are. */
export type RuleSet = { readonly revision: string; readonly rules: readonly CachedRule[] };

/** A manual tag of one entry, or, without a tag, its manual counterparty; `is` null leaves it to the rules. */
export type ManualTag = {
  readonly n: number;
  readonly accountNumber: string;
  readonly entryId: string;
  readonly tag: string;
  readonly is: boolean | null;
  /** The name; empty for none, and with a tag. */
  readonly counterparty: string;
};

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

const columns = `rule_id, words, direction, account_number, amount_from, amount_to, currency, tag, counterparty, written_at, actor`;

/** Those that stand, in the order in which they decide. */
export const listRules = (journal: Journal): Rule[] =>
  rows<StoredRule>(
    journal,
    `SELECT ${columns} FROM entry_rule INDEXED BY entry_rule_place WHERE removed_at IS NULL ORDER BY place`,
  ).map(ruleOf);

/** Throws where no rule that stands has this id. */
export function ruleById(journal: Journal, id: string): Rule {
  const stored = row<StoredRule>(
    journal,
    `SELECT ${columns} FROM entry_rule WHERE rule_id = ? AND removed_at IS NULL`,
    id,
  );
  if (stored === null) throw noRule(id);
  return ruleOf(stored);
}

/** The id of the one rule whose id begins so. Throws `input.invalid` where none or several do. */
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

/** Without an id a new rule, behind the others; else that one is written anew. */
export function saveRule(
  journal: Journal,
  { id, rule }: { readonly id?: string | undefined; readonly rule: RuleContent },
  { actor, at }: Stamp,
): Rule {
  const { amount } = rule;
  const content = {
    words: rule.words,
    direction: rule.direction,
    account: rule.accountNumber,
    from: amount?.from ?? null,
    to: amount?.to ?? null,
    currency: amount?.currency ?? null,
    tag: rule.tag,
    counterparty: rule.counterparty,
    at,
    actor: actorText(actor),
  };
  return writeJournal(journal, 'entry_rule', () => {
    if (id !== undefined) {
      const { changes } = prepared(
        journal,
        `UPDATE entry_rule SET words = @words, direction = @direction, account_number = @account, amount_from = @from,
           amount_to = @to, currency = @currency, tag = @tag, counterparty = @counterparty, written_at = @at, actor = @actor
         WHERE rule_id = @id AND removed_at IS NULL`,
      ).run({ ...content, id });
      if (changes === 0) throw noRule(id);
      return ruleById(journal, id);
    }
    const active = row<{ n: number }>(
      journal,
      'SELECT count(*) AS n FROM entry_rule INDEXED BY entry_rule_place WHERE removed_at IS NULL',
    );
    if ((active?.n ?? 0) >= limits.rulesMax)
      throw new DeskFault(
        'input.invalid',
        `There are ${String(limits.rulesMax)} rules, and no more are kept. Nothing was saved; remove one first.`,
      );
    const newId = newIdAt(at);
    prepared(
      journal,
      `INSERT INTO entry_rule (rule_id, place, words, direction, account_number, amount_from, amount_to, currency, tag, counterparty,
         written_at, actor)
       VALUES (@newId, coalesce((SELECT max(place) FROM entry_rule), 0) + 1, @words, @direction, @account, @from, @to, @currency,
         @tag, @counterparty, @at, @actor)`,
    ).run({ ...content, newId });
    return ruleById(journal, newId);
  });
}

/** The rule stands no more; its place is kept for `restoreRule`. */
export function removeRule(journal: Journal, id: string, at: Timestamp): Rule {
  const rule = ruleById(journal, id);
  writeJournal(journal, 'entry_rule', () =>
    run(journal, 'UPDATE entry_rule SET removed_at = ? WHERE rule_id = ?', at, id),
  );
  return rule;
}

export function restoreRule(journal: Journal, id: string): Rule {
  writeJournal(journal, 'entry_rule', () =>
    run(journal, 'UPDATE entry_rule SET removed_at = NULL WHERE rule_id = ?', id),
  );
  return ruleById(journal, id);
}

/** Changes places with the rule before (-1) or behind it (1); at an end nothing moves. */
export function moveRule(journal: Journal, id: string, by: -1 | 1): Rule {
  const rule = ruleById(journal, id);
  writeJournal(journal, 'entry_rule', () => {
    const own = placeOf(journal, id);
    const other = row<{ id: string; place: number }>(
      journal,
      by < 0
        ? `SELECT rule_id AS id, place FROM entry_rule WHERE removed_at IS NULL AND place < ? ORDER BY place DESC LIMIT 1`
        : `SELECT rule_id AS id, place FROM entry_rule WHERE removed_at IS NULL AND place > ? ORDER BY place LIMIT 1`,
      own,
    );
    if (other === null) return;
    run(journal, 'UPDATE entry_rule SET place = ? WHERE rule_id = ?', other.place, id);
    run(journal, 'UPDATE entry_rule SET place = ? WHERE rule_id = ?', own, other.id);
  });
  return rule;
}

const placeOf = (journal: Journal, id: string): number | null =>
  row<{ place: number }>(journal, 'SELECT place FROM entry_rule WHERE rule_id = ?', id)?.place ??
  null;

/** Other text after every change of the rules. */
export const revisionOf = (journal: Journal): string =>
  row<{ revision: string }>(journal, 'SELECT revision FROM rule_revision')?.revision ?? '';

type Tagging = Omit<ManualTag, 'n' | 'counterparty'> & {
  readonly was?: boolean | null | undefined;
};

/** An act is undone only where nothing changed since. */
function assertUnchanged<T>(expected: T | undefined, was: T): void {
  if (expected !== undefined && expected !== was)
    throw new DeskFault('undo.overtaken', 'Somebody said otherwise meanwhile.');
}

/** Whether a person set or removed a tag of an entry; null where it is left to the rules. */
export function manualTag(
  journal: Journal,
  { accountNumber, entryId, tag }: Pick<Tagging, 'accountNumber' | 'entryId' | 'tag'>,
): boolean | null {
  const stored = row<{ is_set: number | null }>(
    journal,
    'SELECT is_set FROM manual_tag WHERE account_number = ? AND entry_id = ? AND tag = ?',
    ...[accountNumber, entryId, tag],
  );
  const set = stored?.is_set ?? null;
  return set === null ? null : set === 1;
}

/** Saves a manual tag; returns its value before. Throws `undo.overtaken` where that is not `was`. */
export function setManualTag(
  journal: Journal,
  { accountNumber, entryId, tag, is, was: expected }: Tagging,
  { actor, at }: Stamp,
): boolean | null {
  return writeJournal(journal, 'manual_tag', () => {
    const was = manualTag(journal, { accountNumber, entryId, tag });
    assertUnchanged(expected, was);
    run(
      journal,
      `INSERT OR REPLACE INTO manual_tag (tag_id, account_number, entry_id, tag, is_set, tagged_at, actor)
       VALUES (?, ?, ?, ?, ?, ?, ?)`,
      ...[
        newIdAt(at),
        accountNumber,
        entryId,
        tag,
        is === null ? null : Number(is),
        at,
        actorText(actor),
      ],
    );
    return was;
  });
}

/** Saves a manual counterparty, '' for none, null for the rules; returns its value before. */
export function setManualCounterparty(
  journal: Journal,
  {
    accountNumber,
    entryId,
    name,
    was: expected,
  }: {
    readonly accountNumber: string;
    readonly entryId: string;
    readonly name: string | null;
    readonly was?: string | null | undefined;
  },
  { actor, at }: Stamp,
): string | null {
  return writeJournal(journal, 'manual_tag', () => {
    const before = row<{ is_set: number | null; counterparty: string }>(
      journal,
      "SELECT is_set, counterparty FROM manual_tag WHERE account_number = ? AND entry_id = ? AND tag = ''",
      ...[accountNumber, entryId],
    );
    const was = before?.is_set === 1 ? before.counterparty : null;
    assertUnchanged(expected, was);
    run(
      journal,
      `INSERT OR REPLACE INTO manual_tag (tag_id, account_number, entry_id, tag, is_set, counterparty, tagged_at, actor)
       VALUES (?, ?, ?, '', ?, ?, ?, ?)`,
      ...[
        newIdAt(at),
        accountNumber,
        entryId,
        name === null ? null : 1,
        name ?? '',
        at,
        actorText(actor),
      ],
    );
    return was;
  });
}

/** The next manual tags after one, in their order. */
export const manualTagsAfter = (journal: Journal, after: number, limit: number): ManualTag[] =>
  rows<StoredManualTag>(
    journal,
    'SELECT n, account_number, entry_id, tag, is_set, counterparty FROM manual_tag WHERE n > ? ORDER BY n LIMIT ?',
    after,
    limit,
  ).map(({ n, account_number, entry_id, tag, is_set, counterparty }) => ({
    n,
    accountNumber: account_number,
    entryId: entry_id,
    tag,
    is: is_set === null ? null : is_set === 1,
    counterparty,
  }));

type StoredManualTag = {
  readonly n: number;
  readonly account_number: string;
  readonly entry_id: string;
  readonly tag: string;
  readonly is_set: number | null;
  readonly counterparty: string;
};

export const lastManualTag = (journal: Journal): number =>
  row<{ n: number | null }>(journal, 'SELECT max(n) AS n FROM manual_tag')?.n ?? 0;

export const refusedWords = (journal: Journal): string[] =>
  rows<{ words: string }>(journal, 'SELECT words FROM refused_proposal').map(({ words }) => words);

export function refuseWords(
  journal: Journal,
  { words, refused }: { readonly words: string; readonly refused: boolean },
  at: Timestamp,
): void {
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
