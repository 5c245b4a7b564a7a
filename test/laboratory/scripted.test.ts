import { expect, test } from 'vitest';

import { lookUpByHand } from '../support/desks/lookups-by-hand.ts';
import type { OrderBehaviour } from '../support/banks/mirage/mirage.ts';
import { live } from './history.ts';
import { planOf, type Harm, type Step } from './plan.ts';

lookUpByHand();

const pay = (
  payment: number,
  behaviour: OrderBehaviour = { booksAfterMs: 0, answer: 'whole' },
): Step => ({ do: 'pay', payment, behaviour, killAt: null });
const restart = (what: 'journal' | 'folder', how: 'removed' | 'rolled back'): Step => ({
  do: 'restart',
  how: 'ended',
  harms: [{ what, how, at: 0.99 } satisfies Harm],
});
const wait = (minutes: number): Step => ({ do: 'wait', ms: minutes * 60_000 });
const reconcile: Step = { do: 'reconcile', killAfter: null };
const sync: Step = { do: 'sync', period: 'usual', killAfter: null };
const emptyList: Step = { do: 'lie', list: 'nothing', statement: null };
const traits = { hasList: true, reportsPages: true, fee: 'none', reportsFee: false } as const;

const reconciledWithout = [restart('journal', 'removed'), wait(15), reconcile];

/** Histories in which the laboratory once found something wrong, in their shortest form. */
test.each<[string, readonly Step[]]>([
  [
    'a journal removed a second time, after a reconcile that left it without sends of its own',
    [pay(0), ...reconciledWithout, restart('journal', 'removed'), emptyList, pay(0)],
  ],
  [
    'a journal rolled back over a reconcile',
    [
      ...[pay(0), { do: 'back up' } as const, pay(1), ...reconciledWithout],
      ...[restart('journal', 'rolled back'), emptyList, pay(1)],
    ],
  ],
  [
    'a folder rolled back over a reconcile',
    [
      ...[pay(0), { do: 'back up' } as const, pay(1), ...reconciledWithout],
      ...[restart('folder', 'rolled back'), emptyList, pay(1)],
    ],
  ],
  [
    'an order that was turned down after its answer was lost, and that the bank lists as failed',
    [pay(0, { booksAfterMs: null, failsLater: true, answer: 'error' }), { do: 'look', payment: 0 }],
  ],
  [
    'a statement that gives the day before as today, with balances that follow',
    [
      { do: 'lie', list: 'nothing', statement: 'another period' },
      pay(0, { booksAfterMs: 0, answer: 'empty' }),
      ...[sync, wait(12), sync, wait(12), sync],
    ],
  ],
])('%s', async (_name, steps) => {
  const { faults, lines } = await live({ ...planOf(1), traits, steps });
  expect({ faults, lines }).toEqual({ faults: [], lines });
});
