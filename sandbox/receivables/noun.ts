import { z } from 'zod';

import type { receivables as operations } from '../../shared/bank/receivables.ts';
import { createRegister, mountOrders, ordersIn } from '../orders/register.ts';
import type { Noun } from '../server/noun.ts';
import { handlers } from './handlers.ts';
import { matchInflows, steps } from './life.ts';
import { ReceivableRecord, type ReceivablesBank, type ReceivablesState } from './state.ts';

const title = 'Receivable';
const savedFields = {
  receivables: z.array(ReceivableRecord).default([]),
  inflowsRead: z.int().default(0),
};

export const receivables: Noun<
  typeof operations,
  ReceivablesBank,
  ReceivablesState,
  typeof savedFields
> = {
  handlers,
  steps,
  settle: matchInflows,
  seed: () => ({ receivables: createRegister(title), inflowsRead: 0 }),
  savedFields,
  save: ({ inflowsRead, ...bank }) => ({ receivables: ordersIn(bank.receivables), inflowsRead }),
  restore: ({ inflowsRead, ...saved }) => ({
    receivables: createRegister(title, saved.receivables),
    inflowsRead,
  }),
  mountAdmin: (app, bank) => mountOrders(app, bank, 'receivables'),
};
