import { describe, expect, it } from 'vitest';

import type { RequirementQuestion } from '../../electron/nouns/sub-clients/requirements/requirement.ts';
import { requirementsOf } from '../../electron/nouns/sub-clients/requirements/requirements.ts';
import {
  expiryOf,
  currentDocuments,
} from '../../electron/nouns/sub-clients/requirements/document-expiry.ts';
import { usualDocumentTypes } from '../../shared/document-types.ts';
import { SubClient, SubClientDocument } from '../../shared/bank/onboarding.ts';
import type { Shareholding } from '../../shared/ipc/changes/sub-clients.ts';

const today = '2026-11-20';

const whole = {
  entityId: 's1',
  name: 'Lagoon Marine',
  businessName: 'Lagoon Marine Ltd',
  businessType: 'limited company',
  businessContactEmail: 'office@lagoon.example',
  countryOfRegistration: 'NGA',
  registrationDate: '2001-02-03',
  businessAddressLine1: '1 Marina',
  city: 'Lagos',
  status: 'draft',
};
const subClient = (given: object = {}) => SubClient.parse({ ...whole, ...given });
const document = (id: string, given: object = {}) =>
  SubClientDocument.parse({ id, documentType: 'PROOF_OF_ADDRESS', ...given });
const shares = (total: string, remaining: string): Shareholding => ({
  shareholders: [],
  total,
  remaining,
});

const question = (given: Partial<RequirementQuestion> = {}): RequirementQuestion => ({
  subClient: subClient(),
  documents: [],
  shareholding: shares('100', '0'),
  unanswered: [],
  submittedAt: null,
  goneAt: null,
  types: usualDocumentTypes.map(({ type }) => type),
  ...given,
});
const brief = (given: Partial<RequirementQuestion>) =>
  requirementsOf(question(given), today).map(({ kind, title, detail }) => [kind, title, detail]);
const kinds = (given: Partial<RequirementQuestion>) =>
  requirementsOf(question(given), today).map(({ kind }) => kind);

describe('what the bank lists as remaining', () => {
  it('is an instruction each, in the order of the pages, and unknown words stand as they were written', () => {
    const stagesRemaining = [
      'TAX_CERTIFICATE',
      'Ultimate beneficial owner',
      'shareholders',
      'BUSINESS_DETAILS',
    ];
    const remaining = {
      subClient: subClient({ stagesRemaining, city: '' }),
      shareholding: shares('60', '40'),
    };
    expect(brief(remaining)).toEqual([
      ['stage', 'Fill in the business details', 'Missing: city.'],
      [
        'stage',
        'Complete “Ultimate beneficial owner”',
        'The bank lists it as remaining, in these words.',
      ],
      ['stage', 'Add the owners until their shares make 100 %', 'They hold 60 %; 40 % is missing.'],
      ['stage', 'Upload the tax certificate', ''],
    ]);
    expect(
      requirementsOf(question(remaining), today).map(({ place, documentType }) => [
        place,
        documentType,
      ]),
    ).toEqual([
      ['details', null],
      ['details', null],
      ['shareholders', null],
      ['documents', 'TAX_CERTIFICATE'],
    ]);
  });

  it('is not asked for twice where a document says more', () => {
    const refused = document('d1', { approvalStatus: 'rejected', comment: 'Blurred.' });
    expect(
      brief({
        subClient: subClient({ stagesRemaining: ['PROOF_OF_ADDRESS'] }),
        documents: [refused],
      }),
    ).toEqual([['document-refused', 'Upload another proof of address', 'Blurred.']]);
  });

  it('is asked for once, in whatever words the bank lists it', () => {
    const refused = document('d1', { approvalStatus: 'rejected', comment: 'Blurred.' });
    const stagesRemaining = ['Proof of address', 'UPLOAD_PROOF_OF_ADDRESS'];
    expect(brief({ subClient: subClient({ stagesRemaining }), documents: [refused] })).toEqual([
      ['document-refused', 'Upload another proof of address', 'Blurred.'],
    ]);
    expect(brief({ subClient: subClient({ stagesRemaining }) })).toEqual([
      ['stage', 'Upload the proof of address', ''],
    ]);
    const details = subClient({ city: '', stagesRemaining: ['Business details'] });
    expect(brief({ subClient: details })).toEqual([
      ['stage', 'Fill in the business details', 'Missing: city.'],
    ]);
  });
});

describe('a bank’s own types of documents', () => {
  const types = ['PASSPORT', 'UBO_REGISTER', 'ID', 'Führungszeugnis'];
  const asked = (stagesRemaining: readonly string[], given: Partial<RequirementQuestion> = {}) =>
    requirementsOf(
      question({ types, subClient: subClient({ stagesRemaining }), ...given }),
      today,
    ).map(({ title, place, documentType }) => [title, place, documentType]);

  it('are asked for by the stages that name them, however they are spelled', () => {
    expect(asked(['UPLOAD_PASSPORTS', 'uboRegister', 'führungszeugnis'])).toEqual([
      ['Upload the passport', 'documents', 'PASSPORT'],
      ['Upload the Führungszeugnis', 'documents', 'Führungszeugnis'],
      ['Upload the ubo register', 'documents', 'UBO_REGISTER'],
    ]);
  });

  it('are asked for once where a document of the type was refused', () => {
    const refused = document('d1', { documentType: 'PASSPORT', approvalStatus: 'rejected' });
    expect(asked(['Passport'], { documents: [refused] })).toEqual([
      ['Upload another passport', 'documents', 'PASSPORT'],
    ]);
  });

  it('are no part of another word', () => {
    expect(asked(['RESIDENCE'])).toEqual([['Complete “RESIDENCE”', 'details', null]]);
  });

  it('leave the usual ones as they are asked for', () => {
    expect(asked(['Proof of address'])).toEqual([
      ['Upload the proof of address', 'documents', 'PROOF_OF_ADDRESS'],
    ]);
  });

  it('that the file does not list are known by the documents that the bank has', () => {
    const stored = document('d1', { documentType: 'WEALTH_STATEMENT' });
    expect(asked(['WEALTH_STATEMENT'], { documents: [stored] })).toEqual([
      ['Upload the wealth statement', 'documents', 'WEALTH_STATEMENT'],
    ]);
  });
});

describe('what no list names', () => {
  it('is read from the record while it is still to be handed in', () => {
    const given = {
      subClient: subClient({ city: ' ', businessType: '' }),
      shareholding: shares('120.5', '-20.5'),
    };
    expect(brief(given)).toEqual([
      ['details', 'Fill in the business details', 'Missing: type of business, city.'],
      ['shareholders', 'Correct the owners’ shares', 'They come to 120.5 %, 20.5 % too much.'],
    ]);
    for (const approvalStatus of ['approved', 'pending'])
      expect(
        kinds({
          ...given,
          subClient: subClient({ city: '', status: 'submitted', approvalStatus }),
        }),
      ).toEqual([]);
  });

  it('says nothing of owners that were never read', () => {
    expect(kinds({ shareholding: null })).toEqual(['submit']);
  });
});

describe('documents', () => {
  const day = (expiryDate: string, given: object = {}) => document('d1', { expiryDate, ...given });

  it.each([
    ['2026-11-19', 'document-expired', 'The one at the bank expired 1 day ago, on 19 Nov 2026.'],
    ['2026-11-20', 'document-expiring', 'The one at the bank expires today, on 20 Nov 2026.'],
    ['2026-12-20', 'document-expiring', 'The one at the bank expires in 30 days, on 20 Dec 2026.'],
  ])('that end on %s are %s', (expiryDate, kind, detail) => {
    const [first] = requirementsOf(question({ documents: [day(expiryDate)] }), today);
    expect(first).toMatchObject({ kind, detail, dueBy: expiryDate, place: 'documents' });
  });

  it('that end later, were deleted, or were followed by a good one ask for nothing', () => {
    expect(kinds({ documents: [day('2026-12-21')] })).toEqual(['submit']);
    expect(kinds({ documents: [day('2026-11-01', { isDeleted: true })] })).toEqual(['submit']);
    const old = day('2026-11-01', { createdAt: '2025-01-01T00:00:00.000Z' });
    const later = { createdAt: '2026-11-02T00:00:00.000Z' };
    expect(kinds({ documents: [old, document('d2', later)] })).toEqual(['submit']);
    const refused = document('d2', { ...later, approvalStatus: 'Rejected' });
    expect(kinds({ documents: [old, refused] })).toEqual(['document-expired', 'document-refused']);
    const good = document('d3', {
      createdAt: '2026-11-03T00:00:00.000Z',
      expiryDate: '2030-01-01',
    });
    expect(kinds({ documents: [old, refused, good] })).toEqual(['submit']);
  });

  it('count once per type and owner, by the longest', () => {
    const short = document('d1', { expiryDate: '2026-12-01', documentOwner: 'company' });
    const long = document('d2', { expiryDate: '2028-12-01', documentOwner: 'company' });
    const other = document('d3', { expiryDate: '2026-12-01', documentOwner: 'director' });
    expect(currentDocuments([short, long, other]).map(({ id }) => id)).toEqual(['d2', 'd3']);
    expect(expiryOf(document('d4', { expiryDate: 'soon' }), today)).toBeNull();
  });

  it('of an approved sub-client still run out', () => {
    const approved = subClient({ status: 'submitted', approvalStatus: 'approved' });
    expect(kinds({ subClient: approved, documents: [day('2026-11-30')] })).toEqual([
      'document-expiring',
    ]);
  });
});

describe('the submission', () => {
  it('comes last, when nothing else is missing, and not while something has no answer', () => {
    const unanswered = [
      {
        submissionId: 'u1',
        operation: 'submitSubclient',
        title: 'Submit Subclient: Lagoon Marine',
        sentAt: '2026-11-20T09:41:07.000Z',
      },
    ];
    expect(kinds({})).toEqual(['submit']);
    expect(kinds({ documents: [document('d1', { expiryDate: '2026-12-01' })] })).toEqual([
      'document-expiring',
      'submit',
    ]);
    const [only, ...rest] = requirementsOf(question({ unanswered }), today);
    expect(rest).toEqual([]);
    expect(only).toMatchObject({
      kind: 'unknown',
      place: 'submit',
      requirementId: 's1:unknown:u1',
    });
    expect(only?.detail).toContain('sent 2026-11-20 09:41 UTC and not answered');
  });

  it('was made where the bank has it as a draft that is pending', () => {
    const pending = subClient({ approvalStatus: 'pending' });
    expect(kinds({ subClient: pending })).toEqual(['submit']);
    expect(kinds({ subClient: pending, submittedAt: '2026-11-19T10:00:00.000Z' })).toEqual([]);
  });

  it('is to be repeated after a rejection, whose words come first', () => {
    const rejected = { status: 'submitted', approvalStatus: 'rejected' };
    const approvalComments = 'Send the register of owners.';
    expect(brief({ subClient: subClient({ ...rejected, approvalComments }) })).toEqual([
      ['comment', 'Put right what the bank asks for, then submit again', approvalComments],
      ['submit', 'Submit again for review', 'Nothing else is missing.'],
    ]);
    expect(brief({ subClient: subClient(rejected) })[0]).toEqual([
      'comment',
      'Ask the bank why it sent this back',
      '',
    ]);
  });

  it('is not asked for under a status that the desk does not know', () => {
    expect(
      kinds({ subClient: subClient({ status: 'kyc_hold', approvalStatus: 'escalated' }) }),
    ).toEqual([]);
  });
});

it('a sub-client that is deleted or gone needs nothing', () => {
  const open = { documents: [document('d1', { expiryDate: '2026-01-01' })] };
  expect(kinds({ ...open, subClient: subClient({ status: 'Deleted' }) })).toEqual([]);
  expect(kinds({ ...open, goneAt: '2026-11-20T09:00:00.000Z' })).toEqual([]);
});
