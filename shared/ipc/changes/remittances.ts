import { z } from 'zod';

import { RemittanceOrder, type Remittance } from '../../bank/remittances.ts';
import type { OpenOrder, Registered } from './orders.ts';
import { acknowledged } from './payments.ts';
import { answers, nothing, id, amount, search } from '../route.ts';
import type { SubmissionView } from '../submissions.ts';

/** Orders with their amount as entered: the main process parses it. */
const enteredRemittance = RemittanceOrder.extend({ amount }).strict();

export type RemittanceRow = Registered<Remittance>;

export const remittancesRoutes = {
  'remittances.list': answers<{ rows: readonly RemittanceRow[]; open: readonly OpenOrder[] }>().to(
    z.strictObject({ search }),
  ),
  'remittances.get': answers<RemittanceRow>().to(z.strictObject({ id })),
  /** Fetches one from the bank by its id and stores it in the register. */
  'remittances.import': answers<RemittanceRow>().to(z.strictObject({ id })),
  'remittances.refresh': answers<{ count: number }>().to(nothing),
  'remittances.send': answers<SubmissionView>().to(
    z.strictObject({ order: enteredRemittance, acknowledged }),
  ),
};
