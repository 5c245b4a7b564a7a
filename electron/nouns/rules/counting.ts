import { dateOfDayNumber } from '../../../shared/calendar/calendar.ts';
import type { RuleContent, RuleCount, RuleExample } from '../../../shared/ipc/review/rules.ts';
import { moneyOfUnits } from '../../../shared/money/money.ts';
import { accountKeys } from '../accounts/ordinals.ts';
import { factsAfter, factsMatching, type EntryFacts } from '../statements/entries/entry-facts.ts';
import { dayOfKey } from '../statements/entries/entry-keys.ts';
import type { AnyDatabase } from '../../engines/store/database.ts';
import { quotedTerm } from '../../engines/store/search/search-text.ts';
import type { Sliced } from '../../engines/store/threads/turns.ts';
import { compileRules, phrasesOf } from './matcher.ts';

/** Entries read in one slice. */
const entriesAtOnce = 4_000;
const examplesMax = 5;

type Stored = EntryFacts & { readonly accountNumber: string };
type Sum = { entries: number; debitsE4: bigint; creditsE4: bigint };

/** Counts what a rule holds for: entries, sums by currency, and the newest as examples. Leaves out withdrawn entries. */
export function* countRule(database: AnyDatabase, rule: RuleContent): Sliced<RuleCount> {
  const matches = compileRules([rule]);
  const sums = new Map<string, Sum>();
  let newest: Stored[] = [];
  let entries = 0;
  for (const batch of batchesFor(database, rule)) {
    const numbers = new Map(accountKeys(database).map(({ ordinal, number }) => [ordinal, number]));
    for (const entry of batch) {
      const stored = { ...entry, accountNumber: numbers.get(entry.account) ?? '' };
      const direction = stored.direction === 1 ? 'credit' : 'debit';
      if (matches({ ...stored, direction }).length === 0) continue;
      entries += 1;
      const sum = sums.get(stored.currency) ?? { entries: 0, debitsE4: 0n, creditsE4: 0n };
      sums.set(stored.currency, sum);
      sum.entries += 1;
      sum[direction === 'credit' ? 'creditsE4' : 'debitsE4'] += BigInt(stored.amountE4);
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
  accountNumber: stored.accountNumber,
  entryId: stored.id,
  day: dateOfDayNumber(dayOfKey(stored.key)),
  amount: moneyOfUnits(BigInt(stored.amountE4), stored.currency),
  direction: stored.direction === 1 ? 'credit' : 'debit',
  narration: stored.narration,
  customReference: stored.reference,
});

/** Reads the candidate entries: by the rule's words, or all where the rule has none. */
function* batchesFor(
  database: AnyDatabase,
  { words }: RuleContent,
): Generator<readonly EntryFacts[]> {
  const phrases = phrasesOf(words).map((phrase) => quotedTerm(phrase.trim()));
  const match = `{narration reference} : (${phrases.join(' AND ')})`;
  for (let after = -1; ;) {
    const batch =
      phrases.length === 0
        ? factsAfter(database, { after, limit: entriesAtOnce })
        : factsMatching(database, match, { after, limit: entriesAtOnce });
    yield batch;
    const last = batch.at(-1);
    if (last === undefined || batch.length < entriesAtOnce) return;
    after = last.place;
  }
}
