import { dateOfDayNumber, dayNumber } from '../../../shared/calendar/calendar.ts';
import type { Turns } from './turns.ts';
import { attributeOf, readXml, type Attributes } from './xml-elements.ts';

/** The styles of a workbook that show a number as a day or a time, by their indexes in `cellXfs`. */
export type DateStyles = ReadonlySet<number>;

/** Formats of days and times that have no text of their own in a workbook (ECMA-376, 18.8.30). */
const isDateFormat = (id: number): boolean =>
  (id >= 14 && id <= 22) ||
  (id >= 27 && id <= 36) ||
  (id >= 45 && id <= 47) ||
  (id >= 50 && id <= 58);

/** The styles of the part `xl/styles.xml`. */
export async function dateStylesOf(xml: string, turns: Turns): Promise<DateStyles> {
  const dates = new Set<number>();
  const formats = new Map<number, string>();
  let isInCells = false;
  let style = 0;
  await readXml(
    xml,
    {
      open(name: string, attributes: Attributes): void {
        const id = Number(attributeOf(attributes, 'numFmtId') ?? 0);
        if (name === 'numFmt') formats.set(id, attributeOf(attributes, 'formatCode') ?? '');
        else if (name === 'cellXfs') isInCells = true;
        else if (name === 'xf' && isInCells) {
          if (isDateFormat(id) || isDateCode(formats.get(id) ?? '')) dates.add(style);
          style += 1;
        }
      },
      close(name: string): void {
        if (name === 'cellXfs') isInCells = false;
      },
    },
    turns,
  );
  return dates;
}

/** Does the code have a letter of a day or time, outside quotes, brackets and escapes? */
const isDateCode = (code: string): boolean =>
  /[dmyhs]/i.test(code.replace(/"[^"]*"|\[[^\]]*\]|\\./g, '').replace(/general/i, ''));

/** Day 0 of a workbook, and of one that counts from 1904. */
const epochs = { 1900: dayNumber('1899-12-30'), 1904: dayNumber('1904-01-01') } as const;

/** The day that a whole number represents, YYYY-MM-DD; null where the number is a time, or no day. */
export function dayShown(number: string, epoch: keyof typeof epochs): string | null {
  const days = Number(number);
  return Number.isSafeInteger(days) && days > 60 && days < 2_958_466
    ? dateOfDayNumber(epochs[epoch] + days)
    : null;
}
