import { afterEach, expect, test, vi } from 'vitest';

import { isReleased, releaseBeneficiary } from '../../electron/beneficiaries/fingerprints.ts';
import { bankDetailsOf, fingerprintOf } from '../../electron/beneficiaries/fingerprint.ts';
import { quarantineOf } from '../../electron/beneficiaries/quarantine.ts';
import { beneficiaryById } from '../../electron/beneficiaries/tables.ts';
import { changedBeneficiaries } from '../../electron/exceptions/payees.ts';
import { prepared } from '../../electron/store/database.ts';
import { noWords } from '../../electron/bank/status-words.ts';
import { openLoneDesk, paidTo, payeeOf, type LoneDesk } from '../support/lone-desk.ts';

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

const found = ({ parts: { journal, reader, clock, continuity } }: LoneDesk) =>
  changedBeneficiaries({
    ...{ journal, reader, clock, standing: continuity.standing(), statusWords: noWords },
  }).map(({ place, since, detail }) => ({
    entityId: place?.view === 'beneficiaries' ? place.entityId : null,
    since,
    detail,
  }));

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

const withoutDetail = (items: ReturnType<typeof found>) =>
  items.map(({ entityId, since }) => ({ entityId, since }));

test('changed payees are told as payee by payee, whatever changes between two looks', () => {
  const desk = paidDesk(6);
  const agree = (): number => {
    const items = withoutDetail(found(desk));
    expect(items.toSorted((a, b) => (a.entityId ?? '').localeCompare(b.entityId ?? ''))).toEqual(
      plainly(desk, 6),
    );
    return items.length;
  };
  expect(agree()).toBe(0);
  listed(desk, 11, ['990', '001', '992', '003', '004', '005']);
  expect(agree()).toBe(2);
  // Again otherwise: the time is that of the last change.
  listed(desk, 12, ['770', '001', '992', '993', '004', '005']);
  expect(agree()).toBe(3);
  // One is as it was again, and one is no longer listed.
  listed(desk, 13, ['770', '001', '002', '993', '004']);
  expect(agree()).toBe(2);
  const now = fingerprintOf(bankDetailsOf(payeeOf('b-0', { accountNumber: '770' })));
  const release = { fingerprint: now, at: dayOf(14), by: 'Ada' };
  releaseBeneficiary(desk.parts.journal, 'b-0', release);
  expect(isReleased(desk.parts.journal, 'b-0', now)).toBe(true);
  expect(agree()).toBe(1);
  // Released were these details, and no others.
  listed(desk, 15, ['550', '001', '002', '993', '004']);
  expect(agree()).toBe(2);
});

test('a change is told by the fields that changed', () => {
  const desk = paidDesk(2);
  listed(desk, 11, ['990', '001']);
  const [only] = found(desk);
  expect(only).toMatchObject({ entityId: 'b-0', since: dayOf(11) });
  expect(only?.detail).toContain('the account number changed');
});

test('two hundred changed payees take as many questions as two', () => {
  const asked = (count: number): number => {
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
    expect(found(desk)).toHaveLength(count);
    const questions = all.mock.calls.length + one.mock.calls.length;
    vi.restoreAllMocks();
    return questions;
  };
  expect([asked(2), asked(200)]).toEqual([4, 4]);
});
