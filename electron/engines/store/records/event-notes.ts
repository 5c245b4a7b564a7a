import type { BankEvent, BankEventKind } from '../../../../shared/ipc/review/timeline.ts';
import { limits } from '../../../../shared/limits.ts';
import { formatCount, formatMoney } from '../../../../shared/money/format.ts';
import { money } from '../../../../shared/money/money.ts';

/** An event before it is recorded, without a number and a time. */
export type EventNote = Omit<BankEvent, 'eventId' | 'seenAt'>;

/** A kind of record whose changes are recorded, and its watched fields. */
export type Watched<R> = {
  readonly kind: BankEventKind;
  readonly about: (record: R) => Pick<EventNote, 'subjectId' | 'title'> & {
    /** The key by which its view opens it; defaults to the identifier. */
    readonly placeId?: string;
    readonly accountNumber?: string;
  };
  /** The watched fields: the bank's name -> the exact value. Changes of other fields are not noted. */
  readonly fields: (record: R) => Readonly<Record<string, string>>;
};

/**
 * Returns the notes on a record: that it appeared (`before` is null), that it is gone (`after` is null), or each watched field whose
 * value changed.
 */
export function notesOf<R>(
  watched: Watched<R>,
  before: R | null,
  after: R | null,
): readonly EventNote[] {
  if (before !== null && after !== null) return changesOf(watched, before, after);
  const record = after ?? before;
  if (record === null) return [];
  const status = textOrNull(watched.fields(record)['status']);
  return [
    after === null
      ? { ...subjectOf(watched, record), change: 'gone', field: '', before: status, after: null }
      : {
          ...subjectOf(watched, record),
          change: 'appeared',
          field: '',
          before: null,
          after: status,
        },
  ];
}

/** Combines like notes, if there are too many to read one by one, into a single event with their number. */
export function alikeTogether(notes: readonly EventNote[]): readonly EventNote[] {
  const groups = Map.groupBy(notes, likenessOf);
  const few = notes.filter(
    (note) => (groups.get(likenessOf(note))?.length ?? 0) <= limits.timelineAlikeMax,
  );
  const many = [...groups.values()].filter((alike) => alike.length > limits.timelineAlikeMax);
  return [...few, ...many.flatMap(counted)];
}

function changesOf<R>(watched: Watched<R>, before: R, after: R): readonly EventNote[] {
  const old = watched.fields(before);
  const current = watched.fields(after);
  const names = new Set([...Object.keys(old), ...Object.keys(current)]);
  return [...names]
    .filter((field) => (old[field] ?? '') !== (current[field] ?? ''))
    .map((field) => ({
      ...subjectOf(watched, after),
      change: 'changed',
      field,
      before: textOrNull(old[field]),
      after: textOrNull(current[field]),
    }));
}

function subjectOf<R>({ kind, about }: Watched<R>, record: R) {
  const { subjectId, title, placeId = subjectId, accountNumber = '' } = about(record);
  return { kind, subjectId, title, placeId, accountNumber: textOrNull(accountNumber) };
}

const textOrNull = (text: string | undefined): string | null =>
  text === undefined || text === '' ? null : text;

/** Equal for notes with the same change of the same field. */
const likenessOf = ({ kind, change, field, before, after }: EventNote): string =>
  JSON.stringify([kind, change, field, before, after]);

function counted(alike: readonly EventNote[]): EventNote[] {
  const [one] = alike;
  if (!one) return [];
  const shares = (name: 'placeId' | 'accountNumber'): boolean =>
    alike.every((note) => note[name] === one[name]);
  return [
    {
      ...one,
      subjectId: '',
      title: `${formatCount(alike.length)} ${countedWords(one)}`,
      placeId: shares('placeId') ? one.placeId : '',
      accountNumber: shares('accountNumber') ? one.accountNumber : null,
    },
  ];
}

const plurals: Readonly<Record<BankEventKind, string>> = {
  entry: 'entries',
  transfer: 'transfers',
  trade: 'trades',
  remittance: 'remittances',
  receivable: 'receivables',
  beneficiary: 'beneficiaries',
  'sub-client': 'sub-clients',
  document: 'documents',
  shareholder: 'shareholders',
  account: 'accounts',
  webhook: 'webhook addresses',
};

const countedWords = ({ kind, change }: EventNote): string =>
  change === 'appeared' ? `new ${plurals[kind]}` : plurals[kind];

/** Joins two texts as in `100.00 USD to Ada Obi`; returns the second alone where the first is empty. */
export const titleOf = (first: string, joint: string, second: string): string =>
  first === '' ? second : `${first} ${joint} ${second}`;

/** Formats an amount with its currency; without a currency, returns the amount as received. */
export function sumText(amount: string | null | undefined, currency: string): string {
  if (typeof amount !== 'string') return '';
  return currency === '' ? amount : formatMoney(money(amount, currency));
}
