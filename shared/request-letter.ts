import { fullDay } from './calendar/day-labels.ts';
import { documentTypeTitle } from './document-types.ts';
import type { Requirement } from './ipc/changes/sub-clients.ts';

/**
 * Writes the requests to a sub-client as a letter in plain text, one numbered line for each thing that it alone can give; null where there
 * is none. What the desk does itself, such as submitting, is left out.
 */
export function requestLetter(name: string, requirements: readonly Requirement[]): string | null {
  const items = requirements.flatMap(itemsOf);
  if (items.length === 0) return null;
  return [
    `Documents for ${name}`,
    '',
    'Dear Sir or Madam,',
    '',
    `For the account of ${name} the bank asks for the following. Please send it to us:`,
    '',
    ...items.map((line, index) => `${String(index + 1)}. ${line}`),
    '',
    'Each document as one file, whole and legible. Where it has a day of issue or of expiry, both must be seen.',
    '',
    'Kind regards',
    '',
  ].join('\n');
}

function itemsOf({ kind, title, detail, documentType, dueBy, place }: Requirement): string[] {
  if (kind === 'submit' || kind === 'unknown') return [];
  if (documentType !== null)
    return [sentence(documentTypeTitle(documentType), why(kind, dueBy, detail))];
  if (kind === 'comment') return [sentence('What the bank wrote', detail)];
  if (place === 'shareholders') return [sentence('All owners, with the share of each', detail)];
  // A stage in the bank’s own words is requested in those words.
  const stage = /^Complete “(.+)”$/.exec(title)?.[1];
  if (stage !== undefined) return [sentence(stage, 'the bank asks for it in these words')];
  return [sentence(place === 'details' ? 'Details of the company' : title, detail)];
}

function why(kind: Requirement['kind'], dueBy: string | null, detail: string): string {
  if (kind === 'document-expired')
    return dueBy === null
      ? 'the one at the bank has expired'
      : `the one at the bank expired on ${fullDay(dueBy, 'named')}`;
  if (kind === 'document-expiring' && dueBy !== null)
    return `the one at the bank expires on ${fullDay(dueBy, 'named')}`;
  if (kind === 'document-refused') return `the bank did not accept the one before: ${detail}`;
  return detail;
}

const sentence = (what: string, more: string): string =>
  more === '' ? `${what}.` : `${what}: ${more.replace(/[.\s]+$/, '')}.`;
