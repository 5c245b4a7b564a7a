import { moneyOfUnits, type Money } from '../../../../shared/money/money.ts';
import { toUnits } from '../../../../shared/money/decimal.ts';

/** Quotes the bank's status and reason: `The bank says “returned”: Account closed.` */
export const bankStatusMessage = (status: string, reason: string): string =>
  reason === '' ? `The bank says “${status}”.` : `The bank says “${status}”: ${ended(reason)}`;

const ended = (sentence: string): string => (/[.!?]$/.test(sentence) ? sentence : `${sentence}.`);

/** The amount as money; null where amount or currency is missing. */
export const moneyOrNull = (amount: string | null | undefined, currency: string): Money | null =>
  amount === undefined || amount === null || currency === ''
    ? null
    : moneyOfUnits(toUnits(amount), currency);
