import { dateOfDayNumber } from '../../../shared/calendar/calendar.ts';
import type { RuleContent, RuleCount, RuleExample } from '../../../shared/ipc/review/rules.ts';
import { moneyOfUnits } from '../../../shared/money/money.ts';
import { dayOfKey, keyOfSearchSql } from '../statements/entries/entry-keys.ts';
import { rows, type AnyDatabase } from '../../engines/store/database.ts';
import { quotedTerm } from '../../engines/store/search/search-text.ts';
import type { Sliced } from '../../engines/store/threads/turns.ts';
import { compileRules, phrasesOf } from './matcher.ts';

/** Entries of one slice. */
const entriesAtOnce = 4_000;
const examplesMax = 5;

type Stored = {
  readonly place: number;
  readonly key: number;
  readonly number: string;
  readonly id: string;
  readonly amount: string;
  readonly currency: string;
  readonly direction: 0 | 1;
  readonly narration: string;
  readonly reference: string;
  readonly withdrawn: 0 | 1;
};
type Sum = { entries: number; debitsE4: bigint; creditsE4: bigint };

/** What a rule holds for: entries, sums by currency, and the newest as examples. Withdrawn ones are left out. */
export function* countRule(database: AnyDatabase, rule: RuleContent): Sliced<RuleCount> {
  const matches = compileRules([rule]);
  const sums = new Map<string, Sum>();
  let newest: Stored[] = [];
  let entries = 0;
  for (const batch of batchesFor(database, rule)) {
    for (const stored of batch) {
      if (stored.withdrawn === 1) continue;
      const direction = stored.direction === 1 ? 'credit' : 'debit';
      const facts = {
        ...stored,
        direction,
        accountNumber: stored.number,
        amountE4: stored.amount,
      } as const;
      if (matches(facts).length === 0) continue;
      entries += 1;
      const sum = sums.get(stored.currency) ?? { entries: 0, debitsE4: 0n, creditsE4: 0n };
      sums.set(stored.currency, sum);
      sum.entries += 1;
      sum[direction === 'credit' ? 'creditsE4' : 'debitsE4'] += BigInt(stored.amount);
      if (newest.length < examplesMax || stored.key > (newest.at(-1)?.key ?? 0))
        newest = [...newest, stored].sort((a, b) => b.key - a.key).slice(0, examplesMax);
    }
    yield;
  }
  return {
    entries,
    sums: [...sums]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([currency, sum]) => ({
        currency,
        entries: sum.entries,
        debits: moneyOfUnits(sum.debitsE4, currency),
        credits: moneyOfUnits(sum.creditsE4, currency),
      })),
    examples: newest.map(exampleOf),
  };
}

const exampleOf = (stored: Stored): RuleExample => ({
  accountNumber: stored.number,
  entryId: stored.id,
  day: dateOfDayNumber(dayOfKey(stored.key)),
  amount: moneyOfUnits(BigInt(stored.amount), stored.currency),
  direction: stored.direction === 1 ? 'credit' : 'debit',
  narration: stored.narration,
  customReference: stored.reference,
});

const columns = `e.key, (SELECT a.number FROM account a WHERE a.ordinal = e.account) AS number, e.id,
  CAST(e.amount_e4 AS TEXT) AS amount, e.currency, e.direction, e.narration, e.reference,
  e.withdrawn_at IS NOT NULL AS withdrawn`;

/** The entries that may be meant: by their words, or all of them where the rule has none. */
function* batchesFor(database: AnyDatabase, { words }: RuleContent): Generator<readonly Stored[]> {
  const phrases = phrasesOf(words).map((phrase) => quotedTerm(phrase.trim()));
  const match = `{narration reference} : (${phrases.join(' AND ')})`;
  for (let after = -1; ;) {
    const batch =
      phrases.length === 0
        ? rows<Stored>(
            database,
            `SELECT e.key AS place, ${columns} FROM entry e WHERE e.key > ? ORDER BY e.key LIMIT ?`,
            after,
            entriesAtOnce,
          )
        : rows<Stored>(
            database,
            `SELECT s.rowid AS place, ${columns} FROM entry_search s CROSS JOIN entry e ON e.key = ${keyOfSearchSql('s.rowid')}
             WHERE s.entry_search MATCH ? AND s.rowid > ? ORDER BY s.rowid LIMIT ?`,
            match,
            BigInt(after),
            entriesAtOnce,
          );
    yield batch;
    const last = batch.at(-1);
    if (last === undefined || batch.length < entriesAtOnce) return;
    after = last.place;
  }
}
