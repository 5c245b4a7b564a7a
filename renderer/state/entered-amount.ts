import { z } from 'zod';

import { readAmount } from '../../shared/money/entered.ts';

/** An amount as it was typed, with the currency it is read in; read, it is decimal text. */
export const EnteredAmount = z
  .object({ text: z.string(), currency: z.string() })
  .transform(({ text, currency }, context) => {
    const read = readAmount(text, currency);
    if (read.ok) return read.value;
    context.issues.push({ code: 'custom', message: read.error, input: text });
    return z.NEVER;
  });
