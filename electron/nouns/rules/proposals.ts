import type { RuleContent, RuleProposal } from '../../../shared/ipc/review/rules.ts';
import { beneficiaryNames } from '../beneficiaries/tables.ts';
import { countMatching, factsBelow } from '../statements/entries/entry-facts.ts';
import { labelsByKey } from '../statements/entries/row-labels.ts';
import type { AnyDatabase } from '../../engines/store/database.ts';
import { quotedTerm } from '../../engines/store/search/search-text.ts';
import { tokensOf } from '../../engines/store/search/tokens.ts';
import type { Sliced } from '../../engines/store/threads/turns.ts';

/** Words that need no proposal: they stand in a rule, or were refused; as proposals write them. */
export type Known = { readonly words: readonly string[] };

/** The newest entries in which repeated words are looked for, and so many of a slice. */
const entriesMax = 20_000;
const entriesAtOnce = 2_000;
const beneficiariesMax = 2_000;
const beneficiariesAtOnce = 50;
const proposalsMax = 20;
/** Fewer entries are no habit. */
const entriesMin = 4;
/** Words of so many of the entries looked at belong to the bank, not to a counterparty. */
const commonShare = 0.2;
const partWordsMax = 4;

/**
 * Rules that a person may accept, edit or refuse: names of beneficiaries that stand in the narrations of payments, and words that stand
 * beside each other in narrations again and again. What a rule names already is left out.
 */
export function* proposeRules(database: AnyDatabase, known: Known): Sliced<RuleProposal[]> {
  const used = new Set(known.words.map(partOf));
  const paid = yield* beneficiariesPaid(database, used);
  for (const { rule } of paid) used.add(partOf(rule.words));
  const repeated = yield* repeatedParts(database, used);
  return [...paid, ...repeated].sort((a, b) => b.entries - a.entries).slice(0, proposalsMax);
}

const partOf = (words: string): string => tokensOf(words).join(' ');

const proposal = (words: string, given: Partial<RuleContent>): RuleContent => ({
  ...{ words, direction: null, accountNumber: null, amount: null, tag: '', counterparty: '' },
  ...given,
});

function* beneficiariesPaid(
  database: AnyDatabase,
  used: ReadonlySet<string>,
): Sliced<RuleProposal[]> {
  const names = beneficiaryNames(database, beneficiariesMax);
  const found: RuleProposal[] = [];
  for (const [at, name] of names.entries()) {
    if (at % beneficiariesAtOnce === beneficiariesAtOnce - 1) yield;
    const tokens = tokensOf(name);
    // One short word is too little to be a name.
    if (tokens.join('').length < 4 || used.has(tokens.join(' '))) continue;
    const entries = entriesWith(database, tokens);
    if (entries === 0) continue;
    const rule = proposal(name, { direction: 'debit', counterparty: name });
    found.push({ rule, entries, because: 'beneficiary' });
  }
  return found;
}

/** Debits are not separated here; the count before saving does that. At most so many are counted. */
const countedMax = 100_000;
const entriesWith = (database: AnyDatabase, tokens: readonly string[]): number =>
  countMatching(database, `{narration} : (${tokens.map(quotedTerm).join(' AND ')})`, countedMax);

type Part = { entries: number; written: string };

function* repeatedParts(database: AnyDatabase, used: ReadonlySet<string>): Sliced<RuleProposal[]> {
  const parts = new Map<string, Part>();
  let looked = 0;
  for (let below = Number.MAX_SAFE_INTEGER; looked < entriesMax;) {
    const batch = factsBelow(database, below, entriesAtOnce);
    const labels = labelsByKey(
      database,
      batch.map(({ key }) => key),
    );
    for (const { key, narration } of batch)
      if (!labels.get(key)?.namedCounterparty) addParts(parts, narration);
    looked += batch.length;
    const last = batch.at(-1);
    if (last === undefined || batch.length < entriesAtOnce) break;
    below = last.key;
    yield;
  }
  const often = [...parts].filter(
    ([, { entries }]) =>
      entries >= entriesMin && entries <= Math.max(entriesMin, looked * commonShare),
  );
  return longest(often)
    .filter(([part]) => !isUsed(part, used))
    .map(([, { entries, written }]) => ({
      rule: proposal(written, { counterparty: written }),
      entries,
      because: 'repeated',
    }));
}

/** Runs of two to four words without a digit, each once an entry. */
function addParts(parts: Map<string, Part>, narration: string): void {
  const seen = new Set<string>();
  for (const run of narration.split(/[^\p{L}\p{M}&.'’ -]+|\s-\s/u)) {
    const words = run.split(/[\s-]+/u).filter((word) => tokensOf(word).length > 0);
    for (let from = 0; from < words.length; from += 1)
      for (let to = from + 2; to <= Math.min(words.length, from + partWordsMax); to += 1) {
        const written = words.slice(from, to).join(' ');
        const part = partOf(written);
        if (seen.has(part)) continue;
        seen.add(part);
        const known = parts.get(part);
        if (known) known.entries += 1;
        else parts.set(part, { entries: 1, written });
      }
  }
}

/** Without parts that stand nowhere but in a longer one. */
function longest(parts: readonly (readonly [string, Part])[]): (readonly [string, Part])[] {
  const chosen: (readonly [string, Part])[] = [];
  for (const one of parts.toSorted(([a], [b]) => b.length - a.length)) {
    const [part, { entries }] = one;
    const isWithin = chosen.some(
      ([longer, { entries: others }]) =>
        ` ${longer} `.includes(` ${part} `) && others * 2 >= entries,
    );
    if (!isWithin) chosen.push(one);
  }
  return chosen;
}

/** A part of words that are used, or around them, is used too. */
const isUsed = (part: string, used: ReadonlySet<string>): boolean =>
  [...used].some((one) => ` ${part} `.includes(` ${one} `) || ` ${one} `.includes(` ${part} `));
