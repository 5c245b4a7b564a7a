import { z } from 'zod';

import { readAmount } from '../../../shared/money/entered.ts';
import type { Decimal } from '../../../shared/money/decimal.ts';
import { numberStyle } from '../../../shared/money/format.ts';
import type { Result } from '../../../shared/result.ts';

/** An amount out of the plain text of a field; the error names the marks that the person types. */
export const readTyped = (plain: string, currency: string): Result<Decimal, string> =>
  readAmount(plain, currency, numberStyle());

/** An amount as it was typed, with the currency it is read in; read, it is decimal text. */
export const EnteredAmount = z
  .object({ text: z.string(), currency: z.string() })
  .transform(({ text, currency }, context) => {
    const read = readTyped(text, currency);
    if (read.ok) return read.value;
    context.issues.push({ code: 'custom', message: read.error, input: text });
    return z.NEVER;
  });
