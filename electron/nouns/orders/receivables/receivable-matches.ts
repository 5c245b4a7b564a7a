import type { Receivable } from '../../../../shared/bank/receivables.ts';
import { dayNumber, type IsoDate } from '../../../../shared/calendar/calendar.ts';
import type { CreditMatch } from '../../../../shared/ipc/changes/receivables.ts';
import { toUnits } from '../../../../shared/money/decimal.ts';
import { formatMoney } from '../../../../shared/money/format.ts';
import { money } from '../../../../shared/money/money.ts';
import type { IncomingCredit } from '../../statements/aggregates/incoming-credits.ts';

/** A receivable whose payment is looked for. */
export type Expected = {
  readonly id: string;
  readonly record: Receivable;
  /** Empty where neither the record nor its account has one: then no credit matches. */
  readonly currency: string;
  /** The day on which it was made; what came in before cannot be its payment. */
  readonly since: IsoDate;
};

/** For how many days an equal amount alone makes a credit a possible payment. */
const windowLength = 30;

/** The days, as numbers, on which an equal amount alone makes a credit a possible payment. */
export const windowDays = (since: IsoDate): number[] =>
  Array.from({ length: windowLength + 1 }, (_, days) => dayNumber(since) + days);

const order = { exact: 0, likely: 1, possible: 2 } as const;

/** The credits that may be the payment of a receivable, best first, then nearest to the day on which it was made. */
export function suggestionsFor(
  expected: Expected,
  credits: readonly IncomingCredit[],
): CreditMatch[] {
  const seen = new Map(
    credits.map((credit) => [JSON.stringify([credit.accountNumber, credit.entryId]), credit]),
  );
  return [...seen.values()]
    .flatMap((credit) => {
      const rating = ratingOf(expected, credit);
      return rating ? [{ ...credit, ...rating }] : [];
    })
    .toSorted(
      (a, b) => order[a.strength] - order[b.strength] || dayNumber(a.day) - dayNumber(b.day),
    );
}

type Rating = Pick<CreditMatch, 'strength' | 'reason'>;

function ratingOf(expected: Expected, credit: IncomingCredit): Rating | null {
  const { record, currency, since } = expected;
  if (credit.day < since || credit.amount.currency !== currency) return null;
  const place = placeOfReference(record.reference, credit);
  const isSame =
    typeof record.amount === 'string' && toUnits(record.amount) === toUnits(credit.amount.amount);
  if (place !== null)
    return isSame
      ? {
          strength: 'exact',
          reason: `${record.reference} is ${place}, and the amount is the same.`,
        }
      : {
          strength: 'likely',
          reason: `${record.reference} is ${place}; ${paid(expected, credit)}.`,
        };
  if (!isSame) return null;
  if (namesPayer(record.payerName, credit))
    return {
      strength: 'likely',
      reason: `The amount is the same, and ${record.payerName} is named in the narration.`,
    };
  const days = dayNumber(credit.day) - dayNumber(since);
  return credit.accountNumber === record.accountNumber && days <= windowLength
    ? { strength: 'possible', reason: `Only the amount is the same; it came ${daysAfter(days)}.` }
    : null;
}

function placeOfReference(reference: string, credit: IncomingCredit): string | null {
  const sought = wordsOf(reference);
  if (sought === '') return null;
  if (wordsOf(credit.customReference).includes(sought)) return 'its custom reference';
  return wordsOf(credit.narration).includes(sought) ? 'in its narration' : null;
}

/** `paid 90.00 of 100.00 USD`. */
function paid({ record, currency }: Expected, { amount }: IncomingCredit): string {
  if (typeof record.amount !== 'string') return `paid ${formatMoney(amount)}`;
  const whole = formatMoney(money(record.amount, currency));
  const part = formatMoney(amount).replace(` ${currency}`, '');
  return `paid ${part} of ${whole}`;
}

const daysAfter = (days: number): string =>
  days === 0
    ? 'on the day it was asked for'
    : days === 1
      ? 'the day after it was asked for'
      : `${String(days)} days after it was asked for`;

function namesPayer(payerName: string, { narration }: IncomingCredit): boolean {
  const words = payerWords(payerName);
  const text = wordsOf(narration);
  return words.length > 0 && words.every((word) => text.includes(wordsOf(word)));
}

/** Legal forms of companies, which do not identify a payer. */
const legalForms: ReadonlySet<string> = new Set(
  'ltd limited gmbh inc incorporated llc llp plc sa sarl sas bv nv ag co company corp corporation pty wll the and'.split(
    ' ',
  ),
);

/** The words of a payer's name without its legal form. */
export const payerWords = (payerName: string): string[] =>
  wordsOf(payerName)
    .split(' ')
    .filter((word) => word.length > 1 && !legalForms.has(word));

/** Words without case, accents and punctuation, a space around each, as the search over entries sees them. */
const wordsOf = (text: string): string => {
  const words = text
    .normalize('NFKD')
    .replace(/\p{Mark}+/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
  return words.length === 0 ? '' : ` ${words.join(' ')} `;
};
