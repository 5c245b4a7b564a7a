import { join } from 'node:path';

import { expect, test } from 'vitest';

import { Beneficiary, type BeneficiaryRecord } from '../../shared/bank/beneficiaries.ts';
import type { Journal } from '../../electron/engines/store/database.ts';
import { openJournal } from '../../electron/engines/store/opening/journal.ts';
import {
  everyPaidBeneficiary,
  notePaid,
  paidBeneficiary,
  releaseBeneficiary,
} from '../../electron/nouns/beneficiaries/fingerprints.ts';
import { bankDetailsOf, fingerprintOf } from '../../electron/nouns/beneficiaries/fingerprint.ts';
import { quarantineOf } from '../../electron/nouns/beneficiaries/quarantine.ts';
import { closing, key, temporaryFolder, withoutWal } from '../support/stores/store.ts';
import { actorNamed } from '../support/desks/actors.ts';

const texts = {
  accountName: 'Ada Obi Ltd',
  accountNumber: '0123456789',
  bankBicOrCode: 'ABNGNGLA',
  bankName: 'Access Bank',
  country: 'NG',
  currencyIso3Code: 'USD',
};
const through = { bankName: 'Correspondent NY', bic: 'CORRUS33', country: 'US' };
const branch = { branchName: 'Marina', branchCode: '044', city: 'Lagos' };

const payee = (given: object = {}): BeneficiaryRecord => ({
  ...Beneficiary.decode({
    ...texts,
    name: 'Ada Obi',
    intermediaryBank: through,
    branchInformation: branch,
    ...given,
  }),
  entityId: 'b-1',
});

/** One journal in which the payee was paid to these details. */
function paidTo(record: BeneficiaryRecord): Journal {
  const journal = closing(
    openJournal(join(temporaryFolder(), 'journal.db'), key, { program: 'test' }),
  );
  const details = bankDetailsOf(record);
  const paidAt = '2026-11-01T10:00:00.000Z';
  notePaid(journal, 'b-1', { fingerprint: fingerprintOf(details), details, paidAt });
  return journal;
}

/** Every single detail by which money reaches a payee, changed. */
const changes: readonly (readonly [string, object])[] = [
  ...Object.keys(texts).map((field) => [field, { [field]: 'XXX' }] as const),
  ...Object.keys(through).map(
    (field) =>
      [`intermediary ${field}`, { intermediaryBank: { ...through, [field]: 'XX' } }] as const,
  ),
  ...Object.keys(branch).map(
    (field) => [field, { branchInformation: { ...branch, [field]: 'XX' } }] as const,
  ),
  ['no intermediary', { intermediaryBank: null }],
  ['no branch', { branchInformation: null }],
];

test.each(changes)('a payee is held back when its %s is another than was paid', (_name, given) => {
  const journal = paidTo(payee());
  expect(quarantineOf(journal, payee())).toBeNull();
  const held = quarantineOf(journal, payee(given));
  expect(held).toMatchObject({ entityId: 'b-1', name: 'Ada Obi' });
  expect(held?.changedFields).toHaveLength(1);
});

test('a change shows the old value beside the new one, and the account’s name where the payee has none', () => {
  const held = quarantineOf(
    paidTo(payee({ intermediaryBank: { ...through, bic: '' } })),
    payee({ name: '', accountNumber: '999' }),
  );
  expect(held).toMatchObject({
    name: 'Ada Obi Ltd',
    lastPaidAt: '2026-11-01T10:00:00.000Z',
    changedFields: [
      { field: 'accountNumber', before: '0123456789', now: '999' },
      {
        field: 'intermediaryBank',
        before: 'Correspondent NY, US',
        now: 'Correspondent NY, CORRUS33, US',
      },
    ],
  });
});

test('a branch of which little is known is written without gaps', () => {
  expect(bankDetailsOf(payee({ branchInformation: { ...branch, branchCode: '' } }))).toMatchObject({
    branchInformation: 'Marina, Lagos',
  });
});

test('what is neither paid nor changed is not held, nor what a person let pass; a third change is', () => {
  const journal = paidTo(payee());
  expect(everyPaidBeneficiary(journal)).toEqual(['b-1']);
  expect(quarantineOf(journal, { ...payee(), entityId: 'b-2' })).toBeNull();
  const moved = payee({ accountNumber: '999' });
  const { fingerprint } = quarantineOf(journal, moved)!;
  releaseBeneficiary(journal, 'b-1', {
    fingerprint,
    at: '2026-11-02T10:00:00.000Z',
    actor: actorNamed('Ines'),
  });
  expect(quarantineOf(journal, moved)).toBeNull();
  expect(quarantineOf(journal, payee({ accountNumber: '998' }))).not.toBeNull();
});

test('to which bank details was paid is on the disk at once; in a bulk run it goes there with the next payment', () => {
  const journal = paidTo(payee());
  const { fingerprint, details, paidAt } = paidBeneficiary(journal, 'b-1')!;
  expect(paidBeneficiary(withoutWal(journal), 'b-1')).toEqual({ fingerprint, details, paidAt });
  notePaid(journal, 'b-2', { fingerprint, details, paidAt }, { isDeferred: true });
  expect(everyPaidBeneficiary(withoutWal(journal))).toEqual(['b-1']);
  notePaid(journal, 'b-3', { fingerprint, details, paidAt });
  expect(everyPaidBeneficiary(withoutWal(journal))).toEqual(['b-1', 'b-2', 'b-3']);
});

test('details have one fingerprint in whatever order they are given, and another with any other text', () => {
  const orders = [
    { a: '1', b: '2', c: '3' },
    { c: '3', a: '1', b: '2' },
    { b: '2', c: '3', a: '1' },
    { c: '3', b: '2', a: '1' },
  ];
  expect(new Set(orders.map(fingerprintOf)).size).toBe(1);
  expect(fingerprintOf({ a: '1', b: '2', c: '4' })).not.toBe(fingerprintOf(orders[0]!));
  expect(fingerprintOf({ a: '1', b: '2' })).not.toBe(fingerprintOf(orders[0]!));
});
