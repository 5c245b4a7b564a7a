import { parseExtras, type Extras } from '../../../../shared/bank/extras.ts';
import {
  entryMeanings,
  StatementEntry,
  type EntryMeaning,
  type EntryMeanings,
} from '../../../../shared/bank/statements.ts';
import { isIsoDate, type IsoDate } from '../../../../shared/calendar/calendar.ts';
import { JsonNumber } from '../../../../shared/json/exact-json.ts';
import type { BankFile } from '../../../engines/bank/file/bank-file.ts';
import { readPointer } from '../../../engines/bank/json/pointer.ts';

/** The known fields of an entry, and the bank's extra fields. */
type EntryFields = {
  readonly transactionDate: string;
  readonly narration: string;
  readonly customReference: string;
  readonly transactionType: string;
  readonly extras?: Extras | null | undefined;
};

/** The bank's field for each of our names, by the bank file. Can be passed to another thread. */
export type Places = Readonly<Record<string, string>>;

/** Reads an entry's fields under our names, as the bank file maps them; none without a bank file. */
export type Meanings = {
  /** The names that the file gives, in our order. */
  readonly names: readonly EntryMeaning[];
  readonly places: Places;
  readonly of: (entry: EntryFields) => EntryMeanings;
};

/**
 * Returns the meanings of a bank file. An entry is stored with the bank's own fields and read under our names whenever it is shown, so
 * another bank file also changes old entries. A value that is neither a day nor a text has no meaning.
 */
export const meaningsBy = ({ operations }: BankFile): Meanings =>
  meaningsAt(operations['getStatement']?.response ?? {});

/** Returns the meanings for the places of a bank file. */
export function meaningsAt(places: Places): Meanings {
  const names = entryMeanings.filter((name) => places[name] !== undefined);
  const of = (entry: EntryFields) => (names.length === 0 ? {} : meaningsOf(entry, names, places));
  return { names, places, of };
}

function meaningsOf(
  entry: EntryFields,
  names: readonly EntryMeaning[],
  places: Places,
): EntryMeanings {
  const { fields } = parseExtras(entry.extras);
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = fieldAt(places, places[name] ?? '', { entry, fields });
      const meaning = dates.has(name) ? dayIn(value) : textIn(value);
      return meaning === null ? [] : [[name, meaning]];
    }),
  );
}

/** Reads a field from the entry if the catalogue or the bank file maps it, otherwise from the extra fields. */
function fieldAt(
  places: Places,
  pointer: string,
  { entry, fields }: { entry: EntryFields; fields: Readonly<Record<string, unknown>> },
): unknown {
  const own = Object.keys(StatementEntry.shape).find((name) => places[name] === pointer);
  const extra = own === undefined ? readPointer(fields, pointer) : undefined;
  const name = own ?? (places[pointer.slice(1)] === undefined ? pointer.slice(1) : '');
  return (
    extra ??
    (Object.hasOwn(entry, name) && name !== 'extras' ? entry[name as keyof EntryFields] : undefined)
  );
}

const dates: ReadonlySet<EntryMeaning> = new Set(['valueDate', 'bookingDate']);

/** Returns the day of an ISO 8601 date or timestamp, as the bank wrote it; null for any other spelling. */
function dayIn(value: unknown): IsoDate | null {
  if (typeof value !== 'string') return null;
  const day = /^(\d{4}-\d{2}-\d{2})(?:T\d{2}:\d{2}.*)?$/.exec(value)?.[1] ?? '';
  return isIsoDate(day) ? day : null;
}

/** Joins several lines of text. */
function textIn(value: unknown): string | null {
  const lines = (Array.isArray(value) ? value : [value]).map(lineIn);
  const text = lines.includes(null) ? '' : lines.join(' ').trim();
  return text === '' ? null : text;
}

const lineIn = (value: unknown): string | null =>
  value instanceof JsonNumber ? value.source : typeof value === 'string' ? value : null;
