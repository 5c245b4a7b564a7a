import type { FileApproval } from '../../nouns/payments/file/line.ts';
import { limits } from '../../../shared/limits.ts';
import { countOption } from './arguments.ts';
import type { Patience } from './bank-access.ts';

/** The confirmations that a script gives. */
export type ScriptConfirmation = Extract<FileApproval, { by: 'script' }>;

/** The options by which a script confirms, the same for every command that moves money. */
export const confirmationOptions = {
  'twin-of': { type: 'string', multiple: true },
  'payee-checked': { type: 'boolean' },
  'twins-unchecked': { type: 'boolean' },
  wait: { type: 'string' },
} as const;

export type ConfirmationOption = keyof typeof confirmationOptions;

type Given = {
  readonly 'twin-of'?: string[] | undefined;
  readonly 'payee-checked'?: boolean | undefined;
  readonly 'twins-unchecked'?: boolean | undefined;
  readonly wait?: string | undefined;
};

export const scriptConfirmation = (given: Given): ScriptConfirmation => ({
  by: 'script',
  twins: given['twin-of'] ?? [],
  payeeChecked: given['payee-checked'] === true,
  twinsUnchecked: given['twins-unchecked'] === true,
});

/** How long to wait for another process that may be sending the same payment. */
export function patienceOf({ wait }: Given): Patience {
  const seconds = countOption(wait, 'wait');
  return { waitMs: seconds === undefined ? limits.paymentWaitMs : seconds * 1_000 };
}
