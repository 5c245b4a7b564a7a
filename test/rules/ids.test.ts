import { expect, test } from 'vitest';

import {
  listRules,
  ruleIdBeginning,
  saveRule,
  type CachedRule,
} from '../../electron/nouns/rules/tables.ts';
import { rows } from '../../electron/engines/store/database.ts';
import { actorNamed } from '../support/desks/actors.ts';
import { openLoneDesk } from '../support/desks/lone-desk.ts';
import { asOf, entry, fetchRange, firstDay, openCopy, range } from '../support/stores/store.ts';

const content = (words: string) => ({
  ...{ words, direction: null, accountNumber: null, amount: null },
  ...{ tag: 'tagged', counterparty: '' },
});

test('a rule is named by the beginning of its id, where it is the only one', () => {
  const { journal } = openLoneDesk().parts;
  const stamp = { actor: actorNamed('Ada'), at: asOf };
  const ids = ['acme', 'tern'].map(
    (words) => saveRule(journal, { rule: content(words) }, stamp).id,
  );
  expect(ids.toSorted()).toEqual(ids);
  expect(listRules(journal).map(({ id }) => id)).toEqual(ids);
  for (const id of ids) {
    expect(ruleIdBeginning(journal, id)).toBe(id);
    expect(ruleIdBeginning(journal, id.slice(0, 18))).toBe(id);
  }
  const refused = expect(() => ruleIdBeginning(journal, ids[0]?.slice(0, 8) ?? ''));
  refused.toThrow('The ids of 2 rules begin with');
  expect(() => ruleIdBeginning(journal, 'x')).toThrow('There is no rule x.');
});

test('labels have a small number in place of the id of their rule, which stays', () => {
  const copy = openCopy();
  const rule = (id: string, words: string): CachedRule => ({ id, ...content(words) });
  const [first, second] = [rule('0199-a', 'acme'), rule('0199-b', 'tern')];
  fetchRange(copy.writer, [[entry('e-1', { narration: 'tern' })]], {
    start: range(firstDay, firstDay),
  });
  for (const rules of [[first, second], [second]]) {
    copy.writer.useRules({ revision: String(rules.length), rules });
    while (!copy.writer.applyRules(100).isDone);
    expect(rows(copy.reader, 'SELECT rule FROM entry_label')).toEqual([{ rule: 2 }]);
  }
});
