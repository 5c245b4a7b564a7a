import { expect, test } from 'vitest';

import { documentsExpiringBy } from '../../../electron/nouns/sub-clients/records/expiring-documents.ts';
import { SubClient, SubClientDocument } from '../../../shared/bank/onboarding.ts';
import { asOf, openCopy } from '../../support/stores/store.ts';

const document = (id: string, createdAt: string, given: object = {}) =>
  SubClientDocument.parse({ id, documentType: 'PROOF_OF_ADDRESS', createdAt, ...given });
const old = document('d1', '2025-01-01T00:00:00.000Z', { expiryDate: '2026-11-01' });

test.each([
  ['a later one without an end takes its place', {}, []],
  ['a later one that was refused does not', { approvalStatus: 'Rejected' }, ['d1']],
  ['nor one that was deleted', { isDeleted: true }, ['d1']],
  ['nor one of another type', { documentType: 'BANK_LETTER' }, ['d1']],
  ['one that ends still later does', { expiryDate: '2027-11-01' }, []],
])('of an expired document %s', (_, given, expected) => {
  const { writer, reader } = openCopy();
  const subClient = SubClient.parse({ entityId: 's1', name: 'Lagoon Marine', status: 'draft' });
  writer.saveSubClients([subClient], asOf, { complete: true });
  writer.saveDocuments('s1', [old, document('d2', '2026-11-02T00:00:00.000Z', given)], asOf);
  const expiring = documentsExpiringBy(reader, '2026-12-20');
  expect(expiring.map((found) => found.document.id)).toEqual(expected);
});
