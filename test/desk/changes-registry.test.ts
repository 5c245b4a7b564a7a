import { expect, test } from 'vitest';

import type { ChangesOf } from '../../electron/engines/submissions/change.ts';
import { changeOf } from '../support/desks/changes.ts';
import { catalogue, isChanging, operationNames } from '../../shared/bank/catalogue.ts';
import type { ChangingOperation } from '../../shared/bank/catalogue.ts';

type Table = ChangesOf<ChangingOperation>;

test('a table of changes that lacks an operation with an effect does not compile', () => {
  const whole = (table: Table): Table => table;
  // @ts-expect-error Create Single Transfer has no entry
  const lacking = (table: Omit<Table, 'createSingleTransfer'>): Table => table;
  const blind = (entry: Omit<Table['lockRate'], 'search'>): Table['lockRate'] =>
    // @ts-expect-error an entry without a way to look it up is none
    entry;
  expect([whole, lacking, blind].map((one) => typeof one)).toEqual(Array(3).fill('function'));
});

test('every operation with an effect has its entry, and none without', () => {
  const changing = operationNames.filter(isChanging);
  for (const name of changing) expect(changeOf(name), name).toHaveProperty('search.by');
  const effects = operationNames.filter(
    (name) => catalogue[name].effect !== 'read' && catalogue[name].group !== 'Authentication',
  );
  expect(changing).toEqual(effects);
});
