import fc from 'fast-check';
import { expect, test } from 'vitest';

import { beneficiaryById } from '../../electron/nouns/beneficiaries/tables.ts';
import { bare, changeDesk, wrappings } from '../support/legal/change-desk.ts';
import { patience, runs } from '../support/legal/runs.ts';
import {
  anyText,
  anyWire,
  hands,
  nothing,
  number,
  record,
  text,
  written,
  type Member,
  type Wire,
} from '../support/legal/wire.ts';

const names = [
  'accountName',
  'accountNumber',
  'bankBicOrCode',
  'bankName',
  'bankAddress',
  'name',
  'addressLine1',
  'addressLine2',
  'city',
  'state',
  'country',
  'phoneNumber',
  'postCode',
] as const;
type Name = (typeof names)[number];

/** Section 4.3: the request spells it postCode, the response postcode. */
const answerName = (name: Name): string => (name === 'postCode' ? 'postcode' : name);

/** What a person types: any letters, whole ones. */
const typed = fc.oneof(
  { weight: 5, arbitrary: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }) },
  { weight: 3, arbitrary: fc.constantFrom('José  Ñandú', 'NWBKGB2L', '0012 345-6', 'Ålesund', '') },
  { weight: 2, arbitrary: fc.stringMatching(/^[1-9]\d{3,17}$/) },
);

/** How the bank reports a field after it was sent. */
const accountStatements = ['same', 'tidied', 'number', 'missing', 'null', 'other'] as const;
type AccountStatement = (typeof accountStatements)[number];

function reportedAs(sent: string, telling: AccountStatement, other: string): Wire | undefined {
  switch (telling) {
    case 'same':
      return text(sent);
    case 'tidied':
      return text(sent.replaceAll(/\s+/g, ' ').trim());
    case 'number':
      return /^[1-9]\d*$/.test(sent) ? number(sent) : text(sent);
    case 'missing':
      return undefined;
    case 'null':
      return nothing;
    case 'other':
      return text(other);
  }
}

/** Does it show what was sent? More generously than the desk: no case, no blanks, no signs between. */
function shows(sent: string, wire: Wire | undefined): boolean {
  if (wire === undefined) return false;
  const reported = wire.is === 'text' ? wire.text : wire.is === 'number' ? wire.source : '';
  const bareText = (one: string): string =>
    one
      .normalize('NFC')
      .toLowerCase()
      .replaceAll(/[\s().-]/gu, '')
      .replace(/xxx$/, '');
  return bareText(sent) === bareText(reported) || /[*•…]/u.test(reported);
}

const isStored = (wire: Wire | undefined, stored: unknown): boolean =>
  wire?.is === 'text' && stored === wire.text.toWellFormed();

const field = fc.record({
  sent: typed,
  telling: fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom<AccountStatement>('same', 'tidied') },
    { weight: 1, arbitrary: fc.constantFrom(...accountStatements) },
  ),
  other: anyText,
});

const update = fc.record({
  fields: fc.uniqueArray(fc.tuple(fc.constantFrom(...names), field), {
    minLength: 1,
    maxLength: 5,
    selector: ([name]) => name,
  }),
  /** What it reports of fields that were not sent. */
  others: fc.uniqueArray(fc.tuple(fc.constantFrom(...names), anyText), {
    maxLength: 4,
    selector: ([name]) => name,
  }),
  extra: fc.option(anyWire),
  wrapping: fc.oneof(
    { weight: 2, arbitrary: fc.constant(bare) },
    { weight: 1, arbitrary: fc.constantFrom(...wrappings) },
  ),
  hand: hands,
});

test(
  'whatever a bank may legally answer to Update Beneficiary: accepted only where it shows what was sent, and then stored as the bank reported it',
  patience,
  async () => {
    const { parts, says, send, keep } = await changeDesk();
    let count = 0;
    await fc.assert(
      fc.asyncProperty(update, async ({ fields, others, extra, wrapping, hand }) => {
        const sentNames = new Set(fields.map(([name]) => name));
        const reported = [
          ...fields.map(([name, { sent, telling, other }]) => ({
            name: answerName(name),
            wire: reportedAs(sent, telling, other),
          })),
          ...others
            .filter(([name]) => !sentNames.has(name))
            .map(([name, value]) => ({ name: answerName(name), wire: text(value) })),
        ];
        const members: Member[] = reported.flatMap(({ name, wire }) =>
          wire === undefined ? [] : [[name, wire] as const],
        );
        if (extra) members.unshift(['valueDate', extra]);
        says(written(wrapping.around(record(members)), hand));
        const body = Object.fromEntries(fields.map(([name, { sent }]) => [name, sent]));
        count += 1;
        const entityId = `b-${String(count)}`;
        const input = { path: { entityId }, body };
        const verdict = await send('updateBeneficiary', input);
        const unshown = fields
          .filter(
            ([name, { sent }]) =>
              !shows(sent, reported.find((one) => one.name === answerName(name))?.wire),
          )
          .map(([name]) => name);
        if (!verdict.ok) {
          expect(['bank.refused', 'outcome.unknown']).toContain(verdict.error.code);
          expect(verdict.error.message).not.toBe('');
          const isPlain = fields.every(
            ([, { sent, telling }]) => telling === 'same' && sent.trim() !== '',
          );
          expect([verdict.error.message, isPlain && wrapping === bare]).toEqual([
            verdict.error.message,
            false,
          ]);
          return;
        }
        expect(wrapping.isNo).toBe(false);
        expect(unshown).toEqual([]);
        const lostIn = (record: object | undefined): string[] =>
          reported
            .filter(({ wire }) => wire?.is === 'text' && !/[*•…]/u.test(wire.text))
            .filter(({ name, wire }) => !isStored(wire, (record as Record<string, unknown>)[name]))
            .map(({ name }) => name);
        expect(lostIn(verdict.value.answer)).toEqual([]);
        // To the disk go the first hundred.
        if (count > 100) return;
        await keep('updateBeneficiary', input, verdict.value.answer);
        expect(lostIn(beneficiaryById(parts.reader, entityId)?.beneficiary)).toEqual([]);
      }),
      runs,
    );
  },
);
