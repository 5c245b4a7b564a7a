import { addDays } from '../../../shared/calendar/calendar.ts';
import type { Timestamp } from '../../../shared/calendar/calendar.ts';
import { documentTypeTitle } from '../../../shared/document-types.ts';
import type { Expiry } from '../../../shared/ipc/changes/documents.ts';

/** The most bytes of a calendar line, without its end (RFC 5545, section 3.1). */
const lineBytesMax = 75;

/**
 * Writes the days on which documents expire as a calendar (RFC 5545): an event of a whole day each, with an alarm thirty days before. The
 * event has the document's id, so that a calendar that is imported again changes the event and adds no second one.
 */
export function expiryCalendar(expiries: readonly Expiry[], madeAt: Timestamp): string {
  const stamp = madeAt.replace(/\.\d+|[-:]/g, '');
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Nostro//KYC documents//EN',
    'CALSCALE:GREGORIAN',
    ...expiries.flatMap((expiry) => eventOf(expiry, stamp)),
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join('');
}

function eventOf(
  { documentId, documentType, subClientId, subClientName, expiryDate }: Expiry,
  stamp: string,
): string[] {
  const words = `${documentTypeTitle(documentType) || 'Document'} of ${subClientName || subClientId} expires`;
  return [
    'BEGIN:VEVENT',
    `UID:${escaped(`document-${documentId}@nostro`)}`,
    `DTSTAMP:${stamp}`,
    `DTSTART;VALUE=DATE:${dayOf(expiryDate)}`,
    `DTEND;VALUE=DATE:${dayOf(addDays(expiryDate, 1))}`,
    `SUMMARY:${escaped(words)}`,
    'TRANSP:TRANSPARENT',
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    'TRIGGER:-P30D',
    `DESCRIPTION:${escaped(words)}`,
    'END:VALARM',
    'END:VEVENT',
  ];
}

const dayOf = (day: string): string => day.replaceAll('-', '');

/** Escapes what would end or divide a text of the calendar, and removes control characters (section 3.3.11). */
const escaped = (text: string): string =>
  text
    .replaceAll('\\', '\\\\')
    .replace(/[;,]/g, '\\$&')
    .replace(/\r\n|[\r\n]/g, '\\n')
    .replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, '');

/** Folds a long line: it continues on the next after a blank. No character is cut within its bytes. */
function folded(line: string): string {
  let text = '';
  let bytes = 0;
  for (const letter of line) {
    const size = Buffer.byteLength(letter);
    if (bytes + size > lineBytesMax) {
      text += '\r\n ';
      // The blank before it counts.
      bytes = 1;
    }
    text += letter;
    bytes += size;
  }
  return text;
}
