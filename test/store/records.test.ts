import { describe, expect, test } from 'vitest';

import {
  accountByNumber,
  accountNumberOf,
  clientIdIn,
  listAccounts,
} from '../../electron/nouns/accounts/tables.ts';
import { beneficiaryById, listBeneficiaries } from '../../electron/nouns/beneficiaries/tables.ts';
import { listSubClients, subClientById } from '../../electron/nouns/sub-clients/records/tables.ts';
import { Account } from '../../shared/bank/accounts.ts';
import { BeneficiaryRecord } from '../../shared/bank/beneficiaries.ts';
import { SubClient, SubClientDocument } from '../../shared/bank/onboarding.ts';
import { parseExact } from '../../shared/json/exact-json.ts';
import { asOf, openCopy } from '../support/stores/store.ts';

const later = '2026-11-21T00:00:00.000Z';
const latest = '2026-11-22T00:00:00.000Z';

const account = (accountId: string, balance: string, number = '') =>
  Account.parse(
    parseExact(
      `{"accountId":"${accountId}","currencyIso3Code":"USD","accountName":"Main","availableBalance":${balance},
        "fundingDetails":[{"accountNumber":"${number}"}]}`,
    ),
  );
const beneficiary = (entityId: string, given: object = {}) =>
  BeneficiaryRecord.parse({ entityId, name: `Name ${entityId}`, ...given });
const subClient = (entityId: string, given: object = {}) =>
  SubClient.parse({ entityId, name: `Sub ${entityId}`, status: 'PENDING', ...given });
const document = (id: string, given: object = {}) => SubClientDocument.parse({ id, ...given });

test.each(['oconnor', "O'Connor", 'o’connor', 'O. Connor', 'O-Connor ltd'])(
  'a record is found by %s, however the marks within its name are written',
  (search) => {
    const { writer, reader } = openCopy();
    const names = ['O’Connor Ltd', "O'Connor Ltd", 'O. Connor Ltd', 'OCONNOR LTD', 'Cannon Ltd'];
    const records = names.map((name, at) => beneficiary(`b-${String(at)}`, { name }));
    writer.saveBeneficiaries(records, asOf, { complete: true });
    const found = listBeneficiaries(reader, search).rows.map(({ name }) => name);
    expect(found.toSorted()).toEqual(names.slice(0, 4).toSorted());
  },
);

describe('accounts', () => {
  test('are known by the number of their first funding details, else by their id', () => {
    expect(accountNumberOf(account('id-1', '1', '069'))).toBe('069');
    expect(accountNumberOf(account('id-1', '1'))).toBe('id-1');
  });

  test('name one client, in whatever order they became known', () => {
    const of = (clientId: string) => ({ ...account(`a-${clientId}`, '1'), clientId });
    const clientAfter = (...ids: string[]) => {
      const { writer, reader } = openCopy();
      for (const id of ids) writer.saveAccounts([of(id)], asOf);
      return clientIdIn(reader);
    };
    expect(clientAfter()).toBeNull();
    expect(clientAfter('')).toBeNull();
    expect([clientAfter('', 'c-2', 'c-1'), clientAfter('c-1', 'c-2')]).toEqual(['c-1', 'c-1']);
  });

  test('beyond 1,024 are left out by name, and do not prevent the others from being stored', () => {
    const { writer, reader } = openCopy();
    const many = Array.from({ length: 1_026 }, (_, at) => account(`id-${String(at)}`, '1'));
    const known = listAccounts(reader).length;
    const homeless = writer.saveAccounts(many, asOf);
    expect(homeless).toEqual(many.slice(1_024 - known).map(({ accountId }) => accountId));
    expect(listAccounts(reader)).toHaveLength(1_024);
    expect(writer.saveAccounts([account('id-0', '2')], later)).toEqual([]);
    expect(accountByNumber(reader, 'id-0')).toMatchObject({ available: { amount: '2.00' } });
    expect(writer.saveAccounts([account('id-new', '2')], later, 'n-9')).toEqual(['n-9']);
    expect(() => {
      writer.ensureAccount('n-9', 'USD');
    }).toThrow('account n-9 was left out');
  });

  test('keep every digit of what can be spent, and their place when they come again', () => {
    const { writer, reader } = openCopy();
    writer.saveAccounts(
      [account('id-1', '99999999999999.9999', 'n1'), account('id-2', '-0.0001')],
      asOf,
    );
    writer.saveAccounts([account('id-2', '5')], later);
    expect(listAccounts(reader).map(({ accountNumber }) => accountNumber)).toEqual([
      '0690000031',
      'n1',
      'id-2',
    ]);
    expect(accountByNumber(reader, 'n1')).toMatchObject({
      accountId: 'id-1',
      accountName: 'Main',
      available: { amount: '99999999999999.9999', currency: 'USD' },
      availableAsOf: asOf,
    });
    expect(accountByNumber(reader, 'id-2')).toMatchObject({
      available: { amount: '5.00' },
      asOf: later,
    });
    expect(accountByNumber(reader, 'nobody')).toBeNull();
  });
});

describe('beneficiaries', () => {
  test('keep their earlier contents, with the time until which they were so', () => {
    const { writer, reader } = openCopy();
    writer.saveBeneficiaries([beneficiary('b1', { city: 'Lagos' })], asOf, { complete: true });
    writer.saveBeneficiary(beneficiary('b1', { city: 'Kano' }), later);
    writer.saveBeneficiary(beneficiary('b1', { city: 'Kano' }), latest);
    const known = beneficiaryById(reader, 'b1');
    expect(known).toMatchObject({ beneficiary: { city: 'Kano' }, asOf: latest, goneAt: null });
    expect(known?.earlier).toMatchObject([{ beneficiary: { city: 'Lagos' }, until: later }]);
  });

  test('that a complete list leaves out are gone, not deleted, and come back', () => {
    const { writer, reader } = openCopy();
    const [one, two] = [beneficiary('b1'), beneficiary('b2')];
    expect(writer.saveBeneficiaries([one, two], asOf, { complete: true })).toEqual({
      added: 2,
      changed: 0,
      gone: 0,
    });
    expect(writer.saveBeneficiaries([one], later, { complete: false })).toEqual({
      added: 0,
      changed: 0,
      gone: 0,
    });
    expect(writer.saveBeneficiaries([one], later, { complete: true })).toEqual({
      added: 0,
      changed: 0,
      gone: 1,
    });
    expect(listBeneficiaries(reader, '')).toMatchObject({
      rows: [{ entityId: 'b1' }],
      total: 1,
      asOf: later,
    });
    expect(beneficiaryById(reader, 'b2')?.goneAt).toBe(later);
    expect(writer.saveBeneficiaries([two], latest, { complete: false })).toMatchObject({
      changed: 1,
    });
    expect(listBeneficiaries(reader, '').total).toBe(2);
  });

  test('are found by every word, without case and accents, as text', () => {
    const { writer, reader } = openCopy();
    writer.saveBeneficiaries(
      [
        beneficiary('b1', { name: 'Société Générale', bankName: 'SG' }),
        beneficiary('b2', { name: '100% sure' }),
      ],
      asOf,
      { complete: true },
    );
    const found = (search: string) =>
      listBeneficiaries(reader, search).rows.map(({ entityId }) => entityId);
    expect(found('GENERALE sg')).toEqual(['b1']);
    expect(found('generale ubs')).toEqual([]);
    expect(found('%')).toEqual(['b2']);
    expect(found(' ')).toEqual(['b2', 'b1']);
  });
});

describe('sub-clients', () => {
  test('show the nearest expiry and the number of their documents, once those were fetched', () => {
    const { writer, reader } = openCopy();
    writer.saveSubClients(
      [subClient('s1'), subClient('s2', { stagesRemaining: ['DOCUMENTS'] })],
      asOf,
      { complete: true },
    );
    expect(listSubClients(reader, '').rows).toMatchObject([
      { entityId: 's1', nearestExpiry: null, documentCount: null },
      { entityId: 's2', stagesRemaining: ['DOCUMENTS'] },
    ]);
    const documents = [
      document('d1', { expiryDate: '2027-05-01' }),
      document('d2', { documentType: 'TAX_CERTIFICATE', expiryDate: '2027-01-31T00:00:00Z' }),
    ];
    writer.saveDocuments('s1', documents, later);
    expect(listSubClients(reader, 's1')).toMatchObject({
      rows: [{ nearestExpiry: '2027-01-31', documentCount: 2 }],
      asOf,
    });
    writer.saveDocuments('s1', [document('d3')], latest, { complete: false });
    expect(subClientById(reader, 's1')?.documents.map(({ id }) => id)).toEqual(['d1', 'd2', 'd3']);
    writer.saveDocuments('s1', [document('d1')], latest);
    expect(subClientById(reader, 's1')).toMatchObject({
      documents: [{ id: 'd1' }],
      documentsAsOf: latest,
    });
    expect(listSubClients(reader, 's1').rows).toMatchObject([
      { nearestExpiry: null, documentCount: 1 },
    ]);
  });

  test('show the expiry of the current document, not of a replaced one, and the bank’s status by type', () => {
    const { writer, reader } = openCopy();
    writer.saveSubClient(subClient('s1'), asOf);
    const address = { documentType: 'PROOF_OF_ADDRESS' };
    const old = document('d1', {
      ...address,
      createdAt: '2025-01-01T00:00:00.000Z',
      expiryDate: '2026-11-01',
      approvalStatus: 'approved',
    });
    const shown = (...documents: SubClientDocument[]) => {
      writer.saveDocuments('s1', documents, later);
      return listSubClients(reader, 's1').rows[0];
    };
    expect(shown(old)).toMatchObject({ nearestExpiry: '2026-11-01' });
    const after = { ...address, createdAt: '2026-11-02T00:00:00.000Z' };
    const renewed = document('d2', { ...after, expiryDate: '2029-11-01' });
    expect(shown(old, renewed)).toMatchObject({
      nearestExpiry: '2029-11-01',
      documentCount: 2,
      documentWords: { PROOF_OF_ADDRESS: '' },
    });
    expect(shown(old, document('d3', after))).toMatchObject({ nearestExpiry: null });
    const refused = document('d4', { ...after, approvalStatus: 'Rejected' });
    expect(shown(old, refused)).toMatchObject({
      nearestExpiry: '2026-11-01',
      documentWords: { PROOF_OF_ADDRESS: 'Rejected' },
    });
    const deleted = document('d5', { ...after, isDeleted: true });
    expect(shown(old, deleted)).toMatchObject({ nearestExpiry: '2026-11-01', documentCount: 1 });
  });

  test('show their status word for word, and since when they are gone', () => {
    const { writer, reader } = openCopy();
    writer.saveSubClient(subClient('s1', { status: 'Würde geprüft' }), asOf);
    expect(subClientById(reader, 's1')).toMatchObject({
      subClient: { status: 'Würde geprüft' },
      documents: [],
      documentsAsOf: null,
    });
    writer.saveSubClients([], later, { complete: true });
    expect(subClientById(reader, 's1')?.goneAt).toBe(later);
    expect(subClientById(reader, 'nobody')).toBeNull();
  });
});
