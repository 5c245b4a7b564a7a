import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { subClientById } from '../../electron/nouns/sub-clients/records/tables.ts';
import { SubClient } from '../../shared/bank/onboarding.ts';
import { bare, changeDesk, toldOf, wordIn } from '../support/legal/change-desk.ts';
import {
  aRecord,
  aText,
  oneOf,
  someTexts,
  type WrittenField,
  type BankRecord,
} from '../support/legal/fields.ts';
import { lostOf } from '../support/legal/retention.ts';
import { patience, runs } from '../support/legal/runs.ts';
import { text, written } from '../support/legal/wire.ts';

const id = 'sub-7';
const path = { clientId: 'c-1', id };
const clean = { keeps: () => true, mayRefuse: false } as const;
const untold: fc.Arbitrary<WrittenField> = fc.constant({ ...clean, wire: undefined });

/** Whose record it is: ours, another's, nobody's. */
const whose: fc.Arbitrary<WrittenField> = fc.oneof(
  { weight: 6, arbitrary: oneOf(id) },
  { weight: 1, arbitrary: oneOf('sub-8', 'SUB-7 ', ` ${id}x`) },
  { weight: 1, arbitrary: untold },
);

/** Fields that Delete and Submit both tell (section 2). */
const shared = {
  name: aText,
  businessName: aText,
  subClientType: aText,
  customerType: aText,
  businessType: aText,
  businessContactPhone: aText,
  businessContactEmail: aText,
  countryOfRegistration: aText,
  registrationDate: aText,
  businessAddressLine1: aText,
  city: aText,
  state: aText,
  postalCode: aText,
  operatingCountries: someTexts,
  operatingIndustries: someTexts,
  parentClientId: aText,
  createdAt: aText,
  updatedAt: aText,
};

const isOurs = (own: BankRecord): boolean => wordIn(own, 'entityId') === id;

describe('whatever a bank may legally answer about a sub-client', () => {
  test(
    'Delete Subclient is accepted only where ours is told deleted, and then kept as it was told',
    patience,
    async () => {
      const { says, send } = await changeDesk();
      const status = fc.oneof(
        { weight: 4, arbitrary: oneOf('deleted', 'DELETED', 'Deleted') },
        {
          weight: 2,
          arbitrary: oneOf('draft', 'active', 'pending', 'not deleted', 'deletable', ''),
        },
        { weight: 1, arbitrary: untold },
      );
      const own = aRecord({
        ...shared,
        entityId: whose,
        status,
        businessAddressLine2: aText,
        callbackUrl: aText,
        tin: aText,
        code: aText,
      });
      await fc.assert(
        fc.asyncProperty(toldOf(own), async (told) => {
          says(written(told.wrapping.around(told.own.wire), told.hand));
          const judged = await send('deleteSubclient', { path });
          const isShown =
            isOurs(told.own) && wordIn(told.own, 'status')?.toLowerCase() === 'deleted';
          if (!judged.ok) {
            expect(['bank.refused', 'outcome.unknown']).toContain(judged.error.code);
            expect([judged.error.message, isShown && told.wrapping === bare]).toEqual([
              judged.error.message,
              false,
            ]);
            return;
          }
          expect([isShown, told.wrapping.isNo]).toEqual([true, false]);
          if (told.wrapping === bare) expect(lostOf(told.own, judged.value.answer)).toEqual([]);
        }),
        runs,
      );
    },
  );

  test(
    'Submit Subclient is accepted only where ours is told otherwise than it was known',
    patience,
    async () => {
      const { copy, parts, says, send } = await changeDesk();
      const known = SubClient.decode({
        entityId: id,
        name: 'Sub',
        status: 'draft',
        approvalStatus: 'none',
        stagesRemaining: ['submission'],
      });
      copy.saveSubClient(known, '2026-11-20T10:00:00.000Z');
      expect(subClientById(parts.reader, id)?.subClient.status).toBe('draft');
      const stages: fc.Arbitrary<WrittenField> = fc.oneof(
        fc.constant<WrittenField>({ ...clean, wire: { is: 'list', parts: [text('submission')] } }),
        fc.constant<WrittenField>({ ...clean, wire: { is: 'list', parts: [] } }),
        untold,
      );
      const own = aRecord({
        entityId: whose,
        name: fc.oneof(oneOf('Sub'), untold),
        status: fc.oneof(oneOf('draft', 'submitted', 'deleted'), untold),
        approvalStatus: fc.oneof(oneOf('none', 'pending', 'rejected'), untold),
        stagesRemaining: stages,
        approvalComments: fc.oneof(oneOf('', 'Received'), untold, untold),
        approvalDate: fc.oneof(oneOf('2026-11-20'), untold, untold),
        updatedAt: fc.oneof(oneOf('2026-11-20T10:00:00.000Z'), untold, untold),
      });
      await fc.assert(
        fc.asyncProperty(toldOf(own), async (told) => {
          says(written(told.wrapping.around(told.own.wire), told.hand));
          const judged = await send('submitSubclient', { path });
          const left = told.own.fields['stagesRemaining']?.wire;
          const hasMoved = left?.is === 'list' && left.parts.length === 0;
          if (!judged.ok) {
            expect(['bank.refused', 'outcome.unknown']).toContain(judged.error.code);
            const isNo = ['status', 'approvalStatus'].some((name) =>
              ['deleted', 'rejected'].includes(wordIn(told.own, name) ?? ''),
            );
            const isShown = isOurs(told.own) && hasMoved && !isNo && told.wrapping === bare;
            expect([judged.error.message, isShown]).toEqual([judged.error.message, false]);
            return;
          }
          expect([isOurs(told.own), told.wrapping.isNo]).toEqual([true, false]);
          const isOther = (
            name: 'status' | 'approvalStatus' | 'approvalComments' | 'approvalDate' | 'updatedAt',
          ) => (wordIn(told.own, name) ?? known[name]) !== known[name];
          const reportsSubmits = ['approvalComments', 'approvalDate'].some(
            (name) => wordIn(told.own, name) !== undefined,
          );
          const isChanged =
            isOther('status') ||
            isOther('approvalStatus') ||
            hasMoved ||
            (reportsSubmits &&
              (isOther('approvalComments') || isOther('approvalDate') || isOther('updatedAt')));
          expect([isChanged, wordIn(told.own, 'status') === 'deleted']).toEqual([true, false]);
        }),
        runs,
      );
    },
  );
});
