import { expect, test } from 'vitest';

import { requirementLines } from '../../../renderer/features/sub-clients/record/requirement-lines.ts';
import { usualDocumentTypes } from '../../../shared/document-types.ts';
import type { Requirement } from '../../../shared/ipc/changes/sub-clients.ts';
import { subClientDetail, uploadItem } from './sub-client-records.ts';

const detail = subClientDetail('SC-4')!;
const refused: Requirement = {
  requirementId: 'c1',
  subClientId: 'SC-4',
  subClientName: 'Sable Trading',
  kind: 'document-refused',
  title: 'Upload another proof of address',
  detail: 'Older than three months.',
  dueBy: null,
  place: 'documents',
  documentType: 'PROOF_OF_ADDRESS',
};
const titles = (requirements: readonly Requirement[]) =>
  requirementLines({ ...detail, requirements }, [], usualDocumentTypes).map(
    ({ requirement }) => requirement.title,
  );

test('a stage that a refused document already names is listed once', () => {
  expect(detail.subClient.stagesRemaining).toEqual(['PROOF_OF_ADDRESS', 'TAX_CERTIFICATE']);
  expect(titles([refused])).toEqual(['Tax certificate', 'Upload another proof of address']);
});

test('where nothing else is known every stage is listed', () => {
  expect(titles([])).toEqual(['Proof of address', 'Tax certificate']);
});

test('a file in the queue stands with the line that asks for it', () => {
  const item = uploadItem('u1', { documentType: 'PROOF_OF_ADDRESS' });
  const [line] = requirementLines(
    { ...detail, requirements: [refused] },
    [item],
    usualDocumentTypes,
  ).filter(({ queued }) => queued);
  expect(line?.requirement).toBe(refused);
});
