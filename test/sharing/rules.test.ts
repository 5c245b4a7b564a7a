import { describe, expect, test } from 'vitest';

import type { Journal } from '../../electron/engines/store/database.ts';
import { writeJournal } from '../../electron/engines/store/write-journal.ts';
import {
  decidedTags,
  manualCounterparty,
  manualTag,
  manualTagsAfter,
  setManualCounterparty,
  setManualTag,
} from '../../electron/nouns/rules/manual-tags.ts';
import { isPlace, placeAfter, placeBetween } from '../../electron/nouns/rules/places.ts';
import { sharedOfRules } from '../../electron/nouns/rules/shared.ts';
import {
  listRules,
  moveRule,
  refuseWords,
  refusedWords,
  removeRule,
  restoreRule,
  saveRule,
  writeRule,
} from '../../electron/nouns/rules/tables.ts';
import type { RuleContent } from '../../shared/ipc/review/rules.ts';
import { limits } from '../../shared/limits.ts';
import {
  at,
  expectAlike,
  joinedLater,
  oneOf,
  send,
  settle,
  sharedTeam,
  stamp,
} from '../support/team/shared-team.ts';

const entry = { accountNumber: '0690000031', entryId: 'e1' };
const rent = { ...entry, tag: 'rent' };

const content = (words: string, given: Partial<RuleContent> = {}): RuleContent => ({
  ...{ words, direction: null, accountNumber: null, amount: null, tag: 'rent', counterparty: '' },
  ...given,
});

const add = (journal: Journal, words: string): string =>
  saveRule(journal, { rule: content(words) }, stamp).id;

const wordsOf = (journal: Journal): string[] => listRules(journal).map(({ words }) => words);

describe('tags and counterparties by hand', () => {
  test('what one decides stands on the other desk, under the person’s name, and is applied to entries', async () => {
    const { ada, ben } = await sharedTeam(sharedOfRules);
    setManualTag(ada.journal, { ...rent, is: true }, stamp);
    setManualCounterparty(ada.journal, { ...entry, name: 'Named Ltd' }, stamp);
    await settle(ada, ben);
    expect(decidedTags(ben.journal)).toMatchObject([
      { tag: 'rent', is: true, actor: { name: 'Ada' }, at },
      { tag: '', counterparty: 'Named Ltd', actor: { name: 'Ada' } },
    ]);
    expect([...ben.changed.flatMap((one) => [...one.keys()])].toSorted()).toEqual([
      ...['entry-counterparty', 'entry-tag'],
    ]);
    setManualTag(ben.journal, { ...rent, is: null }, stamp);
    setManualCounterparty(ben.journal, { ...entry, name: null }, stamp);
    const before = manualTagsAfter(ada.journal, 0, 10).map(({ n }) => n);
    await settle(ada, ben);
    expect(manualTag(ada.journal, rent)).toBeNull();
    expect(manualCounterparty(ada.journal, entry)).toBeNull();
    // The local copy reads on behind the last number.
    expect(manualTagsAfter(ada.journal, before.at(-1)!, 10)).toHaveLength(2);
  });

  test('an undo gives way to what a colleague decided meanwhile', async () => {
    const { ada, ben } = await sharedTeam(sharedOfRules);
    setManualTag(ada.journal, { ...rent, is: true }, stamp);
    setManualCounterparty(ada.journal, { ...entry, name: 'One' }, stamp);
    await settle(ada, ben);
    setManualTag(ben.journal, { ...rent, is: false }, stamp);
    setManualCounterparty(ben.journal, { ...entry, name: 'Two' }, stamp);
    await settle(ada, ben);
    expect(() => setManualTag(ada.journal, { ...rent, is: null, was: true }, stamp)).toThrow(
      expect.objectContaining({ code: 'undo.overtaken' }),
    );
    expect(() =>
      setManualCounterparty(ada.journal, { ...entry, name: null, was: 'One' }, stamp),
    ).toThrow(expect.objectContaining({ code: 'undo.overtaken' }));
  });

  test('a desk that joins brings its own, and leaves what the team decided', async () => {
    const { ada, ben } = await joinedLater(
      sharedOfRules,
      (journal) => {
        setManualTag(journal, { ...rent, is: false }, stamp);
        setManualCounterparty(journal, { ...entry, name: 'Ada’s' }, stamp);
        refuseWords(journal, { words: 'refused by Ada', refused: true }, at);
      },
      (journal) => {
        setManualTag(journal, { ...rent, is: true }, stamp);
        setManualTag(journal, { ...rent, tag: 'tax', is: true }, stamp);
        setManualTag(journal, { ...rent, tag: 'left', is: null }, stamp);
        setManualCounterparty(journal, { ...entry, name: 'Ben’s' }, stamp);
        refuseWords(journal, { words: 'refused by Ben', refused: true }, at);
      },
    );
    for (const { journal } of [ada, ben]) {
      expect(manualTag(journal, rent)).toBe(false);
      expect(manualTag(journal, { ...rent, tag: 'tax' })).toBe(true);
      expect(manualCounterparty(journal, entry)).toBe('Ada’s');
      expect(refusedWords(journal).toSorted()).toEqual(['refused by Ada', 'refused by Ben']);
    }
    expect(decidedTags(ada.journal).at(-1)?.actor.name).toBe('this desk, entered by Ben');
  });

  test.for([
    ['entry-tag', { ...rent, is: true, more: 1 }],
    ['entry-tag', { ...rent, tag: 'Rent', is: true }],
    ['entry-tag', { ...rent, tag: 'two words', is: true }],
    ['entry-tag', { ...rent, tag: '', is: true }],
    ['entry-tag', { ...rent, entryId: 'e'.repeat(201), is: true }],
    ['entry-tag', { ...rent, is: 1 }],
    ['entry-counterparty', { ...entry, name: 'a  b' }],
    ['entry-counterparty', { ...entry, name: 'n'.repeat(141) }],
  ] as const)('no broken item is applied: %j', async ([kind, item]) => {
    const { ada, ben } = await sharedTeam(sharedOfRules);
    await send(ada, kind, item);
    setManualTag(ada.journal, { ...rent, tag: 'after', is: true }, stamp);
    await settle(ada, ben);
    expect(decidedTags(ben.journal).map(({ tag }) => tag)).toEqual(['after']);
  });
});

describe('rules', () => {
  test('a rule, its change, its removal and its return stand on the other desk under the person’s name', async () => {
    const { ada, ben } = await sharedTeam(sharedOfRules);
    const amount = { from: '10.00', to: '20.00', currency: 'USD' };
    const given = content('lease', {
      ...{ direction: 'debit', accountNumber: '1', amount, counterparty: 'Lessor' },
    });
    const { id } = saveRule(ada.journal, { rule: given }, stamp);
    await settle(ada, ben);
    expect(listRules(ben.journal)).toEqual([{ id, ...given, writtenAt: at, writtenBy: 'Ada' }]);
    saveRule(ben.journal, { id, rule: content('other') }, stamp);
    await settle(ada, ben);
    expect(listRules(ada.journal)).toMatchObject([{ words: 'other', writtenBy: 'Ben' }]);
    removeRule(ada.journal, { id }, at);
    await settle(ada, ben);
    expect(listRules(ben.journal)).toEqual([]);
    restoreRule(ben.journal, id, at);
    await settle(ada, ben);
    expect([wordsOf(ada.journal), wordsOf(ben.journal)]).toEqual([['other'], ['other']]);
  });

  test('who moves a rule takes back no change of it that was made at the same time', async () => {
    const { ada, ben } = await sharedTeam(sharedOfRules);
    const ids = ['one', 'two', 'three'].map((words) => add(ada.journal, words));
    await settle(ada, ben);
    saveRule(ada.journal, { id: ids[2]!, rule: content('changed') }, stamp);
    moveRule(ben.journal, ids[2]!, -1, at);
    await settle(ada, ben);
    for (const { journal } of [ada, ben])
      expect(wordsOf(journal)).toEqual(['one', 'changed', 'two']);
  });

  test('an undo of a save gives way to a colleague’s change', async () => {
    const { ada, ben } = await sharedTeam(sharedOfRules);
    const id = add(ada.journal, 'one');
    saveRule(ada.journal, { id, rule: content('two') }, stamp);
    await settle(ada, ben);
    saveRule(ben.journal, { id, rule: content('three') }, stamp);
    await settle(ada, ben);
    const overtaken: unknown = expect.objectContaining({ code: 'undo.overtaken' });
    const was = content('two');
    expect(() => saveRule(ada.journal, { id, rule: content('one'), was }, stamp)).toThrow(
      overtaken,
    );
    expect(() => removeRule(ada.journal, { id, was }, at)).toThrow(overtaken);
    expect(wordsOf(ada.journal)).toEqual(['three']);
    saveRule(ada.journal, { id, rule: content('one'), was: content('three') }, stamp);
    expect(wordsOf(ada.journal)).toEqual(['one']);
  });

  test('rules that two desks added at once stand in one order', async () => {
    const { ada, ben } = await sharedTeam(sharedOfRules);
    const first = add(ada.journal, 'first');
    await settle(ada, ben);
    add(ben.journal, 'by Ben');
    add(ada.journal, 'by Ada');
    await settle(ada, ben);
    expect(wordsOf(ada.journal)).toEqual(['first', 'by Ben', 'by Ada']);
    expect(wordsOf(ben.journal)).toEqual(['first', 'by Ben', 'by Ada']);
    // Those two have the same place, and none is between: the move gives all rules places anew.
    moveRule(ben.journal, first, 1, at);
    await settle(ada, ben);
    expect(wordsOf(ben.journal)).toEqual(['by Ben', 'first', 'by Ada']);
    expect(wordsOf(ada.journal)).toEqual(['by Ben', 'first', 'by Ada']);
  });

  test('a place that is in the record before its rule holds when the rule comes', async () => {
    const { ada, ben } = await sharedTeam(sharedOfRules);
    const first = add(ada.journal, 'first');
    add(ada.journal, 'second');
    await settle(ada, ben);
    moveRule(ada.journal, first, 1, at);
    const third = add(ada.journal, 'third');
    moveRule(ada.journal, third, -1, at);
    moveRule(ada.journal, third, -1, at);
    // The act of both places alone is written.
    await ada.killedBehindWriting();
    await ben.exchange();
    expect(wordsOf(ben.journal)).toEqual(['second', 'first']);
    await settle(ada, ben);
    for (const { journal } of [ada, ben])
      expect(wordsOf(journal)).toEqual(['third', 'second', 'first']);
  });

  test('a desk that joins brings its rules and their places', async () => {
    const { ada, ben } = await joinedLater(
      sharedOfRules,
      (journal) => void ['one', 'two'].map((words) => add(journal, words)),
      (journal) => {
        const ids = ['a', 'b', 'gone'].map((words) => add(journal, words));
        moveRule(journal, ids[1]!, -1, at);
        removeRule(journal, { id: ids[2]! }, at);
      },
    );
    expect(wordsOf(ada.journal)).toEqual(wordsOf(ben.journal));
    expect(wordsOf(ada.journal).filter((words) => words < 'c')).toEqual(['b', 'a']);
    expect(wordsOf(ada.journal)).toHaveLength(4);
  });

  const item = { id: 'r', place: 'i', isRemoved: false, rule: content('rent') };

  test('of more rules than may stand, the same decide on all desks', async () => {
    const { ada, ben } = await sharedTeam(sharedOfRules);
    writeJournal(ada.journal, 'entry_rule', () => {
      for (let n = 0; n < limits.rulesMax; n += 1)
        writeRule(ada.journal, { ...item, id: `r${String(n)}`, place: `1${String(n)}1` }, stamp);
    });
    await send(ben, 'tag-rule', {
      ...{ id: 'last', place: 'zzz', isRemoved: false, rule: content('one too many') },
    });
    await settle(ada, ben);
    expect(listRules(ada.journal)).toHaveLength(limits.rulesMax);
    expect(wordsOf(ada.journal)).not.toContain('one too many');
  });

  const amount = { from: '1.00', to: '2.00', currency: 'USD' };
  test.for([
    ['tag-rule', { ...item, place: '' }],
    ['tag-rule', { ...item, place: 'i0' }],
    ['tag-rule', { ...item, place: 'i'.repeat(101) }],
    ['tag-rule', { ...item, place: 'Ä' }],
    ['tag-rule', { ...item, rule: content('', { direction: null }) }],
    ['tag-rule', { ...item, rule: content('!!!') }],
    ['tag-rule', { ...item, rule: content('rent', { tag: '' }) }],
    ['tag-rule', { ...item, rule: content('w'.repeat(limits.searchTextMax + 1)) }],
    ['tag-rule', { ...item, rule: content('', { amount: { ...amount, from: '1e3' } }) }],
    ['tag-rule', { ...item, rule: content('', { amount: { ...amount, from: '3.00' } }) }],
    ['tag-rule', { ...item, rule: content('', { amount: { ...amount, to: '2.001' } }) }],
    ['tag-rule', { ...item, rule: content('', { amount: { ...amount, currency: 'DOLLAR' } }) }],
    ['tag-rule-place', { id: 'r', place: '0' }],
    ['tag-rule-place', { id: 'unknown', place: 'i' }],
    ['refused-rule', { words: '', refused: true }],
    ['refused-rule', { words: 'w'.repeat(limits.searchTextMax + 1), refused: true }],
  ] as const)('no broken item is applied: %j', async ([kind, broken]) => {
    const { ada, ben } = await sharedTeam(sharedOfRules);
    await send(ada, kind, broken);
    add(ada.journal, 'after');
    await settle(ada, ben);
    expect(wordsOf(ben.journal)).toEqual(['after']);
    expect(refusedWords(ben.journal)).toEqual([]);
  });

  test('a refused proposal is refused on all desks, until that is undone', async () => {
    const { ada, ben } = await sharedTeam(sharedOfRules);
    refuseWords(ada.journal, { words: 'card', refused: true }, at);
    await settle(ada, ben);
    expect(refusedWords(ben.journal)).toEqual(['card']);
    refuseWords(ben.journal, { words: 'card', refused: false }, at);
    await settle(ada, ben);
    expect(refusedWords(ada.journal)).toEqual([]);
  });

  test.for([1, 2, 3, 4, 5, 6])('three desks end alike whatever the order: run %i', async (run) => {
    await expectAlike(run, sharedOfRules, {
      change: (journal, random, step) => {
        const ids = listRules(journal).map(({ id }) => id);
        const id = ids.length === 0 ? null : oneOf(random, ids);
        const act = Math.floor(random() * 7);
        const words = `w${String(step)}`;
        if (act === 0 || id === null) add(journal, words);
        else if (act === 1) saveRule(journal, { id, rule: content(words) }, stamp);
        else if (act === 2 && random() < 0.5) {
          removeRule(journal, { id }, at);
          if (random() < 0.5) restoreRule(journal, id, at);
        } else if (act < 5) moveRule(journal, id, oneOf(random, [1, -1]), at);
        else if (act === 5)
          setManualTag(journal, { ...rent, is: oneOf(random, [true, false, null]) }, stamp);
        else
          setManualCounterparty(journal, { ...entry, name: oneOf(random, [words, null]) }, stamp);
      },
      stateOf: (journal) => ({
        rules: listRules(journal).map(({ id, words }) => `${id} ${words}`),
        tag: manualTag(journal, rent),
        name: manualCounterparty(journal, entry),
      }),
    });
  });
});

describe('places of rules', () => {
  test('one behind another is greater, one between two lies between, for 300 moves at one gap', () => {
    let last = '';
    for (let n = 0; n < 5_000; n += 1) {
      const next = placeAfter(last);
      expect(isPlace(next) && next > last && next.length === 6).toBe(true);
      last = next;
    }
    let after: string | null = placeAfter('');
    for (let n = 0; n < 300; n += 1) {
      const between: string | null = placeBetween('', after);
      expect(between !== null && isPlace(between) && between < after!).toBe(true);
      after = between;
    }
  });

  test('without room there is no place', () => {
    expect(placeBetween('i', 'i')).toBeNull();
    expect(placeBetween('', `${'0'.repeat(99)}1`)).toBeNull();
    expect(isPlace(placeAfter('zzzzzz'))).toBe(true);
    expect(placeAfter('zzzzzz') > 'zzzzzz').toBe(true);
    expect(placeAfter('z'.repeat(100))).toBe('z'.repeat(100));
  });
});
