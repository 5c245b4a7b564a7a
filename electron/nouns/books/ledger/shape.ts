import type { Timestamp } from '../../../../shared/calendar/calendar.ts';
import type { saveShape } from '../../../engines/columns/shapes.ts';
import type { TableReading } from './ledger.ts';

type Shape = Parameters<typeof saveShape>[1];

/** How a ledger was read, as it is remembered for files of its kind. */
export const shapeOf = (
  { shape, headings, columns, decimals, dayOrder, reversed }: TableReading,
  { fileName, savedAt }: { readonly fileName: string; readonly savedAt: Timestamp },
): Shape => ({
  ...{ kind: 'ledger', shape, headings, fileName, savedAt, decimals, offset: 0 },
  columns: Object.fromEntries(Object.entries(columns)),
  reading: { dayOrder, reversed: reversed ? 'yes' : 'no' },
});
