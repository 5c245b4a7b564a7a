import type { BankEvent, BankEventKind } from '../../../../shared/ipc/review/timeline.ts';
import { limits } from '../../../../shared/limits.ts';
import { formatCount, formatMoney } from '../../../../shared/money/format.ts';
import { money } from '../../../../shared/money/money.ts';

/** An event as it is noted, before it has a number and a time. */
export type EventNote = Omit<BankEvent, 'eventId' | 'seenAt'>;

/** A kind of record whose changes are noted, and the watched fields. */
export type Watched<R> = {
  readonly kind: BankEventKind;
  readonly about: (record: R) => Pick<EventNote, 'subjectId' | 'title'> & {
    /** What its view opens it by; the identifier where it is left out. */
    readonly placeId?: string;
    readonly accountNumber?: string;
  };
  /** The watched fields: the bank's name -> the exact value. Changes of other fields are not noted. */
  readonly fields: (record: R) => Readonly<Record<string, string>>;
};

/**
 * The notes on a record: that it appeared (nothing before), that it is gone (nothing after), or each watched field whose value
 * changed.
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

/** More alike than a person would read one by one become a single event that counts them. */
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

/** `100.00 USD to Ada Obi`; the second alone where there is no first. */
export const titleOf = (first: string, joint: string, second: string): string =>
  first === '' ? second : `${first} ${joint} ${second}`;

/** An amount with its currency; without a currency the amount as received. */
export function sumText(amount: string | null | undefined, currency: string): string {
  if (typeof amount !== 'string') return '';
  return currency === '' ? amount : formatMoney(money(amount, currency));
}
