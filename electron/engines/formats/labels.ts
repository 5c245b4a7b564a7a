import type { RowLabels, RowMark } from './format.ts';

/** A number that grows from period to period, and is always the same for one period: year and day of the year. */
export function sequenceOf(day: string): string {
  const start = Date.UTC(Number(day.slice(0, 4)), 0, 0);
  const dayOfYear = Math.round((Date.parse(`${day}T00:00:00Z`) - start) / 86_400_000);
  return `${day.slice(0, 4)}${String(dayOfYear).padStart(3, '0')}`;
}

/** `241120` */
export const shortDay = (day: string): string =>
  `${day.slice(2, 4)}${day.slice(5, 7)}${day.slice(8, 10)}`;

/** A row's marks as one text; short, for a format in which it precedes the bank's texts. */
export const markWords = ({ read, flagged, note }: RowMark): string =>
  [read ? 'Read' : 'Unread', flagged ? 'flagged' : '', note === '' ? '' : `note: ${note}`]
    .filter((part) => part !== '')
    .join(', ');

/** The same with the named counterparty, the tags and the attached files. */
export const allMarkWords = (mark: RowMark & RowLabels): string =>
  [
    markWords(mark),
    mark.namedCounterparty === '' ? '' : `counterparty: ${mark.namedCounterparty}`,
    mark.tags.length === 0 ? '' : `tags: ${mark.tags.join(', ')}`,
    mark.files.length === 0 ? '' : `files: ${mark.files.join(', ')}`,
  ]
    .filter((part) => part !== '')
    .join('; ');
