import { expect, test } from 'vitest';

import { requestLetter } from '../../shared/request-letter.ts';
import type { Requirement } from '../../shared/ipc/changes/sub-clients.ts';

const requirement = (given: Partial<Requirement>): Requirement => ({
  requirementId: 'r',
  subClientId: 'SC-1',
  subClientName: 'Kestrel',
  kind: 'stage',
  title: '',
  detail: '',
  dueBy: null,
  place: 'documents',
  documentType: null,
  ...given,
});

test('a letter asks for each thing in a line of its own, with why, and leaves out what the desk does itself', () => {
  const letter = requestLetter('Kestrel Logistics Ltd', [
    requirement({ documentType: 'TAX_CERTIFICATE' }),
    requirement({
      documentType: 'BANK_LETTER',
      kind: 'document-refused',
      detail: 'It is not signed.',
    }),
    requirement({
      documentType: 'PROOF_OF_ADDRESS',
      kind: 'document-expiring',
      dueBy: '2026-12-08',
    }),
    requirement({
      documentType: 'DIRECTOR_IDENTIFICATION',
      kind: 'document-expired',
      dueBy: '2026-11-02',
    }),
    requirement({ place: 'shareholders', detail: 'They hold 60 %; 40 % is missing.' }),
    requirement({ place: 'details', detail: 'Missing: city, address.' }),
    requirement({ kind: 'comment', place: 'submit', detail: 'The stamp cannot be read' }),
    requirement({
      place: 'details',
      title: 'Complete “Source of wealth”',
      detail: 'In these words.',
    }),
    requirement({ kind: 'submit', place: 'submit', title: 'Submit for review' }),
  ]);
  expect(letter?.split('\n').filter((line) => /^\d/.test(line))).toEqual([
    '1. Tax certificate.',
    '2. Bank letter: the bank did not accept the one before: It is not signed.',
    '3. Proof of address: the one at the bank expires on 8 Dec 2026.',
    '4. Director identification: the one at the bank expired on 2 Nov 2026.',
    '5. All owners, with the share of each: They hold 60 %; 40 % is missing.',
    '6. Details of the company: Missing: city, address.',
    '7. What the bank wrote: The stamp cannot be read.',
    '8. Source of wealth: the bank asks for it in these words.',
  ]);
  expect(letter).toContain('For the account of Kestrel Logistics Ltd the bank asks');
});

test('there is no letter where nothing is asked of the sub-client', () => {
  expect(requestLetter('Kestrel', [requirement({ kind: 'submit' })])).toBeNull();
  expect(requestLetter('Kestrel', [])).toBeNull();
});
