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

/** The fields of an entry that are known, and what else the bank says of it. */
type EntryFields = {
  readonly transactionDate: string;
  readonly narration: string;
  readonly customReference: string;
  readonly transactionType: string;
  readonly also?: Extras | null | undefined;
};

/** Where the bank file has each name of ours; what can be handed to another thread. */
export type Places = Readonly<Record<string, string>>;

/** What an entry says by names of ours that the bank file gives to fields of the bank's; nothing without the file. */
export type Meanings = {
  /** The names that the file gives, in our order. */
  readonly names: readonly EntryMeaning[];
  readonly places: Places;
  readonly of: (entry: EntryFields) => EntryMeanings;
};

/**
 * A lens: the bank's field stays where it is, and the meaning is read from it whenever it is shown, so that another bank file
 * changes what was fetched long ago. What is no day or no text there is no meaning.
 */
export const meaningsBy = ({ operations }: BankFile): Meanings =>
  meaningsAt(operations['getStatement']?.response ?? {});

/** The same by the places of a bank file alone. */
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
  const { fields } = parseExtras(entry.also);
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = fieldAt(places, places[name] ?? '', { entry, fields });
      const meaning = dates.has(name) ? dayIn(value) : textIn(value);
      return meaning === null ? [] : [[name, meaning]];
    }),
  );
}

/** A field that the catalogue or the file has used is the entry's own; any other stands with what is said besides. */
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
    (Object.hasOwn(entry, name) && name !== 'also' ? entry[name as keyof EntryFields] : undefined)
  );
}

const dates: ReadonlySet<EntryMeaning> = new Set(['valueDate', 'bookingDate']);

/** The day of a date or a moment as ISO 8601 writes it, as the bank wrote it; no other spelling is guessed at. */
function dayIn(value: unknown): IsoDate | null {
  if (typeof value !== 'string') return null;
  const day = /^(\d{4}-\d{2}-\d{2})(?:T\d{2}:\d{2}.*)?$/.exec(value)?.[1] ?? '';
  return isIsoDate(day) ? day : null;
}

/** Several lines of text are one. */
function textIn(value: unknown): string | null {
  const lines = (Array.isArray(value) ? value : [value]).map(lineIn);
  const text = lines.includes(null) ? '' : lines.join(' ').trim();
  return text === '' ? null : text;
}

const lineIn = (value: unknown): string | null =>
  value instanceof JsonNumber ? value.source : typeof value === 'string' ? value : null;
