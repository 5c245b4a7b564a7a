import { toUnits } from '../../../../shared/money/decimal.ts';

type Sent = { readonly reference: string; readonly amount: string; readonly currency: string };
type Told = {
  readonly reference: string;
  readonly amount?: string | null | undefined;
  readonly currency: string;
};

/** What an answer tells otherwise than it was sent, in words; null when it agrees as far as it tells anything. */
export function echoMismatch(sent: Sent, told: Told): string | null {
  if (told.reference !== '' && told.reference !== sent.reference)
    return `The bank’s answer names the reference ${told.reference} instead of ${sent.reference}.`;
  const amount = told.amount ?? null;
  if (amount !== null && toUnits(amount) !== toUnits(sent.amount))
    return `The bank’s answer tells the amount ${amount} instead of ${sent.amount}.`;
  if (told.currency !== '' && told.currency !== sent.currency)
    return `The bank’s answer tells the currency ${told.currency} instead of ${sent.currency}.`;
  return null;
}
