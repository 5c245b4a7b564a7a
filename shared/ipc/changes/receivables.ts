import { z } from 'zod';

import { ReceivableOrder, type Receivable } from '../../bank/receivables.ts';
import type { IsoDate, Timestamp } from '../../calendar/calendar.ts';
import type { Money } from '../../money/money.ts';
import type { OpenOrder, Registered } from './orders.ts';
import { answers, nothing, id, accountNumber, amount, search } from '../route.ts';
import type { SubmissionView } from '../submissions.ts';

const enteredReceivable = ReceivableOrder.extend({ amount }).strict();

/** An incoming credit that may be the payment of a receivable. */
export type CreditMatch = {
  readonly accountNumber: string;
  readonly entryId: string;
  readonly day: IsoDate;
  readonly amount: Money;
  readonly narration: string;
  readonly customReference: string;
  /** exact: reference and amount · likely: amount and payer · possible: amount and time only. */
  readonly strength: 'exact' | 'likely' | 'possible';
  /** Why it is suggested, in one sentence. */
  readonly reason: string;
};

export type ReceivableRow = Registered<Receivable> & {
  /** Suggested credits, best first; empty when one is matched. */
  readonly suggestions: readonly CreditMatch[];
  readonly matched:
    | (CreditMatch & { readonly matchedAt: Timestamp; readonly matchedBy: string })
    | null;
};

export const receivablesRoutes = {
  'receivables.list': answers<{ rows: readonly ReceivableRow[]; open: readonly OpenOrder[] }>().to(
    z.strictObject({ search }),
  ),
  'receivables.get': answers<ReceivableRow>().to(z.strictObject({ id })),
  'receivables.import': answers<ReceivableRow>().to(z.strictObject({ id })),
  'receivables.refresh': answers<{ count: number }>().to(nothing),
  'receivables.create': answers<SubmissionView>().to(z.strictObject({ order: enteredReceivable })),
  /** Records which credit paid it; without an entry, removes the match. */
  'receivables.match': answers<ReceivableRow>().to(
    z.strictObject({ id, accountNumber: accountNumber.optional(), entryId: id.optional() }),
  ),
};
