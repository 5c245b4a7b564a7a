import type { RuleContent, RuleProposal } from '../../../shared/ipc/review/rules.ts';
import { beneficiaryNames } from '../beneficiaries/tables.ts';
import { countMatching, factsBelow } from '../statements/entries/entry-facts.ts';
import { labelsByKey } from '../statements/entries/row-labels.ts';
import type { AnyDatabase } from '../../engines/store/database.ts';
import { quotedTerm } from '../../engines/store/search/search-text.ts';
import { tokensOf } from '../../engines/store/search/tokens.ts';
import type { Sliced } from '../../engines/store/threads/turns.ts';

/** Words that need no proposal: a rule has them, or they were refused; as proposals write them. */
export type Known = { readonly words: readonly string[] };

/** The newest entries that are searched for repeated words, and the entries of one slice. */
const entriesMax = 20_000;
const entriesAtOnce = 2_000;
const beneficiariesMax = 2_000;
const beneficiariesAtOnce = 50;
const proposalsMax = 20;
/** Words in fewer entries are no proposal. */
const entriesMin = 4;
/** Words in a larger share of the entries belong to the bank, not to a counterparty. */
const commonShare = 0.2;
const partWordsMax = 4;

/**
 * Proposes rules that a person may accept, edit or refuse: by names of beneficiaries in the narrations of payments, and by adjacent words
 * that narrations repeat. Leaves out what a rule names already.
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

/** Debits are not separated here; the count before saving does that. Counting stops at this number. */
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

/** Adds runs of two to four words without a digit, each once per entry. */
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

/** Removes parts that mostly occur within a longer one. */
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

/** A part counts as used when it contains used words, or they contain it. */
const isUsed = (part: string, used: ReadonlySet<string>): boolean =>
  [...used].some((one) => ` ${part} `.includes(` ${one} `) || ` ${one} `.includes(` ${part} `));
