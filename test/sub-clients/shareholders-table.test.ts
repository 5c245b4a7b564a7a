import { expect, test } from 'vitest';

import {
  everyShareSum,
  knownShareholders,
} from '../../electron/nouns/sub-clients/records/shareholders-table.ts';
import { listSubClientStates } from '../../electron/nouns/sub-clients/records/status-events.ts';
import { subClientById } from '../../electron/nouns/sub-clients/records/tables.ts';
import { Shareholder, SubClient, SubClientDocument } from '../../shared/bank/onboarding.ts';
import { asOf, openCopy } from '../support/stores/store.ts';

const later = '2026-11-20T10:41:00.000Z';
const subClient = (entityId: string, given: object = {}) =>
  SubClient.parse({ entityId, name: `Sub ${entityId}`, status: 'draft', ...given });
const shareholder = (id: string, ownershipPercentage: string, given: object = {}): Shareholder => ({
  id,
  subClientId: 's1',
  shareholderType: 'individual',
  name: `Owner ${id}`,
  dateOfBirth: null,
  nationality: '',
  countryOfResidence: '',
  emailAddress: '',
  addressLine1: '',
  city: '',
  identificationNumber: '',
  ownershipPercentage,
  status: '',
  createdAt: asOf,
  updatedAt: asOf,
  ...given,
});

test('the owners of a sub-client are stored as the bank states them, added up exactly, and null until they were read', () => {
  const { writer, reader } = openCopy();
  writer.saveSubClients([subClient('s1'), subClient('s2')], asOf, { complete: true });
  expect(subClientById(reader, 's1')?.shareholding).toBeNull();
  writer.saveShareholders('s2', [], asOf, { complete: true });
  const thirds = [
    shareholder('b', '33.3333'),
    shareholder('a', '33.3333', { createdAt: later }),
    shareholder('c', '33.3334'),
  ];
  writer.saveShareholders('s1', thirds, asOf, { complete: true });
  const { shareholding } = subClientById(reader, 's1') ?? {};
  expect(shareholding).toMatchObject({ total: '100', remaining: '0', asOf });
  expect(shareholding?.shareholders.map(({ id }) => id)).toEqual(['b', 'c', 'a']);
  expect(shareholding?.shareholders[0]).toEqual(thirds[0]);
  expect(everyShareSum(reader)).toEqual(
    new Map([
      ['s1', { total: '100', remaining: '0' }],
      ['s2', { total: '0', remaining: '100' }],
    ]),
  );
});

test('one that is read alone joins the others; one that a complete list leaves out is gone until it comes back', () => {
  const { writer, reader } = openCopy();
  writer.saveSubClient(subClient('s1'), asOf);
  writer.saveShareholders('s1', [shareholder('a', '60')], asOf, { complete: false });
  expect(subClientById(reader, 's1')?.shareholding).toBeNull();
  expect(knownShareholders(reader, 's1')).toHaveLength(1);
  writer.saveShareholders('s1', [shareholder('a', '60'), shareholder('b', '30')], asOf, {
    complete: true,
  });
  writer.saveShareholders('s1', [shareholder('b', '40')], later, { complete: false });
  expect(subClientById(reader, 's1')?.shareholding).toMatchObject({ total: '100', asOf });
  writer.saveShareholders('s1', [shareholder('b', '40')], later, { complete: true });
  expect(subClientById(reader, 's1')?.shareholding).toMatchObject({
    total: '40',
    remaining: '60',
    asOf: later,
  });
  writer.saveShareholders('s1', [shareholder('a', '0'), shareholder('b', '120.5')], later, {
    complete: true,
  });
  expect(subClientById(reader, 's1')?.shareholding).toMatchObject({
    total: '120.5',
    remaining: '-20.5',
  });
});

test('a standing has the documents that need somebody, and those that may have taken their place', () => {
  const { writer, reader } = openCopy();
  writer.saveSubClients([subClient('s1'), subClient('s2')], asOf, { complete: true });
  const document = (id: string, documentType: string, given: object = {}) =>
    SubClientDocument.parse({ id, documentType, documentOwner: 'company', ...given });
  writer.saveDocuments(
    's1',
    [
      document('well', 'TAX_CERTIFICATE', { expiryDate: '2030-01-01' }),
      document('endless', 'BANK_LETTER'),
      document('ends', 'PROOF_OF_ADDRESS', { expiryDate: '2026-12-20' }),
      document('followed', 'PROOF_OF_ADDRESS', { expiryDate: '2031-01-01' }),
      document('refused', 'DIRECTOR_IDENTIFICATION', { approvalStatus: 'Declined' }),
      document('other owner', 'DIRECTOR_IDENTIFICATION', { documentOwner: 'director' }),
    ],
    asOf,
  );
  writer.saveDocuments('s2', [document('flagged', 'TAX_CERTIFICATE', { isExpired: true })], asOf);
  const read = (endingBy: string) =>
    listSubClientStates(reader, endingBy).map(({ documents }) => documents.map(({ id }) => id));
  expect(read('2026-12-20')).toEqual([['ends', 'followed', 'refused'], ['flagged']]);
  expect(read('2026-12-19')).toEqual([['refused'], ['flagged']]);
});

test('standings are those of the sub-clients that the bank has, with what belongs to each', () => {
  const { writer, reader } = openCopy();
  writer.saveSubClients([subClient('s2'), subClient('s1'), subClient('s3')], asOf, {
    complete: true,
  });
  writer.saveDocuments('s1', [SubClientDocument.parse({ id: 'd1', isExpired: true })], asOf);
  writer.saveShareholders('s2', [shareholder('a', '100')], asOf, { complete: true });
  writer.markSubClientGone('s3', later);
  expect(subClientById(reader, 's3')?.goneAt).toBe(later);
  expect(
    listSubClientStates(reader, '2026-12-20').map((standing) => [
      standing.subClient.entityId,
      standing.documents.map(({ id }) => id),
      standing.shareholding?.total ?? null,
    ]),
  ).toEqual([
    ['s1', ['d1'], null],
    ['s2', [], '100'],
  ]);
  writer.saveSubClient(subClient('s3'), later);
  expect(subClientById(reader, 's3')?.goneAt).toBeNull();
});
