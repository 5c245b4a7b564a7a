import { z } from 'zod';

import type { transfers } from '../../shared/bank/transfers.ts';
import { createRegister, mountOrders, ordersIn } from '../orders/register.ts';
import type { Noun } from '../server/noun.ts';
import { handlers } from './handlers.ts';
import { steps } from './life.ts';
import { TransferRecord, type PaymentsBank, type PaymentsState } from './state.ts';

const title = 'Transfer';
const savedFields = { transfers: z.array(TransferRecord).default([]) };

export const payments: Noun<typeof transfers, PaymentsBank, PaymentsState, typeof savedFields> = {
  handlers,
  steps,
  seed: () => ({ transfers: createRegister(title) }),
  savedFields,
  save: ({ transfers }) => ({ transfers: ordersIn(transfers) }),
  restore: ({ transfers }) => ({ transfers: createRegister(title, transfers) }),
  mountAdmin: (app, bank) => mountOrders(app, bank, 'transfers'),
};
