import { afterEach, expect, test, vi } from 'vitest';

import {
  isReleased,
  paidPieces,
  releaseBeneficiary,
} from '../../electron/nouns/beneficiaries/fingerprints.ts';
import { bankDetailsOf, fingerprintOf } from '../../electron/nouns/beneficiaries/fingerprint.ts';
import { noWords } from '../../electron/engines/bank/mapping/status-terms.ts';
import { quarantineOf } from '../../electron/nouns/beneficiaries/quarantine.ts';
import { beneficiaryById } from '../../electron/nouns/beneficiaries/tables.ts';
import { listExceptions } from '../../electron/nouns/exceptions/list.ts';
import { changedBeneficiaries } from '../../electron/nouns/exceptions/sources/payees.ts';
import {
  exceptionReads,
  type ExceptionQuestions,
} from '../../electron/nouns/exceptions/sources/reads.ts';
import { closeDatabase, prepared, rows } from '../../electron/engines/store/database.ts';
import { openCacheConnection } from '../../electron/engines/store/opening/cache-connection.ts';
import { answeredHere } from '../../electron/engines/store/threads/reader-thread.ts';
import { key } from '../support/desks/desk-parts.ts';
import { openLoneDesk, paidTo, payeeOf, type LoneDesk } from '../support/desks/lone-desk.ts';
import { actorNamed } from '../support/desks/actors.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

const dayOf = (day: number): string => `2026-11-${String(day)}T08:00:00.000Z`;

/** What the bank lists of them on that day, each with this account number. */
const listed = (desk: LoneDesk, day: number, accounts: readonly string[]): void => {
  const payees = accounts.map((accountNumber, at) => payeeOf(`b-${String(at)}`, { accountNumber }));
  desk.cache.saveBeneficiaries(payees, dayOf(day), { complete: true });
};

function paidDesk(count: number): LoneDesk {
  const desk = openLoneDesk();
  const accounts = Array.from({ length: count }, (_, at) => `00${String(at)}`);
  listed(desk, 10, accounts);
  for (const [at, accountNumber] of accounts.entries())
    paidTo(desk, payeeOf(`b-${String(at)}`, { accountNumber }));
  return desk;
}

/** One thread that reads serves every look at a desk, as it caches what it read. */
const threads = new WeakMap<LoneDesk, ExceptionQuestions>();
function questionsOf(desk: LoneDesk): ExceptionQuestions {
  const known = threads.get(desk) ?? answeredHere(exceptionReads(desk.parts.reader));
  threads.set(desk, known);
  return known;
}

async function found(desk: LoneDesk) {
  const { journal } = desk.parts;
  const findings = await changedBeneficiaries({ journal, questions: questionsOf(desk) });
  return findings.map(({ place, since, detail }) => ({
    entityId: place?.view === 'beneficiaries' ? place.entityId : null,
    since,
    detail,
  }));
}

/** The same, asked payee by payee. */
const plainly = ({ parts: { journal, reader } }: LoneDesk, count: number) =>
  Array.from({ length: count }, (_, at) => beneficiaryById(reader, `b-${String(at)}`))
    .flatMap((known) => (known?.goneAt === null ? [known] : []))
    .flatMap((known) =>
      quarantineOf(journal, known.beneficiary)
        ? [
            {
              entityId: known.beneficiary.entityId,
              since: known.earlier[0]?.until ?? known.asOf,
            },
          ]
        : [],
    );

const withoutDetail = (items: Awaited<ReturnType<typeof found>>) =>
  items.map(({ entityId, since }) => ({ entityId, since }));

test('changed payees are listed as payee by payee, whatever changes between two looks', async () => {
  const desk = paidDesk(6);
  const agree = async (): Promise<number> => {
    const items = withoutDetail(await found(desk));
    expect(items.toSorted((a, b) => (a.entityId ?? '').localeCompare(b.entityId ?? ''))).toEqual(
      plainly(desk, 6),
    );
    return items.length;
  };
  expect(await agree()).toBe(0);
  listed(desk, 11, ['990', '001', '992', '003', '004', '005']);
  expect(await agree()).toBe(2);
  // Again otherwise: the time is that of the last change.
  listed(desk, 12, ['770', '001', '992', '993', '004', '005']);
  expect(await agree()).toBe(3);
  // One is as it was again, and one is no longer listed.
  listed(desk, 13, ['770', '001', '002', '993', '004']);
  expect(await agree()).toBe(2);
  const now = fingerprintOf(bankDetailsOf(payeeOf('b-0', { accountNumber: '770' })));
  const release = { fingerprint: now, at: dayOf(14), actor: actorNamed('Ada') };
  releaseBeneficiary(desk.parts.journal, 'b-0', release);
  expect(isReleased(desk.parts.journal, 'b-0', now)).toBe(true);
  expect(await agree()).toBe(1);
  // Released were these details, and no others.
  listed(desk, 15, ['550', '001', '002', '993', '004', '995']);
  expect(await agree()).toBe(3);
  // One that stood otherwise is no longer listed.
  listed(desk, 16, ['550', '001', '002', '993', '004']);
  expect(await agree()).toBe(2);
});

test('a change is described by the fields that changed', async () => {
  const desk = paidDesk(2);
  listed(desk, 11, ['990', '001']);
  const [only] = await found(desk);
  expect(only).toMatchObject({ entityId: 'b-0', since: dayOf(11) });
  expect(only?.detail).toContain('the account number changed');
});

test('two hundred changed payees take as many questions as two', async () => {
  const asked = async (count: number): Promise<number> => {
    const desk = paidDesk(count);
    listed(
      desk,
      11,
      Array.from({ length: count }, (_, at) => `99${String(at)}`),
    );
    const shape = Object.getPrototypeOf(prepared(desk.parts.journal, 'SELECT 1')) as {
      all: (...params: unknown[]) => unknown[];
      get: (...params: unknown[]) => unknown;
    };
    const all = vi.spyOn(shape, 'all');
    const one = vi.spyOn(shape, 'get');
    expect(await found(desk)).toHaveLength(count);
    const questions = all.mock.calls.length + one.mock.calls.length;
    vi.restoreAllMocks();
    return questions;
  };
  expect([await asked(2), await asked(200)]).toEqual([5, 5]);
});

test('more payees than one piece are listed whole, and others may ask between two pieces', async () => {
  const desk = paidDesk(1_100);
  const accounts = Array.from({ length: 1_100 }, (_, at) => `99${String(at)}`);
  listed(desk, 11, accounts);
  const pieces = paidPieces(desk.parts.journal).map((text) => (JSON.parse(text) as []).length);
  expect(pieces).toEqual([500, 500, 100]);
  const items = await found(desk);
  expect(new Set(items.map(({ entityId }) => entityId)).size).toBe(1_100);
});

/** Runs SQL on the local copy, as another build or a person's hand would. */
function byHand(desk: LoneDesk, sql: string): void {
  const database = openCacheConnection(desk.parts.reader.file, key);
  database.connection.exec(sql);
  closeDatabase(database);
}

test('a saved fingerprint goes with the document that it was made of, whoever writes another', async () => {
  const desk = paidDesk(3);
  expect(await found(desk)).toEqual([]);
  byHand(
    desk,
    `UPDATE beneficiary SET document = json_set(document, '$.accountNumber', '990') WHERE entity_id = 'b-1'`,
  );
  expect(await found(desk)).toMatchObject([{ entityId: 'b-1' }]);
});

test('a fingerprint by another rule, or none, is made of the record', async () => {
  const desk = paidDesk(3);
  listed(desk, 11, ['990', '001', '002']);
  const items = await found(desk);
  expect(items).toMatchObject([{ entityId: 'b-0' }]);
  const otherRule = `UPDATE beneficiary_fingerprint SET rule = rule + 1, fingerprint = 'other'`;
  for (const sql of [otherRule, 'DELETE FROM beneficiary_fingerprint']) {
    byHand(desk, sql);
    expect(await found(desk)).toEqual(items);
  }
  // The next list saves them again.
  listed(desk, 12, ['990', '001', '002']);
  expect(savedFingerprints(desk)).toBe(3);
});

test('a payee that was removed and is listed again is compared by its new record', async () => {
  const desk = paidDesk(2);
  byHand(desk, "DELETE FROM beneficiary WHERE entity_id = 'b-0'");
  expect(await found(desk)).toEqual([]);
  listed(desk, 11, ['990', '001']);
  expect(await found(desk)).toMatchObject([{ entityId: 'b-0' }]);
});

test('a payment by another rule is named without a field, as none of them differs', async () => {
  const desk = paidDesk(1);
  const { journal } = desk.parts;
  journal.connection.exec("UPDATE beneficiary_paid SET fingerprint = 'by another rule'");
  const [only] = await found(desk);
  expect(only?.detail).toContain(', the bank details changed;');
});

test('a payee that is read by itself has its fingerprint saved with it', async () => {
  const desk = paidDesk(2);
  desk.cache.saveBeneficiary(payeeOf('b-0', { accountNumber: '990' }), dayOf(11));
  expect(savedFingerprints(desk)).toBe(2);
  expect(await found(desk)).toMatchObject([{ entityId: 'b-0' }]);
});

const savedFingerprints = ({ parts: { reader } }: LoneDesk): number =>
  rows(reader, 'SELECT 1 FROM beneficiary_fingerprint').length;

test('a payee is held against what it was paid to last, though it is as it was read before', async () => {
  const desk = paidDesk(1);
  listed(desk, 11, ['990']);
  expect((await found(desk))[0]?.detail).toContain('the account number changed');
  paidTo(desk, payeeOf('b-0', { accountNumber: '990', bankName: 'Another Bank' }));
  expect((await found(desk))[0]?.detail).toContain('the bank changed');
});

test('what was released while the records were read is no exception any more', async () => {
  const desk = paidDesk(1);
  listed(desk, 11, ['990']);
  const { journal } = desk.parts;
  const questions = questionsOf(desk);
  const fingerprint = fingerprintOf(bankDetailsOf(payeeOf('b-0', { accountNumber: '990' })));
  const slow: ExceptionQuestions = {
    ask: async (...question) => {
      const answer = await questions.ask(...question);
      releaseBeneficiary(journal, 'b-0', { fingerprint, at: dayOf(12), actor: actorNamed('Ada') });
      return answer;
    },
  };
  expect(await changedBeneficiaries({ journal, questions: slow })).toEqual([]);
});

test('the main thread reads no record of a payee, however many were paid', () => {
  const desk = paidDesk(2);
  listed(desk, 11, ['990', '001']);
  const { journal, reader, clock, continuity } = desk.parts;
  const shape = Object.getPrototypeOf(prepared(journal, 'SELECT 1')) as {
    all: (this: { readonly source: string }, ...params: unknown[]) => unknown[];
  };
  const all = vi.spyOn(shape, 'all');
  const parts = {
    journal,
    reader,
    clock,
    journalStatus: continuity.status(),
    statusWords: noWords,
    afterInFlight: () => null,
  };
  // What another thread reads, which does not answer yet, is not read here.
  const ask = vi.fn(() => new Promise<never>(() => undefined));
  void listExceptions({ ...parts, questions: { ask } });
  const asked = all.mock.contexts.map(({ source }) => source);
  expect(asked.filter((text) => /FROM (?:beneficiary|earlier_record)\b/.test(text))).toEqual([]);
  expect(asked.filter((text) => text.includes('FROM beneficiary_paid'))).toHaveLength(1);
  expect(ask).toHaveBeenCalledOnce();
});
