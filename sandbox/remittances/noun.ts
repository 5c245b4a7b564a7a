import { z } from 'zod';

import type { remittances as operations } from '../../shared/bank/remittances.ts';
import { createRegister, mountOrders, ordersIn } from '../orders/register.ts';
import type { Noun } from '../server/noun.ts';
import { handlers } from './handlers.ts';
import { steps } from './life.ts';
import { magicRecipients } from './magic.ts';
import { RemittanceRecord, type RemittancesBank, type RemittancesState } from './state.ts';

const title = 'Remittance';
const savedFields = { remittances: z.array(RemittanceRecord).default([]) };

export const remittances: Noun<
  typeof operations,
  RemittancesBank,
  RemittancesState,
  typeof savedFields
> = {
  handlers,
  steps,
  magic: magicRecipients,
  seed: () => ({ remittances: createRegister(title) }),
  savedFields,
  save: (bank) => ({ remittances: ordersIn(bank.remittances) }),
  restore: (saved) => ({ remittances: createRegister(title, saved.remittances) }),
  mountAdmin: (app, bank) => mountOrders(app, bank, 'remittances'),
};
