import type { RowMark } from './format.ts';

/** A number that grows from period to period and is the same whenever the same period is written: year and day of the year. */
export function sequenceOf(day: string): string {
  const start = Date.UTC(Number(day.slice(0, 4)), 0, 0);
  const dayOfYear = Math.round((Date.parse(`${day}T00:00:00Z`) - start) / 86_400_000);
  return `${day.slice(0, 4)}${String(dayOfYear).padStart(3, '0')}`;
}

/** `241120` */
export const shortDay = (day: string): string =>
  `${day.slice(2, 4)}${day.slice(5, 7)}${day.slice(8, 10)}`;

/** What people noted, as one text. */
export const markWords = ({ read, flagged, note }: RowMark): string =>
  [read ? 'Read' : 'Unread', flagged ? 'flagged' : '', note === '' ? '' : `note: ${note}`]
    .filter((word) => word !== '')
    .join(', ');
