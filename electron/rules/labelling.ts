import { findKey } from '../statements/places.ts';
import { findOrdinal } from '../accounts/ordinals.ts';
import {
  inTransaction,
  inUnsyncedTransaction,
  prepared,
  row,
  rows,
  run,
  type CacheConnection,
} from '../store/database.ts';
import type { WrittenEntry } from '../statements/range-state.ts';
import { compileRules, type Facts, type Matcher } from './matcher.ts';
import type { HandTag, KeptRule, RuleSet } from './tables.ts';

export type Applied = {
  /** Entries that were looked at in this step. */
  readonly looked: number;
  readonly isDone: boolean;
};

type Label = { readonly label: number; readonly rule: number | null };
type Placed = Facts & { readonly key: number; readonly id: string };

/** Above every key. */
const everyKey = Number.MAX_SAFE_INTEGER;

/**
 * Gives entries their tags and counterparties, in the thread that writes the local copy: those of a page as it is saved, and those that are
 * there a step at a time. The rules are compiled once, with the first entry or when they change; where there are none, nothing is done.
 */
export class Labelling {
  readonly #database: CacheConnection;
  #matcher: Matcher<KeptRule> | null | undefined;
  #hasHands = false;
  #labels = new Map<string, number>();
  readonly #numbers = new Map<number, string>();

  constructor(database: CacheConnection) {
    this.#database = database;
  }

  /** Of an entry that is new, or says something else; within the transaction that writes it. */
  readonly written = ({ entry, key, account, isNew }: WrittenEntry): void => {
    if (!this.#isNeeded()) return;
    if (!isNew) run(this.#database, 'DELETE FROM entry_label WHERE key = ?', key);
    const { id, direction, amountE4, currency, narration, customReference: reference } = entry;
    const accountNumber = this.#numberOf(account);
    this.#label({
      ...{ key, id, accountNumber, direction, amountE4, currency },
      narration,
      reference,
    });
  };

  /** Takes other rules: every entry waits for them. Tags by hand are told anew behind it. */
  use({ revision, rules }: RuleSet): void {
    const database = this.#database;
    inTransaction(database, () => {
      for (const { tag, counterparty } of rules) {
        if (tag !== '') this.#addLabel('tag', tag);
        if (counterparty !== '') this.#addLabel('counterparty', counterparty);
      }
      run(database, 'DELETE FROM hand_tag');
      run(
        database,
        'UPDATE rule_copy SET revision = ?, rules = ?, below = ?, hands = 0',
        ...[revision, JSON.stringify(rules), everyKey],
      );
    });
    this.#matcher = undefined;
  }

  /** Takes tags by hand, in the journal's order, and labels their entries anew. */
  useHands(hands: readonly HandTag[]): void {
    const database = this.#database;
    inTransaction(database, () => {
      for (const { n, accountNumber, entryId, tag, is } of hands) {
        this.#addLabel('tag', tag);
        if (is === null)
          run(
            database,
            'DELETE FROM hand_tag WHERE account_number = ? AND entry_id = ? AND tag = ?',
            ...[accountNumber, entryId, tag],
          );
        else
          run(
            database,
            `INSERT INTO hand_tag (account_number, entry_id, tag, is_set) VALUES (?, ?, ?, ?)
             ON CONFLICT DO UPDATE SET is_set = excluded.is_set`,
            ...[accountNumber, entryId, tag, Number(is)],
          );
        run(database, 'UPDATE rule_copy SET hands = max(hands, ?)', n);
      }
    });
    this.#matcher = undefined;
    this.#isNeeded();
    inTransaction(database, () => {
      for (const { accountNumber, entryId } of hands) this.#labelAnew(accountNumber, entryId);
    });
  }

  /** Applies the rules to the newest of the entries that still wait for them; saved with the place that it came to. */
  apply(entriesMax: number): Applied {
    const database = this.#database;
    const isNeeded = this.#isNeeded();
    return inUnsyncedTransaction(database, () => {
      const below = row<{ below: number }>(database, 'SELECT below FROM rule_copy')?.below ?? 0;
      if (below === 0) return { looked: 0, isDone: true };
      const entries = isNeeded ? this.#waiting(below, entriesMax) : [];
      const last = isNeeded ? entries.at(-1)?.key : this.#lastLabelled(below, entriesMax);
      const next = last ?? 0;
      run(
        database,
        'DELETE FROM entry_label WHERE key >= ? AND key < ?',
        last === undefined ? 0 : next,
        below,
      );
      for (const entry of entries) this.#label(entry);
      run(database, 'UPDATE rule_copy SET below = ?', next);
      return { looked: entries.length, isDone: next === 0 };
    });
  }

  #waiting(below: number, limit: number): Placed[] {
    return rows<
      Omit<Placed, 'direction' | 'accountNumber'> & { direction: 0 | 1; account: number }
    >(
      this.#database,
      `SELECT key, account, id, CAST(amount_e4 AS TEXT) AS amountE4, currency, direction, narration, reference
       FROM entry WHERE key < ? AND key >= 0 ORDER BY key DESC LIMIT ?`,
      below,
      limit,
    ).map(({ direction, account, ...entry }) => ({
      ...entry,
      direction: direction === 1 ? 'credit' : 'debit',
      accountNumber: this.#numberOf(account),
    }));
  }

  /** Where nothing gives labels any more, only what has some is looked at. */
  #lastLabelled(below: number, limit: number): number | undefined {
    return row<{ key: number }>(
      this.#database,
      'SELECT key FROM entry_label WHERE key < ? ORDER BY key DESC LIMIT 1 OFFSET ?',
      below,
      limit,
    )?.key;
  }

  #labelAnew(accountNumber: string, entryId: string): void {
    const database = this.#database;
    const account = findOrdinal(database, accountNumber);
    const key = account === null ? null : findKey(database, account, entryId);
    // One that is not here is labelled when it comes.
    if (key === null) return;
    run(database, 'DELETE FROM entry_label WHERE key = ?', key);
    const [entry] = this.#waiting(key + 1, 1);
    if (entry) this.#label(entry);
  }

  #label(entry: Placed): void {
    const labels = this.#labelsOf(entry);
    if (labels.length === 0) return;
    const put = prepared(
      this.#database,
      'INSERT INTO entry_label (key, label, rule) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
    );
    for (const { label, rule } of labels) put.run(entry.key, label, rule);
  }

  /** The first rule that gives a tag, and the first that names a counterparty, are those that do; a hand beats them. */
  #labelsOf(entry: Placed): Label[] {
    const hands = this.#hasHands ? this.#handsOn(entry) : noHands;
    const labels: Label[] = [];
    let isNamed = false;
    for (const [tag, is] of hands)
      if (is) labels.push({ label: this.#idOf('tag', tag), rule: null });
    for (const { id, tag, counterparty } of this.#matcher?.(entry) ?? []) {
      if (tag !== '' && !hands.has(tag)) labels.push({ label: this.#idOf('tag', tag), rule: id });
      if (counterparty === '' || isNamed) continue;
      isNamed = true;
      labels.push({ label: this.#idOf('counterparty', counterparty), rule: id });
    }
    return labels;
  }

  #handsOn({ accountNumber, id }: Placed): ReadonlyMap<string, boolean> {
    const hands = rows<{ tag: string; is_set: number }>(
      this.#database,
      'SELECT tag, is_set FROM hand_tag WHERE account_number = ? AND entry_id = ?',
      accountNumber,
      id,
    );
    return new Map(hands.map(({ tag, is_set }) => [tag, is_set === 1]));
  }

  /** Reads the rules where they are not compiled; false where neither a rule nor a hand says anything. */
  #isNeeded(): boolean {
    if (this.#matcher === undefined) {
      const text = row<{ rules: string }>(this.#database, 'SELECT rules FROM rule_copy')?.rules;
      // Written by `use`, and by nothing else.
      const rules = JSON.parse(text ?? '[]') as KeptRule[];
      this.#matcher = rules.length === 0 ? null : compileRules(rules);
      this.#hasHands = row(this.#database, 'SELECT 1 FROM hand_tag LIMIT 1') !== null;
      const labels = rows<{ id: number; kind: string; name: string }>(
        this.#database,
        'SELECT id, kind, name FROM label',
      );
      this.#labels = new Map(labels.map(({ id, kind, name }) => [`${kind} ${name}`, id]));
    }
    return this.#matcher !== null || this.#hasHands;
  }

  #addLabel(kind: 'tag' | 'counterparty', name: string): void {
    run(
      this.#database,
      'INSERT INTO label (kind, name) VALUES (?, ?) ON CONFLICT DO NOTHING',
      kind,
      name,
    );
  }

  #idOf(kind: 'tag' | 'counterparty', name: string): number {
    const id = this.#labels.get(`${kind} ${name}`);
    if (id === undefined) throw new RangeError(`the ${kind} ${name} has no label`);
    return id;
  }

  #numberOf(account: number): string {
    const known = this.#numbers.get(account);
    if (known !== undefined) return known;
    const number =
      row<{ number: string }>(
        this.#database,
        'SELECT number FROM account WHERE ordinal = ?',
        account,
      )?.number ?? '';
    this.#numbers.set(account, number);
    return number;
  }
}

const noHands: ReadonlyMap<string, boolean> = new Map();

/** What the thread of the local copy does of rules. */
export const ruleWrites = (labelling: Labelling) => ({
  useRules: (set: RuleSet): void => {
    labelling.use(set);
  },
  useHandTags: (hands: readonly HandTag[]): void => {
    labelling.useHands(hands);
  },
  applyRules: (entriesMax: number): Applied => labelling.apply(entriesMax),
});

export type RuleWrites = ReturnType<typeof ruleWrites>;
