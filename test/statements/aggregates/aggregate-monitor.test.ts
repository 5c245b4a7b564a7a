import { expect, test } from 'vitest';

import type { AggregatePart } from '../../../electron/nouns/statements/aggregates/aggregate-verifier.ts';
import { AggregateMonitor } from '../../../electron/nouns/statements/aggregate-monitor.ts';
import {
  statementReads,
  type StatementQuestions,
} from '../../../electron/nouns/statements/reads.ts';
import { repairAggregates } from '../../../electron/nouns/statements/aggregates/repair-aggregates.ts';
import { run } from '../../../electron/engines/store/database.ts';
import { toTheEnd } from '../../../electron/engines/store/threads/turns.ts';
import { DeskFault } from '../../../shared/errors.ts';
import { openCacheConnection } from '../../../electron/engines/store/opening/cache-connection.ts';
import {
  closing,
  entry,
  fetchRange,
  firstDay,
  key,
  openCopy,
  range,
} from '../../support/stores/store.ts';

const accounts = ['1', '2'];

/** Two accounts with three days each, and a watch over them whose threads are this one. */
function watched() {
  const copy = openCopy();
  for (const accountNumber of accounts) {
    copy.writer.ensureAccount(accountNumber, 'USD');
    const entries = [0, 1, 2].map((ordinal) =>
      entry(`${accountNumber}-${ordinal}`, { ordinal, day: firstDay + ordinal }),
    );
    fetchRange(copy.writer, [entries], {
      start: { ...range(firstDay, firstDay + 2), accountNumber },
    });
  }
  const database = closing(openCacheConnection(copy.file, key));
  const reads = statementReads(copy.reader);
  const seen = {
    parts: [] as string[],
    mended: [] as string[],
    sentences: [] as string[],
    faults: [] as string[],
  };
  const state = { isBusy: false, meanwhile: (): void => undefined };
  const ask = (_: 'verifyAggregates', [part]: [AggregatePart]) => {
    state.meanwhile();
    seen.parts.push(part.accountNumber);
    return Promise.resolve(toTheEnd(reads.verifyAggregates(part)));
  };
  const watch = new AggregateMonitor({
    accounts: () => accounts,
    questions: { ask } as unknown as StatementQuestions,
    writer: {
      repairAggregates: (part) => {
        seen.mended.push(part.accountNumber);
        return Promise.resolve(repairAggregates(database, part));
      },
    },
    isBusy: () => state.isBusy,
    onRepaired: (_, sentence) => seen.sentences.push(sentence),
    onFault: ({ code }) => seen.faults.push(code),
  });
  return { ...copy, database, watch, seen, state };
}

test('every account is compared once, then nothing more is asked until one is synced', async () => {
  const { watch, seen } = watched();
  expect([await watch.checkNext(), await watch.checkNext(), await watch.checkNext()]).toEqual([
    true,
    false,
    false,
  ]);
  expect(seen.parts).toEqual(['1', '2']);
  watch.recheck('2');
  await watch.checkNext();
  await watch.checkNext();
  expect(seen).toEqual({ parts: ['1', '2', '2'], mended: [], sentences: [], faults: [] });
});

test('what differs is mended and reported in one sentence that names the account and the days', async () => {
  const { watch, seen, database } = watched();
  run(database, 'UPDATE entry_sum SET high = high + 1 WHERE account = 1 AND day <> ?', firstDay);
  await watch.checkNext();
  await watch.checkNext();
  expect(seen.mended).toEqual(['1']);
  expect(seen.sentences).toEqual([
    'The stored totals of account 1 between 2024-10-05 and 2024-10-06 did not match its entries and were recalculated. No entry was changed.',
  ]);
  watch.recheck('1');
  await watch.checkNext();
  expect(seen.mended).toEqual(['1']);
});

test('it waits while something else is under way, and asks nothing once it is closed', async () => {
  const { watch, seen, state } = watched();
  state.isBusy = true;
  expect(await watch.checkNext()).toBe(true);
  expect(seen.parts).toEqual([]);
  state.isBusy = false;
  watch.close();
  expect(await watch.checkNext()).toBe(false);
  expect(seen.parts).toEqual([]);
});

test('one look at a time; an account that is synced meanwhile is compared once more', async () => {
  const { watch, seen, state } = watched();
  state.meanwhile = () => {
    watch.recheck('1');
    state.meanwhile = () => undefined;
  };
  await Promise.all([watch.checkNext(), watch.checkNext(), watch.checkNext()]);
  expect(seen.parts).toEqual(['1']);
  while (await watch.checkNext());
  expect(seen.parts).toEqual(['1', '1', '2']);
});

test('a copy that cannot be read is reported once, and left alone', async () => {
  const { watch, seen, state } = watched();
  state.meanwhile = () => {
    throw new DeskFault('store.damaged');
  };
  expect([await watch.checkNext(), await watch.checkNext()]).toEqual([true, false]);
  expect(seen.faults).toEqual(['store.damaged']);
});
