/**
 * Calculates days from their digits: a statement page needs a thousand days, and `Date.parse` takes ten times as long. A null or false here
 * refuses nothing: the caller then asks `Date.parse`.
 */

const daysBefore = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334];
const daysIn = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** From 0000-01-01 to 1970-01-01. */
const daysToEpoch = 719_528;

/** Days since 1970-01-01 of a text that begins with YYYY-MM-DD; null unless that is a day that exists. */
export function dayOfDigits(text: string): number | null {
  if (text.charCodeAt(4) !== hyphen || text.charCodeAt(7) !== hyphen) return null;
  const year = twoDigits(text, 0) * 100 + twoDigits(text, 2);
  const month = twoDigits(text, 5) - 1;
  const day = twoDigits(text, 8);
  const before = daysBefore[month];
  // A character that is no digit gives NaN, and every comparison with NaN is false.
  if (before === undefined || !(year >= 0) || !(day >= 1)) return null;
  const isLeap = isLeapYear(year);
  if (day > (daysIn[month] ?? 0) + (isLeap && month === 1 ? 1 : 0)) return null;
  return daysToYear(year) + before + (isLeap && month > 1 ? 1 : 0) + day - 1 - daysToEpoch;
}

/** The digits of a day, YYYY-MM-DD, of days since 1970-01-01; null outside the years 1970 to 9999. */
export function digitsOfDay(day: number): string | null {
  if (!Number.isInteger(day) || day < 0 || day > lastDay) return null;
  // A year that begins in March ends with the leap day.
  const days = day + daysToEpoch - 60;
  const era = Math.floor(days / daysOfEra);
  const ofEra = days % daysOfEra;
  const yearOfEra = Math.floor(
    (ofEra - Math.floor(ofEra / 1_460) + Math.floor(ofEra / 36_524) - Math.floor(ofEra / 146_096)) /
      365,
  );
  const ofYear = ofEra - (365 * yearOfEra + (yearOfEra >> 2) - Math.floor(yearOfEra / 100));
  const fromMarch = Math.floor((5 * ofYear + 2) / 153);
  const month = fromMarch < 10 ? fromMarch + 3 : fromMarch - 9;
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0);
  const ofMonth = ofYear - Math.floor((153 * fromMarch + 2) / 5) + 1;
  return `${String(year)}-${month < 10 ? '0' : ''}${String(month)}-${ofMonth < 10 ? '0' : ''}${String(ofMonth)}`;
}

/** 9999-12-31. */
const lastDay = 2_932_896;
const daysOfEra = 146_097;

/** True if the part after the date of a UTC instant is a time that every day has. The text must match the pattern of an instant. */
export function isClockText(instant: string): boolean {
  return (
    instant.charCodeAt(instant.length - 1) === zulu &&
    twoDigits(instant, 11) < 24 &&
    twoDigits(instant, 14) < 60 &&
    twoDigits(instant, 17) < 60
  );
}

const hyphen = 0x2d;
const zulu = 0x5a;

/** NaN where one of the two is no digit. */
function twoDigits(text: string, at: number): number {
  const tens = text.charCodeAt(at) - 0x30;
  const ones = text.charCodeAt(at + 1) - 0x30;
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : Number.NaN;
}

const isLeapYear = (year: number): boolean =>
  year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);

/** Days from 0000-01-01 to the first of January; the year 0 is a leap year. */
const daysToYear = (year: number): number =>
  year * 365 + Math.ceil(year / 4) - Math.ceil(year / 100) + Math.ceil(year / 400);
