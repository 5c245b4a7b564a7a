import type { WritingParts } from '../../../engines/submissions/change.ts';
import type { AccountWrites } from '../../../nouns/accounts/tables.ts';
import type { PaymentParts } from '../../../nouns/payments/tables.ts';

/** What a run is sent with: its payments, and the balances that it reads. */
export type RunParts = PaymentParts & WritingParts<AccountWrites>;
