import { z } from 'zod';

import { IsoDateText, TimestampText } from '../../../shared/calendar/calendar-schemas.ts';
import { CurrencyCode, Identifier, Reference } from '../../../shared/bank/operation.ts';
import { MoreTexts } from '../../../shared/bank/required-fields.ts';
import { DecimalText } from '../../../shared/money/decimal-schemas.ts';

/** An order as a colleague's desk shares it: the amount is decimal text, and extra fields are refused. */
export const SharedOrder = z.strictObject({
  reference: Reference,
  accountNumber: Identifier,
  beneficiaryId: Identifier,
  amount: DecimalText,
  currency: CurrencyCode,
  narration: z.string().max(140).optional(),
  more: MoreTexts,
});

/** The fields of a scheduled payment that a colleague's desk shares, the same for every change. */
export const sharedPayment = {
  order: SharedOrder,
  day: IsoDateText,
  enteredDay: IsoDateText,
  moved: z.string().max(200).nullable(),
  payee: z.string().max(200),
  fingerprint: z.string().length(64).nullable(),
  sourceId: z.string().max(200),
  scheduledAt: TimestampText,
};
