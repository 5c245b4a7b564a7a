import type { WritingParts } from '../../../engines/submissions/change.ts';
import type { AccountWrites } from '../../../nouns/accounts/tables.ts';
import type { PaymentParts } from '../../../nouns/payments/tables.ts';

/** The parts with which a run is sent: its payments, and the balances that it reads. */
export type RunParts = PaymentParts & WritingParts<AccountWrites>;
