import { moneyOfUnits, type Money } from '../../../../shared/money/money.ts';
import { toUnits } from '../../../../shared/money/decimal.ts';

/** What the bank says, word for word: `The bank says “returned”: Account closed.` */
export const bankStatusMessage = (status: string, reason: string): string =>
  reason === '' ? `The bank says “${status}”.` : `The bank says “${status}”: ${ended(reason)}`;

const ended = (sentence: string): string => (/[.!?]$/.test(sentence) ? sentence : `${sentence}.`);

/** An amount as far as the bank moneyOrNull it. */
export const moneyOrNull = (amount: string | null | undefined, currency: string): Money | null =>
  amount === undefined || amount === null || currency === ''
    ? null
    : moneyOfUnits(toUnits(amount), currency);
