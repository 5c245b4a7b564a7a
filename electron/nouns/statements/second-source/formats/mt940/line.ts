import { dayNumber, isIsoDate, type IsoDate } from '../../../../../../shared/calendar/calendar.ts';
import { readAmount, type AmountReading } from './amount.ts';

/** The contents of a statement line, or why it cannot be read. */
export type LineReading =
  | {
      readonly day: IsoDate;
      readonly isOut: boolean;
      readonly amount: string;
      /** The amount as written in the file. */
      readonly written: string;
      readonly doubt: Extract<AmountReading, { amount: string }>['doubt'];
      /** The owner's reference and the text after it. */
      readonly references: readonly string[];
      readonly bankReference: string;
    }
  | { readonly reason: string };

/** The first and last day, by the balances of the statement. */
export type BalanceDays = {
  readonly first: IsoDate | undefined;
  readonly last: IsoDate | undefined;
};

/**
 * Matches value date, entry date, mark, funds code, amount, and the rest. Banks write blanks for a missing entry date and before the
 * amount. A line end before the amount is accepted if a comma and the type show that it is the amount.
 */
const statementLine =
  /^(\d{6})(\d{4}| {4})?[ \t]*(R?[CD])([A-Z])?(?:[ \t]*|\n(?=\d+,\d*[A-Z][A-Z0-9]))([\d.,]+)([^]*)$/;

/** Matches what may follow the amount: the end, the type or a reference. Anything else, or digits on the next line, may be part of it. */
const behindAmount = /^[ \t]*(?:$|\n(?!\s*[\d.,])|\/\/|[A-Za-z])/;

/** Reads field 61. The type is not used: banks write two letters and a blank, digits, or none before `//` and `NONREF`. */
export function readLine(
  value: string,
  currency: string | undefined,
  days: BalanceDays,
): LineReading {
  const [, valueDate = '', entryDate = '', mark = '', , written = '', rest = ''] =
    statementLine.exec(value) ?? [];
  if (mark === '') return { reason: 'it is no statement line of MT940' };
  if (!behindAmount.test(rest)) return { reason: 'its amount does not end plainly' };
  const valueDay = dayOf(valueDate);
  if (valueDay === null) return { reason: `${valueDate} is no day` };
  const day = entryDate.trim() === '' ? valueDay : entryDay(valueDay, entryDate, days);
  if (day === null) return { reason: `${entryDate} is no entry date of it` };
  const amount = readAmount(written, currency);
  if ('reason' in amount) return amount;
  const [owner = '', ...bank] = withoutType(rest.split('\n')[0] ?? '').split('//');
  const bankReference = bank.join('//').trim();
  return {
    day,
    isOut: mark === 'D' || mark === 'RC',
    ...amount,
    written,
    references: owner.split(/\s{2,}/).filter((text) => !isPlaceholder(text)),
    bankReference: isPlaceholder(bankReference) ? '' : bankReference,
  };
}

/** Parses a day of six digits; null if there is no such day. Years from 80 on are in the 1900s. */
export function dayOf(digits: string): IsoDate | null {
  const century = digits.slice(0, 2) >= '80' ? '19' : '20';
  const day = `${century}${digits.slice(0, 2)}-${digits.slice(2, 4)}-${digits.slice(4, 6)}`;
  return isIsoDate(day) ? day : null;
}

/** Completes the booking date, which has no year: the only day within the statement, else the one near the value date. */
function entryDay(valueDay: IsoDate, monthDay: string, { first, last }: BalanceDays) {
  const year = Number(valueDay.slice(0, 4));
  const days = [year - 1, year, year + 1]
    .map((of) => `${String(of)}-${monthDay.slice(0, 2)}-${monthDay.slice(2)}`)
    .filter(isIsoDate);
  const within = days.filter(
    (day) => first !== undefined && last !== undefined && day >= first && day <= last,
  );
  if (within.length === 1) return within[0] ?? null;
  const far = (day: string): number => Math.abs(dayNumber(day) - dayNumber(valueDay));
  return days.find((day) => far(day) <= entryDaysMax) ?? null;
}

/** An entry date more days from its value date than this may be of another year. */
const entryDaysMax = 150;

/** Removes the type: four characters, or fewer followed by blanks; none if a reference follows at once. */
const withoutType = (rest: string): string =>
  rest
    .trimStart()
    .replace(/^(?!\/\/|NONREF)(?:[A-Z][A-Z0-9]{3}|[A-Z][A-Z0-9]{0,2} +)/, '')
    .trim();

/** What banks write if there is no reference, or if it is in field 86. */
const isPlaceholder = (text: string): boolean =>
  /^(?:|NONREF|NOREF|NOTPROVIDED|[EKMP]REF\+?)$/.test(text.trim());

/** Returns a field’s text on one line of at most sixty characters, without any that could reorder the sentence around it. */
export const shownText = (text: string): string => {
  const plain = text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
  return plain.length > 60 ? `${plain.slice(0, 60).toWellFormed()}…` : plain;
};
