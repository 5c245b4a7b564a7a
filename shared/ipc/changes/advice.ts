import { z } from 'zod';

import { answers, id, savedOrNot } from '../route.ts';

/** advice: the bank accepted it · proof: it is booked in a day whose balances are proven. */
export type AdviceKind = 'advice' | 'proof';
/** eml: a message with the PDF attached, for a person's own mail program. */
export type AdviceFormat = 'pdf' | 'eml';

/** Papers that were written into a folder, and payments that have none, each with the reason. */
export type WrittenAdvices = {
  readonly written: readonly { readonly reference: string; readonly fileName: string }[];
  readonly refused: readonly { readonly reference: string; readonly reason: string }[];
};

const wanted = { kind: z.enum(['advice', 'proof']), as: z.enum(['pdf', 'eml']) };

/** Papers for a payee, from what the bank reported. Nothing is sent. */
export const adviceRoutes = {
  /** Saves the paper of one payment; fails with the reason where there is none. */
  'advice.save': savedOrNot.to(z.strictObject({ reference: id, ...wanted })),
  /** Saves those of all sent lines of a payment file into a folder that a person chooses. */
  'advice.saveRun': answers<({ saved: true } & WrittenAdvices) | { saved: false }>().to(
    z.strictObject({ batchId: id, ...wanted }),
  ),
};
