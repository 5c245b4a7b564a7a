import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { subClientById } from '../../electron/nouns/sub-clients/records/tables.ts';
import { SubClient } from '../../shared/bank/onboarding.ts';
import { bare, changeDesk, answersOf, wordIn } from '../support/legal/change-desk.ts';
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
const omitted: fc.Arbitrary<WrittenField> = fc.constant({ ...clean, wire: undefined });

/** Whose record it is: ours, another's, or not stated. */
const whose: fc.Arbitrary<WrittenField> = fc.oneof(
  { weight: 6, arbitrary: oneOf(id) },
  { weight: 1, arbitrary: oneOf('sub-8', 'SUB-7 ', ` ${id}x`) },
  { weight: 1, arbitrary: omitted },
);

/** Fields that Delete and Submit both return (section 2). */
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
    'Delete Subclient is accepted only where ours is reported deleted, and then stored as it was reported',
    patience,
    async () => {
      const { says, send } = await changeDesk();
      const status = fc.oneof(
        { weight: 4, arbitrary: oneOf('deleted', 'DELETED', 'Deleted') },
        {
          weight: 2,
          arbitrary: oneOf('draft', 'active', 'pending', 'not deleted', 'deletable', ''),
        },
        { weight: 1, arbitrary: omitted },
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
        fc.asyncProperty(answersOf(own), async (reply) => {
          says(written(reply.wrapping.around(reply.own.wire), reply.hand));
          const outcome = await send('deleteSubclient', { path });
          const isShown =
            isOurs(reply.own) && wordIn(reply.own, 'status')?.toLowerCase() === 'deleted';
          if (!outcome.ok) {
            expect(['bank.refused', 'outcome.unknown']).toContain(outcome.error.code);
            expect([outcome.error.message, isShown && reply.wrapping === bare]).toEqual([
              outcome.error.message,
              false,
            ]);
            return;
          }
          expect([isShown, reply.wrapping.isNo]).toEqual([true, false]);
          if (reply.wrapping === bare) expect(lostOf(reply.own, outcome.value.answer)).toEqual([]);
        }),
        runs,
      );
    },
  );

  test(
    'Submit Subclient is accepted only where ours is reported otherwise than it was known',
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
        omitted,
      );
      const own = aRecord({
        entityId: whose,
        name: fc.oneof(oneOf('Sub'), omitted),
        status: fc.oneof(oneOf('draft', 'submitted', 'deleted'), omitted),
        approvalStatus: fc.oneof(oneOf('none', 'pending', 'rejected'), omitted),
        stagesRemaining: stages,
        approvalComments: fc.oneof(oneOf('', 'Received'), omitted, omitted),
        approvalDate: fc.oneof(oneOf('2026-11-20'), omitted, omitted),
        updatedAt: fc.oneof(oneOf('2026-11-20T10:00:00.000Z'), omitted, omitted),
      });
      await fc.assert(
        fc.asyncProperty(answersOf(own), async (reply) => {
          says(written(reply.wrapping.around(reply.own.wire), reply.hand));
          const outcome = await send('submitSubclient', { path });
          const left = reply.own.fields['stagesRemaining']?.wire;
          const hasMoved = left?.is === 'list' && left.parts.length === 0;
          if (!outcome.ok) {
            expect(['bank.refused', 'outcome.unknown']).toContain(outcome.error.code);
            const isNo = ['status', 'approvalStatus'].some((name) =>
              ['deleted', 'rejected'].includes(wordIn(reply.own, name) ?? ''),
            );
            const isShown = isOurs(reply.own) && hasMoved && !isNo && reply.wrapping === bare;
            expect([outcome.error.message, isShown]).toEqual([outcome.error.message, false]);
            return;
          }
          expect([isOurs(reply.own), reply.wrapping.isNo]).toEqual([true, false]);
          const isOther = (
            name: 'status' | 'approvalStatus' | 'approvalComments' | 'approvalDate' | 'updatedAt',
          ) => (wordIn(reply.own, name) ?? known[name]) !== known[name];
          const reportsSubmits = ['approvalComments', 'approvalDate'].some(
            (name) => wordIn(reply.own, name) !== undefined,
          );
          const isChanged =
            isOther('status') ||
            isOther('approvalStatus') ||
            hasMoved ||
            (reportsSubmits &&
              (isOther('approvalComments') || isOther('approvalDate') || isOther('updatedAt')));
          expect([isChanged, wordIn(reply.own, 'status') === 'deleted']).toEqual([true, false]);
        }),
        runs,
      );
    },
  );
});
