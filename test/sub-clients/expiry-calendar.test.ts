import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { expiryCalendar } from '../../electron/nouns/sub-clients/expiry-calendar.ts';
import type { Expiry } from '../../shared/ipc/changes/documents.ts';
import { openOnboardingDesk, wholeDetails } from '../support/desks/onboarding-desk.ts';
import { tempFolder } from '../support/setup/temp-folder.ts';

const expiry = (given: Partial<Expiry> = {}): Expiry => ({
  subClientId: 'SC-1',
  subClientName: 'Kestrel Logistics Ltd',
  documentId: 'D-1',
  documentType: 'PROOF_OF_ADDRESS',
  expiryDate: '2026-12-31',
  days: 38,
  ...given,
});
const at = '2026-11-23T10:11:12.000Z';
/** As RFC 5545, section 3.1 has it: a line's end followed by a blank is nothing. */
const unfolded = (calendar: string): string[] => calendar.replaceAll('\r\n ', '').split('\r\n');

test('a document that runs out is an event of that day, by RFC 5545', () => {
  expect(unfolded(expiryCalendar([expiry()], at))).toEqual([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Nostro//KYC documents//EN',
    'CALSCALE:GREGORIAN',
    'BEGIN:VEVENT',
    'UID:document-D-1@nostro',
    'DTSTAMP:20261123T101112Z',
    'DTSTART;VALUE=DATE:20261231',
    'DTEND;VALUE=DATE:20270101',
    'SUMMARY:Proof of address of Kestrel Logistics Ltd expires',
    'TRANSP:TRANSPARENT',
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    'TRIGGER:-P30D',
    'DESCRIPTION:Proof of address of Kestrel Logistics Ltd expires',
    'END:VALARM',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ]);
});

test('no line has more than 75 bytes, whatever the letters, and none is cut', () => {
  const subClientName = `${'横浜市ヤマダ商事'.repeat(12)} 😀 Ålesund`;
  const calendar = expiryCalendar([expiry({ subClientName })], at);
  for (const line of calendar.split('\r\n'))
    expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  expect(unfolded(calendar)).toContain(`SUMMARY:Proof of address of ${subClientName} expires`);
});

test('a name can neither end its line nor begin another', () => {
  const subClientName = 'A; B, C\\D\r\nEND:VEVENT\nx\u202e';
  const lines = unfolded(expiryCalendar([expiry({ subClientName })], at));
  expect(lines).toContain('SUMMARY:Proof of address of A\\; B\\, C\\\\D\\nEND:VEVENT\\nx expires');
  expect(lines.filter((line) => line === 'END:VEVENT')).toHaveLength(1);
});

test('what runs out within ten years is saved, and nothing when a person thinks better of it', async () => {
  const place: { path?: string } = {};
  const desk = await openOnboardingDesk({ saveAs: () => Promise.resolve(place.path) });
  const entityId = (await desk.create(wholeDetails)).recordId ?? '';
  const { itemId } = await desk.drop(entityId, 'DIRECTOR_IDENTIFICATION', {
    expiryDate: '2029-05-06',
  });
  await desk.get('documents.send', { itemIds: [itemId] });
  expect(await desk.get('documents.saveCalendar', {})).toEqual({ saved: false });
  place.path = join(tempFolder(), 'expiries.ics');
  expect(await desk.get('documents.saveCalendar', {})).toEqual({
    saved: true,
    fileName: 'expiries.ics',
  });
  expect(unfolded(readFileSync(place.path, 'utf8'))).toEqual(
    expect.arrayContaining([
      'DTSTART;VALUE=DATE:20290506',
      'SUMMARY:Director identification of Baobab Textiles expires',
    ]),
  );
});
