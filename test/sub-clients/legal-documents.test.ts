import fc from 'fast-check';
import { expect, test } from 'vitest';

import { bare, changeDesk, answersOf, wordIn } from '../support/legal/change-desk.ts';
import {
  aFlag,
  anId,
  aRecord,
  aText,
  oneOf,
  reasonsToRefuse,
  someTexts,
  type WrittenField,
} from '../support/legal/fields.ts';
import { lostOf } from '../support/legal/retention.ts';
import { patience, runs } from '../support/legal/runs.ts';
import { written } from '../support/legal/wire.ts';

const path = { clientId: 'c-1', id: 'sub-7' };
const clean = { keeps: () => true, mayRefuse: false } as const;

test(
  'whatever a bank may legally answer to Upload Subclient Documents: accepted only for a document with an identifier and our type, and then stored as the bank states it',
  patience,
  async () => {
    const { says, send } = await changeDesk();
    const documentType = 'REGISTRATION_CERTIFICATE';
    const own = aRecord({
      id: anId,
      entityId: aText,
      createdAt: aText,
      updatedAt: aText,
      createdBy: aText,
      updatedBy: aText,
      isDeleted: aFlag,
      documentType: fc.oneof(
        { weight: 4, arbitrary: oneOf(documentType) },
        { weight: 1, arbitrary: oneOf('BANK_LETTER') },
        { weight: 1, arbitrary: fc.constant<WrittenField>({ ...clean, wire: undefined }) },
      ),
      uploadedFiles: someTexts,
      description: aText,
      issueDate: aText,
      expiryDate: aText,
      documentNumber: aText,
      documentOwner: aText,
      approvalStatus: aText,
      mimeType: aText,
      parentType: aText,
      isExpired: aFlag,
      expiryNotificationSent: aFlag,
      lastNotificationSentAt: aText,
      expiryStatus: aText,
      comment: aText,
    });
    const file = { name: 'a.pdf', mimeType: 'application/pdf', bytes: Buffer.from('%PDF-1.7') };
    await fc.assert(
      fc.asyncProperty(answersOf(own), async (reply) => {
        says(written(reply.wrapping.around(reply.own.wire), reply.hand));
        const outcome = await send(
          'uploadSubclientDocuments',
          { path, body: { documentType } },
          file,
        );
        const isOther = wordIn(reply.own, 'documentType') === 'BANK_LETTER';
        if (!outcome.ok) {
          expect(['bank.refused', 'outcome.unknown']).toContain(outcome.error.code);
          const reasons = reasonsToRefuse(reply.own);
          const named = Object.keys(outcome.error.fields ?? {});
          const isNamed = named.some((name) => reasons.includes(name));
          expect([outcome.error.message, isOther || isNamed || reply.wrapping !== bare]).toEqual([
            outcome.error.message,
            true,
          ]);
          return;
        }
        expect([isOther, reply.wrapping.isNo]).toEqual([false, false]);
        if (reply.wrapping === bare) expect(lostOf(reply.own, outcome.value.answer)).toEqual([]);
      }),
      runs,
    );
  },
);
