import type { BeneficiaryRecord } from '../../../../shared/bank/beneficiaries.ts';
import type { Timestamp } from '../../../../shared/calendar/calendar.ts';
import { fingerprinted, type Fingerprinted } from '../../beneficiaries/fingerprint.ts';
import type { PaidText } from '../../beneficiaries/fingerprints.ts';
import { changedFieldsOf } from '../../beneficiaries/quarantine.ts';
import { beneficiaryTexts } from '../../beneficiaries/tables.ts';
import { piecesOf } from '../../../engines/files/turns.ts';
import type { CacheReader } from '../../../engines/store/database.ts';
import { changedAt } from '../../../engines/store/records/record-versions.ts';
import type { Questions } from '../../../engines/store/threads/reader-thread.ts';
import type { Sliced } from '../../../engines/store/threads/turns.ts';

/** A payee that stands with other bank details than those to which it was last paid. */
export type ChangedPayee = {
  readonly entityId: string;
  readonly name: string;
  /** Of the bank details as they stand. */
  readonly fingerprint: string;
  /** Names of the fields that are otherwise. */
  readonly fields: readonly string[];
  readonly since: Timestamp;
};

/** A payee as it was read last, and what it was held against. */
type Read = {
  readonly document: string;
  readonly name: string;
  readonly now: Fingerprinted;
  against?: { readonly fingerprint: string; readonly fields: readonly string[] };
};

/** Payees read between two slices. */
const payeesPerSlice = 500;

/** What the thread that only reads answers of exceptions. */
export const exceptionReads = (reader: CacheReader) => {
  /** Most payees are the same at the next look, which follows soon: only those that are not are read again. */
  let lastRead: ReadonlyMap<string, Read> = new Map();
  return {
    /** Of the payees that were ever paid those that stand otherwise; a bank may have written all its records anew. */
    *changedPayees(paid: readonly PaidText[]): Sliced<ChangedPayee[]> {
      const read = new Map<string, Read>();
      const changed: ChangedPayee[] = [];
      for (const piece of piecesOf(paid, payeesPerSlice)) {
        const otherwise = readPiece(reader, piece, { before: lastRead, read });
        const since = changedAt(
          reader,
          'beneficiaries',
          otherwise.map(({ entityId }) => entityId),
        );
        for (const { asOf, ...payee } of otherwise)
          changed.push({ ...payee, since: since.get(payee.entityId) ?? asOf });
        yield;
      }
      lastRead = read;
      return changed;
    },
  };
};

export type ExceptionQuestions = Questions<ReturnType<typeof exceptionReads>>;

type Otherwise = Omit<ChangedPayee, 'since'> & { readonly asOf: Timestamp };

function readPiece(
  reader: CacheReader,
  piece: readonly PaidText[],
  { before, read }: { before: ReadonlyMap<string, Read>; read: Map<string, Read> },
): Otherwise[] {
  const paid = new Map(piece.map((one) => [one.entityId, one]));
  return beneficiaryTexts(reader, [...paid.keys()]).flatMap(({ entityId, document, asOf }) => {
    const known = before.get(entityId);
    const one = known?.document === document ? known : readOne(document);
    read.set(entityId, one);
    const last = paid.get(entityId);
    if (last === undefined || last.fingerprint === one.now.fingerprint) return [];
    if (one.against?.fingerprint !== last.fingerprint)
      one.against = { fingerprint: last.fingerprint, fields: fieldsOf(one, last) };
    const { name, now, against } = one;
    return [{ entityId, name, fingerprint: now.fingerprint, fields: against.fields, asOf }];
  });
}

function readOne(document: string): Read {
  const record = JSON.parse(document) as BeneficiaryRecord;
  return { document, name: record.name || record.accountName, now: fingerprinted(record) };
}

const fieldsOf = ({ now }: Read, { details }: PaidText): string[] =>
  changedFieldsOf(now.details, JSON.parse(details) as Record<string, string>).map(
    ({ field }) => field,
  );
