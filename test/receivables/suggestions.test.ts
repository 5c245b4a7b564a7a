import { expect, test } from 'vitest';

import { saveMatch } from '../../electron/nouns/orders/receivables/matches-table.ts';
import { receivableRows } from '../../electron/nouns/orders/receivables/receivables.ts';
import { newestRegistered } from '../../electron/nouns/orders/tables.ts';
import { usd } from '../conversions/deals.ts';
import { addReceivable, creditOf, later, openTradeDesk } from '../outlook/trade-desk.ts';
import { actorNamed } from '../support/desks/actors.ts';
import { paying, readStatement } from '../support/desks/lone-desk.ts';

test('a receivable has eight suggestions at most, and none that is matched with another', async () => {
  const lone = openTradeDesk();
  const { journal, reader } = lone.parts;
  addReceivable(lone, 'R');
  addReceivable(lone, 'OTHER');
  readStatement(
    lone,
    Array.from({ length: 10 }, (_, at) => creditOf(`E-${at}`, 'INV-R', 100_000n)),
  );
  const suggested = async (): Promise<string[]> => {
    const rows = await receivableRows({ journal, reader }, newestRegistered(journal, 'receivable'));
    return rows.find(({ id }) => id === 'R')!.suggestions.map(({ entryId }) => entryId);
  };
  const first = await suggested();
  expect(first).toHaveLength(8);
  saveMatch(journal, 'OTHER', {
    ...{ accountNumber: paying, entryId: first[0]!, day: '2026-11-20', amount: usd('10.00') },
    ...{ narration: '', customReference: '', strength: 'possible', reason: '' },
    ...{ at: later, actor: actorNamed('Ada') },
  });
  const rest = await suggested();
  expect(rest).toHaveLength(8);
  expect(rest).not.toContain(first[0]);
});
