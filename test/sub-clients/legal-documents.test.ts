import fc from 'fast-check';
import { expect, test } from 'vitest';

import { bare, changeDesk, toldOf, wordIn } from '../support/legal/change-desk.ts';
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
  'whatever a bank may legally answer to Upload Subclient Documents: accepted only for a document with an identifier and our type, and then kept as it was told',
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
      fc.asyncProperty(toldOf(own), async (told) => {
        says(written(told.wrapping.around(told.own.wire), told.hand));
        const judged = await send(
          'uploadSubclientDocuments',
          { path, body: { documentType } },
          file,
        );
        const isOther = wordIn(told.own, 'documentType') === 'BANK_LETTER';
        if (!judged.ok) {
          expect(['bank.refused', 'outcome.unknown']).toContain(judged.error.code);
          const reasons = reasonsToRefuse(told.own);
          const named = Object.keys(judged.error.fields ?? {});
          const isNamed = named.some((name) => reasons.includes(name));
          expect([judged.error.message, isOther || isNamed || told.wrapping !== bare]).toEqual([
            judged.error.message,
            true,
          ]);
          return;
        }
        expect([isOther, told.wrapping.isNo]).toEqual([false, false]);
        if (told.wrapping === bare) expect(lostOf(told.own, judged.value.answer)).toEqual([]);
      }),
      runs,
    );
  },
);
