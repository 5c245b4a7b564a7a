import { z } from 'zod';

import { CurrencyCode, Identifier, Reference } from '../../../shared/bank/operation.ts';
import { MoreTexts } from '../../../shared/bank/required-fields.ts';
import { DecimalText } from '../../../shared/money/decimal-schemas.ts';

/** An order as a colleague's desk shares it: an amount is decimal text, and no field is added. */
export const SharedOrder = z.strictObject({
  reference: Reference,
  accountNumber: Identifier,
  beneficiaryId: Identifier,
  amount: DecimalText,
  currency: CurrencyCode,
  narration: z.string().max(140).optional(),
  more: MoreTexts,
});
