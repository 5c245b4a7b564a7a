import type { EntryLabel, RuleContent } from '../../../shared/ipc/review/rules.ts';
import { findOrdinal } from '../accounts/ordinals.ts';
import { findKey } from '../statements/entries/places.ts';
import { labelsOfEntry } from '../statements/entries/labels.ts';
import { row, type AnyDatabase, type CacheReader } from '../../engines/store/database.ts';
import { countRule } from './counting.ts';
import { proposeRules, type Known } from './proposals.ts';

/** The questions about rules that the reader thread answers. */
export const ruleReads = (reader: CacheReader) => ({
  countRule: (rule: RuleContent) => countRule(reader, rule),
  proposeRules: (known: Known) => proposeRules(reader, known),
});

export type RuleReads = ReturnType<typeof ruleReads>;

/** Returns the counterparty and tags of one entry, with the rules that give them; empty where the entry is not here. */
export function entryLabels(
  database: AnyDatabase,
  accountNumber: string,
  entryId: string,
): EntryLabel[] {
  const account = findOrdinal(database, accountNumber);
  const key = account === null ? null : findKey(database, account, entryId);
  if (key === null) return [];
  return labelsOfEntry(database, key).map(({ kind, name, rule }) => ({
    ...{ kind, name },
    ruleId: rule === null ? null : ruleIdOf(database, rule),
  }));
}

/** Returns the id of the rule with this number in the cache. */
const ruleIdOf = (database: AnyDatabase, n: number): string | null =>
  row<{ id: string }>(database, 'SELECT rule_id AS id FROM rule_number WHERE n = ?', n)?.id ?? null;
