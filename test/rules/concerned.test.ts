import fc from 'fast-check';
import { expect, test } from 'vitest';

import { ordinalOf } from '../../electron/nouns/accounts/ordinals.ts';
import { writerMethods } from '../../electron/desk/open-bank/writer-methods.ts';
import type { ManualTag } from '../../electron/nouns/rules/manual-tags.ts';
import type { CachedRule } from '../../electron/nouns/rules/tables.ts';
import type { IncomingEntry } from '../../electron/nouns/statements/entries/incoming.ts';
import {
  keysOfDay,
  reorderDay,
  registerExtrasText,
} from '../../electron/nouns/statements/entries/move-entries.ts';
import { rows } from '../../electron/engines/store/database.ts';
import { openCacheConnection } from '../../electron/engines/store/opening/cache-connection.ts';
import {
  accountNumber,
  closing,
  entry,
  fetchRange,
  firstDay,
  key,
  openCopy,
  range,
  type Copy,
} from '../support/stores/store.ts';

const names = ['acme', 'tern', 'bluefin', 'sable'];
const kinds = ['invoice', 'refund', 'rent', 'fee'];
const count = 64;

/** Entries over two days, of which every pair of words stands in some, the second half of them in the reference. */
const entries: readonly IncomingEntry[] = Array.from({ length: count }, (_, at) => {
  const name = names[at % names.length] ?? '';
  const kind = kinds[Math.floor(at / names.length) % kinds.length] ?? '';
  return entry(`e-${String(at)}`, {
    ...{ ordinal: at, day: firstDay + (at % 2), direction: at % 3 === 0 ? 'debit' : 'credit' },
    ...(at < count / 2
      ? { narration: `${name} ${kind}` }
      : { narration: kind, customReference: `${name} ${String(at)}` }),
  });
});
const whole = { start: range(firstDay, firstDay + 1) };

const rule = (id: number, given: Partial<CachedRule>): CachedRule => ({
  ...{ id: `r-${String(id)}`, words: '', direction: null, accountNumber: null, amount: null },
  ...{ tag: '', counterparty: '' },
  ...given,
});

const word = fc.constantFrom(...names, ...kinds, 'interrupted');
const ruleTerms = fc.record({
  words: fc.oneof(
    word,
    fc.tuple(word, word).map((two) => two.join(' ')),
  ),
  direction: fc.constantFrom(null, 'debit' as const),
  tag: fc.constantFrom('', 'a', 'b'),
  counterparty: fc.constantFrom('', 'Acme', 'Tern'),
});
/** Each id at most once, in any order: what is added, taken away, worded anew and moved. */
const rules = fc
  .uniqueArray(fc.tuple(fc.integer({ min: 1, max: 5 }), ruleTerms), {
    selector: ([id]) => id,
    maxLength: 5,
  })
  .map((all) => all.map(([id, given]) => rule(id, given)));
const hand = fc.record({
  entryId: fc.integer({ min: 0, max: count - 1 }).map((at) => `e-${String(at)}`),
  tag: fc.constantFrom('', 'a', 'b'),
  is: fc.constantFrom(null, true, false),
  counterparty: fc.constantFrom('', 'Sable'),
});
const step = fc.oneof(
  { weight: 4, arbitrary: rules.map((all) => ({ rules: all })) },
  { weight: 2, arbitrary: fc.integer({ min: 1, max: 20 }).map((apply) => ({ apply })) },
  { weight: 1, arbitrary: hand.map((one) => ({ hand: one })) },
  { weight: 1, arbitrary: fc.constant({ reorder: true }) },
  { weight: 1, arbitrary: fc.constant({ quit: true }) },
);

const applyAll = (writer: Writer): void => {
  while (!writer.applyRules(7).isDone);
};
type Writer = ReturnType<typeof writerMethods>;
const everyLabel = ({ reader }: Copy) =>
  rows(
    reader,
    `SELECT e.id, l.kind, l.name, r.rule_id AS rule FROM entry_label x JOIN label l ON l.id = x.label
     LEFT JOIN rule_number r ON r.n = x.rule
     LEFT JOIN entry e ON e.key = x.key ORDER BY e.id, l.kind, l.name`,
  );

/** The labels of a copy that got all rules and tags before its entries came. */
function lookedAtAll(last: readonly CachedRule[], hands: readonly ManualTag[]) {
  const copy = openCopy();
  copy.writer.useRules({ revision: 'all', rules: last });
  copy.writer.useManualTags(hands);
  fetchRange(copy.writer, [entries], whole);
  return everyLabel(copy);
}

test('whatever changes, and whenever it is broken off: every entry has the labels that looking at all of them gives', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 2, maxLength: 8 }), (steps) => {
      const copy = openCopy();
      let writer: Writer = copy.writer;
      fetchRange(writer, [entries], whole);
      let last: readonly CachedRule[] = [];
      const hands: ManualTag[] = [];
      for (const [at, one] of steps.entries()) {
        if ('rules' in one) {
          last = one.rules;
          writer.useRules({ revision: String(at), rules: last });
          writer.useManualTags(hands);
        } else if ('apply' in one) writer.applyRules(one.apply);
        else if ('hand' in one) {
          const { tag, is, counterparty, entryId } = one.hand;
          hands.push({
            ...{ n: hands.length + 1, accountNumber, entryId, tag },
            ...(tag === ''
              ? { is: is === null ? null : true, counterparty }
              : { is, counterparty: '' }),
          });
          writer.useManualTags(hands.slice(-1));
        } else if ('reorder' in one) {
          const database = closing(openCacheConnection(copy.file, key));
          const account = ordinalOf(copy.reader, accountNumber);
          const day = { account, day: firstDay };
          registerExtrasText(database);
          reorderDay(database, day, keysOfDay(database, account, firstDay).toReversed());
        } else writer = writerMethods(closing(openCacheConnection(copy.file, key)));
      }
      applyAll(writer);
      expect(everyLabel(copy)).toEqual(lookedAtAll(last, hands));
    }),
    { numRuns: 25 },
  );
});

const acme = rule(1, { words: 'acme', tag: 'a', counterparty: 'Acme' });
const rent = rule(2, { words: 'rent', tag: 'b' });

/** How many entries are looked at until all is done. */
function lookedAt({ writer }: Copy, to: readonly CachedRule[], revision: string): number {
  writer.useRules({ revision, rules: to });
  let looked = 0;
  for (;;) {
    const one = writer.applyRules(7);
    looked += one.looked;
    if (one.isDone) return looked;
  }
}

test('only entries that a change concerns are looked at: those with the words, and those with the labels', () => {
  const copy = openCopy();
  fetchRange(copy.writer, [entries], whole);
  const share = count / names.length;
  expect(lookedAt(copy, [acme], 'added')).toBe(share);
  expect(lookedAt(copy, [acme, rent], 'beside')).toBe(share);
  expect(lookedAt(copy, [acme, rent], 'the same')).toBe(0);
  // An entry of both is looked at once.
  expect(lookedAt(copy, [rent, acme], 'moved')).toBe(2 * share - share / kinds.length);
  expect(lookedAt(copy, [acme], 'removed')).toBe(share);
  expect(lookedAt(copy, [{ ...acme, words: 'tern' }], 'other words')).toBe(2 * share);
  expect(lookedAt(copy, [{ ...acme, words: 'interrupted' }], 'of none')).toBe(share);
  expect(everyLabel(copy)).toEqual([]);
});

test('a rule without words may hold for any entry, and is brought to all of them', () => {
  const copy = openCopy();
  fetchRange(copy.writer, [entries], whole);
  const debits = rule(3, { direction: 'debit', tag: 'out' });
  expect(lookedAt(copy, [debits], 'added')).toBe(count);
  expect(everyLabel(copy)).toHaveLength(entries.filter((one) => one.direction === 'debit').length);
});

test('what was found is looked at after a quit, and is counted as what is left', () => {
  const copy = openCopy();
  fetchRange(copy.writer, [entries], whole);
  copy.writer.useRules({ revision: 'a', rules: [acme] });
  expect(copy.writer.applyRules(1)).toEqual({ looked: 0, left: 10, isDone: false });
  const again = writerMethods(closing(openCacheConnection(copy.file, key)));
  expect(again.applyRules(5)).toEqual({ looked: 5, left: 11, isDone: false });
  applyAll(again);
  expect(everyLabel(copy)).toHaveLength((2 * count) / names.length);
});
