import { accountKeyAt, findOrdinal } from '../accounts/ordinals.ts';
import { factsBelow, factsOf, type EntryFacts } from '../statements/entries/entry-facts.ts';
import {
  addLabel,
  labelEntry,
  labelsOfKind,
  labelledBelow,
  removeLabels,
  removeLabelsBetween,
  type GivenLabel,
} from '../statements/entries/labels.ts';
import { findKey } from '../statements/entries/places.ts';
import {
  inTransaction,
  inUnsyncedTransaction,
  prepared,
  row,
  rows,
  run,
  type CacheConnection,
} from '../../engines/store/database.ts';
import type { WrittenEntry } from '../statements/entries/range-state.ts';
import { concernedBy, isEveryEntry, lookFor, unsettledKeys, type Work } from './concerned.ts';
import { compileRules, type Facts, type Matcher } from './matcher.ts';
import type { ManualTag } from './manual-tags.ts';
import type { CachedRule, RuleSet } from './tables.ts';

export type Applied = {
  /** Entries that were checked in this step. */
  readonly looked: number;
  /** Entries that were found to be concerned and still wait; null where every entry is checked. */
  readonly left: number | null;
  readonly isDone: boolean;
};

type Placed = Facts & { readonly key: number; readonly id: string };

/** Above every key. */
const everyKey = Number.MAX_SAFE_INTEGER;
/** Finding an entry is so many times cheaper than checking one. */
const foundForEachLooked = 10;

/**
 * Gives entries their tags and counterparties, on the thread that writes the local copy: to those of a page as it is saved, and to the
 * stored ones a step at a time. The rules are compiled once, with the first entry or when they change; without rules, nothing is done.
 */
export class Labelling {
  readonly #database: CacheConnection;
  #matcher: Matcher<CachedRule> | null | undefined;
  #hasOverrides = false;
  #labels = new Map<string, number>();
  /** The numbers of the rules, by their ids. */
  #ruleNumbers = new Map<string, number>();
  /** Keys in `rule_waiting`; null until they are counted. */
  #left: number | null = null;
  readonly #numbers = new Map<number, string>();

  constructor(database: CacheConnection) {
    this.#database = database;
  }

  /** Labels an entry that is new or changed, within the transaction that writes it. */
  readonly written = ({ entry, key, account, isNew }: WrittenEntry): void => {
    if (!this.isNeeded()) return;
    if (!isNew) removeLabels(this.#database, [key]);
    const { id, direction, amountE4, currency, narration, customReference: reference } = entry;
    const accountNumber = this.#numberOf(account);
    this.#label({
      ...{ key, id, accountNumber, direction, amountE4, currency },
      narration,
      reference,
    });
  };

  /** Replaces the rules and queues the entries that they concern. Manual labels are sent again afterwards. */
  use({ revision, rules }: RuleSet): void {
    const database = this.#database;
    const known = this.#cachedRules();
    inTransaction(database, () => {
      for (const { id, tag, counterparty } of rules) {
        run(database, 'INSERT INTO rule_number (rule_id) VALUES (?) ON CONFLICT DO NOTHING', id);
        if (tag !== '') addLabel(database, 'tag', tag);
        if (counterparty !== '') addLabel(database, 'counterparty', counterparty);
      }
      const concerned = concernedBy(database, known, rules);
      const { work, below } = this.#place();
      const isEvery = isEveryEntry([...work, ...concerned]);
      if (isEvery) run(database, 'DELETE FROM rule_waiting');
      else if (concerned.length > 0) for (const key of unsettledKeys(database)) this.#await(key);
      this.#awaitManualTags();
      run(database, 'DELETE FROM manual_tag_copy');
      run(
        database,
        'UPDATE rule_copy SET revision = ?, rules = ?, below = ?, work = ?, last_manual_tag = 0',
        ...[revision, JSON.stringify(rules), isEvery ? everyKey : below],
        JSON.stringify(isEvery ? [] : [...work, ...concerned]),
      );
    });
    this.#matcher = undefined;
    this.#left = null;
  }

  /** Stores manual labels, in the journal's order, and labels their entries again. */
  useManualTags(tags: readonly ManualTag[]): void {
    const database = this.#database;
    inTransaction(database, () => {
      for (const { n, accountNumber, entryId, tag, is, counterparty } of tags) {
        if (tag !== '') addLabel(database, 'tag', tag);
        else if (counterparty !== '') addLabel(database, 'counterparty', counterparty);
        if (is === null)
          run(
            database,
            'DELETE FROM manual_tag_copy WHERE account_number = ? AND entry_id = ? AND tag = ?',
            ...[accountNumber, entryId, tag],
          );
        else
          run(
            database,
            `INSERT INTO manual_tag_copy (account_number, entry_id, tag, is_set, counterparty) VALUES (?, ?, ?, ?, ?)
             ON CONFLICT DO UPDATE SET is_set = excluded.is_set, counterparty = excluded.counterparty`,
            ...[accountNumber, entryId, tag, Number(is), counterparty],
          );
        run(database, 'UPDATE rule_copy SET last_manual_tag = max(last_manual_tag, ?)', n);
      }
    });
    this.#matcher = undefined;
    this.isNeeded();
    inTransaction(database, () => {
      for (const { accountNumber, entryId } of tags) this.#labelAnew(accountNumber, entryId);
    });
  }

  /** Applies the rules to the newest waiting entries, once all were found; the progress is saved in the same transaction. */
  apply(entriesMax: number): Applied {
    const isNeeded = this.isNeeded();
    return inUnsyncedTransaction(this.#database, () => {
      const { work, below } = this.#place();
      const isFound = this.#look(work, entriesMax * foundForEachLooked);
      if (!isFound) return { looked: 0, left: this.#waitingCount(), isDone: false };
      const looked = this.#applyWaiting(entriesMax);
      if (looked > 0 || below === 0) {
        const left = this.#waitingCount();
        return { looked, left, isDone: left === 0 && below === 0 };
      }
      return { ...this.#applyBelow(below, { isNeeded, entriesMax }), left: null };
    });
  }

  /** Continues the search for the entries that a change concerns; true once all were found. */
  #look(work: readonly Work[], keysMax: number): boolean {
    if (work.length === 0) return true;
    const left = [...work];
    for (let found = 0; left[0] !== undefined && found < keysMax;) {
      const { keys, rest } = lookFor(this.#database, left[0], keysMax - found);
      for (const key of keys) this.#await(key);
      found += keys.length;
      left.splice(0, 1, ...(rest === null ? [] : [rest]));
    }
    run(this.#database, 'UPDATE rule_copy SET work = ?', JSON.stringify(left));
    return left.length === 0;
  }

  #applyWaiting(limit: number): number {
    const database = this.#database;
    const keys = rows<{ key: number }>(
      database,
      'SELECT key FROM rule_waiting ORDER BY key DESC LIMIT ?',
      limit,
    ).map(({ key }) => key);
    const left = keys.length < limit ? 0 : this.#waitingCount() - keys.length;
    removeLabels(database, keys);
    for (const entry of factsOf(database, keys)) this.#label(this.#placed(entry));
    run(database, 'DELETE FROM rule_waiting WHERE key >= ?', keys.at(-1) ?? 0);
    this.#left = left;
    return keys.length;
  }

  #applyBelow(
    below: number,
    { isNeeded, entriesMax }: { readonly isNeeded: boolean; readonly entriesMax: number },
  ): Omit<Applied, 'left'> {
    const database = this.#database;
    const entries = isNeeded ? this.#waiting(below, entriesMax) : [];
    // Where no rule and no person gives labels any more, only labelled entries are checked.
    const last = isNeeded ? entries.at(-1)?.key : labelledBelow(database, below, entriesMax);
    const next = last ?? 0;
    removeLabelsBetween(database, next, below);
    for (const entry of entries) this.#label(entry);
    run(database, 'UPDATE rule_copy SET below = ?', next);
    return { looked: entries.length, isDone: next === 0 };
  }

  /** The progress of the application. */
  #place(): { readonly work: readonly Work[]; readonly below: number } {
    const place = row<{ work: string; below: number }>(
      this.#database,
      'SELECT work, below FROM rule_copy',
    );
    // Written by `use` and `#look`, and by nothing else.
    return { work: JSON.parse(place?.work ?? '[]') as Work[], below: place?.below ?? 0 };
  }

  #await(key: number): void {
    const { changes } = prepared(
      this.#database,
      'INSERT INTO rule_waiting (key) VALUES (?) ON CONFLICT DO NOTHING',
    ).run(key);
    if (this.#left !== null) this.#left += changes;
  }

  /** Queues the entries of manual labels that the journal may lack: it may be another journal. */
  #awaitManualTags(): void {
    const tags = rows<{ accountNumber: string; entryId: string }>(
      this.#database,
      'SELECT DISTINCT account_number AS accountNumber, entry_id AS entryId FROM manual_tag_copy',
    );
    for (const { accountNumber, entryId } of tags) {
      const key = this.#keyOf(accountNumber, entryId);
      if (key !== null) this.#await(key);
    }
  }

  /** Inexact where entries moved or went since they were counted, but never 0 while one waits. */
  #waitingCount(): number {
    this.#left ??=
      row<{ n: number }>(this.#database, 'SELECT count(*) AS n FROM rule_waiting')?.n ?? 0;
    const isLeft = row(this.#database, 'SELECT 1 FROM rule_waiting LIMIT 1') !== null;
    return isLeft ? Math.max(1, this.#left) : 0;
  }

  #keyOf(accountNumber: string, entryId: string): number | null {
    const account = findOrdinal(this.#database, accountNumber);
    return account === null ? null : findKey(this.#database, account, entryId);
  }

  #waiting(below: number, limit: number): Placed[] {
    return factsBelow(this.#database, below, limit).map((stored) => this.#placed(stored));
  }

  #placed({ direction, account, ...entry }: EntryFacts): Placed {
    return {
      ...entry,
      direction: direction === 1 ? 'credit' : 'debit',
      accountNumber: this.#numberOf(account),
    };
  }

  #labelAnew(accountNumber: string, entryId: string): void {
    const database = this.#database;
    const key = this.#keyOf(accountNumber, entryId);
    // An entry that is not here yet is labelled when it comes.
    if (key === null) return;
    removeLabels(database, [key]);
    const [entry] = this.#waiting(key + 1, 1);
    if (entry) this.#label(entry);
  }

  #label(entry: Placed): void {
    const labels = this.#labelsOf(entry);
    if (labels.length > 0) labelEntry(this.#database, entry.key, labels);
  }

  /** The first rule that gives a tag provides it, and the first that names a counterparty names it; a manual label overrides both. */
  #labelsOf(entry: Placed): GivenLabel[] {
    const { tags: overrides, name } = this.#hasOverrides ? this.#overridesOf(entry) : noOverrides;
    const labels: GivenLabel[] = [];
    for (const [tag, is] of overrides)
      if (is) labels.push({ label: this.#idOf('tag', tag), rule: null });
    let isNamed = name !== null;
    if (name !== null && name !== '')
      labels.push({ label: this.#idOf('counterparty', name), rule: null });
    for (const { id, tag, counterparty } of this.#matcher?.(entry) ?? []) {
      const rule = this.#ruleNumberOf(id);
      if (tag !== '' && !overrides.has(tag)) labels.push({ label: this.#idOf('tag', tag), rule });
      if (counterparty === '' || isNamed) continue;
      isNamed = true;
      labels.push({ label: this.#idOf('counterparty', counterparty), rule });
    }
    return labels;
  }

  #overridesOf({ accountNumber, id }: Placed): Overrides {
    const tags = rows<{ tag: string; is_set: number; counterparty: string }>(
      this.#database,
      'SELECT tag, is_set, counterparty FROM manual_tag_copy WHERE account_number = ? AND entry_id = ?',
      accountNumber,
      id,
    );
    return {
      tags: new Map(
        tags.filter(({ tag }) => tag !== '').map(({ tag, is_set }) => [tag, is_set === 1] as const),
      ),
      name: tags.find(({ tag }) => tag === '')?.counterparty ?? null,
    };
  }

  #cachedRules(): CachedRule[] {
    const text = row<{ rules: string }>(this.#database, 'SELECT rules FROM rule_copy')?.rules;
    // Written by `use`, and by nothing else.
    return JSON.parse(text ?? '[]') as CachedRule[];
  }

  /** Compiles the rules where they are not compiled yet; false where there is neither a rule nor a manual label. */
  readonly isNeeded = (): boolean => {
    if (this.#matcher === undefined) {
      const rules = this.#cachedRules();
      this.#matcher = rules.length === 0 ? null : compileRules(rules);
      this.#hasOverrides = row(this.#database, 'SELECT 1 FROM manual_tag_copy LIMIT 1') !== null;
      const labels = (['tag', 'counterparty'] as const).flatMap((kind) =>
        labelsOfKind(this.#database, kind).map(({ id, name }) => [`${kind} ${name}`, id] as const),
      );
      const numbers = rows<{ n: number; id: string }>(
        this.#database,
        'SELECT n, rule_id AS id FROM rule_number',
      );
      this.#ruleNumbers = new Map(numbers.map(({ n, id }) => [id, n]));
      this.#labels = new Map(labels);
    }
    return this.#matcher !== null || this.#hasOverrides;
  };

  #idOf(kind: 'tag' | 'counterparty', name: string): number {
    const id = this.#labels.get(`${kind} ${name}`);
    if (id === undefined) throw new RangeError(`the ${kind} ${name} has no label`);
    return id;
  }

  /** Throws where a rule has no number: a label without a rule counts as given by a person. */
  #ruleNumberOf(id: string): number {
    const number = this.#ruleNumbers.get(id);
    if (number === undefined) throw new RangeError(`the rule ${id} has no number`);
    return number;
  }

  #numberOf(account: number): string {
    const known = this.#numbers.get(account);
    if (known !== undefined) return known;
    const number = accountKeyAt(this.#database, account)?.number ?? '';
    this.#numbers.set(account, number);
    return number;
  }
}

/** The manual labels of an entry: whether it has each tag, and its counterparty ('' for none, null where not set). */
type Overrides = { readonly tags: ReadonlyMap<string, boolean>; readonly name: string | null };
const noOverrides: Overrides = { tags: new Map(), name: null };

/** The writes of rules on the thread of the local copy. */
export const ruleWrites = (labelling: Labelling) => ({
  useRules: (set: RuleSet): void => {
    labelling.use(set);
  },
  useManualTags: (tags: readonly ManualTag[]): void => {
    labelling.useManualTags(tags);
  },
  applyRules: (entriesMax: number): Applied => labelling.apply(entriesMax),
});

export type RuleWrites = ReturnType<typeof ruleWrites>;
