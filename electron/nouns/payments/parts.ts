import type { BeneficiaryWrites } from '../beneficiaries/tables.ts';
import type { WritingParts } from '../../engines/submissions/change.ts';
import type { TransferWrites } from './tables.ts';

/** What a payment is made with, and what its beneficiary is read with. */
export type PaymentParts = WritingParts<TransferWrites & BeneficiaryWrites>;
