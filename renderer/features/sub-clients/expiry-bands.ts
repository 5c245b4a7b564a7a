import type { Expiry } from '../../../shared/ipc/changes/documents.ts';

export const bands = ['expired', '30', '60', '90'] as const;
export type Band = (typeof bands)[number];

/** The band of a number of days from today; below zero once it is past. */
export function bandOf(days: number): Band {
  if (days < 0) return 'expired';
  if (days <= 30) return '30';
  return days <= 60 ? '60' : '90';
}

export const bandWords: Readonly<Record<Band, string>> = {
  expired: 'expired',
  '30': 'within 30 days',
  '60': '31 to 60 days',
  '90': '61 to 90 days',
};

export const bandTone = (band: Band): 'bad' | 'warn' | 'plain' =>
  band === 'expired' ? 'bad' : band === '30' ? 'warn' : 'plain';

/** The place of a day within its band, from 0 at the beginning to 1 at the end; long past days are at the beginning. */
export function placeInBand(days: number): number {
  const longestPast = 90;
  if (days < 0) return 1 - Math.min(-days, longestPast) / longestPast;
  return (days % 30) / 30;
}

/** The number of expiries in each band. */
export const countBands = (expiries: readonly Expiry[]): Readonly<Record<Band, number>> =>
  Object.fromEntries(
    bands.map((band) => [band, expiries.filter(({ days }) => bandOf(days) === band).length]),
  ) as Record<Band, number>;
