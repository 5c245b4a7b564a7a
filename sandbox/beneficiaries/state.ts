import type { BeneficiaryRecord } from '../../shared/bank/beneficiaries.ts';
import type { Common } from '../server/noun.ts';

export type BeneficiariesState = { readonly beneficiaries: Map<string, BeneficiaryRecord> };
export type BeneficiariesBank = BeneficiariesState & Common;
