import { endingOf } from '../../../engines/bank/mapping/status-terms.ts';
import type { Asking } from './questions.ts';
import { leafTexts } from '../exchanges/leaves.ts';
import { firstOf, type Reading } from './recognise.ts';

/** Words with one clear meaning, in addition to the final ones of `status-terms.ts`. */
const plainWords = new Set(
  'booked settled complete completed done executed paid accepted approved pending processing processed sent submitted received taken created open active new initiated released confirmed queued scheduled success successful draft closed inactive deleted'.split(
    ' ',
  ),
);

const choices = ['failed', 'rejected', 'done', 'on its way'] as const;
type Lists = Record<'failed' | 'rejected' | 'done', string[]>;

const wordsMax = 20;

/** Asks for the meaning of the bank's words for the state of a payment, a deal or an order, where it is not clear. */
export function stateWords(readings: readonly Reading[], asking: Asking): Lists | null {
  const lists: Lists = { failed: [], rejected: [], done: [] };
  const seen = new Set<string>();
  for (const { operation, answer, group } of readings) {
    if (!/Transfer|Trade|Rate|Remittance|Receivable/.test(operation)) continue;
    const leaf = answer?.fields.found.get('status')?.leaf;
    for (const term of leaf ? new Set(leafTexts(leaf)) : []) {
      if (seen.has(term) || isPlain(term) || seen.size >= wordsMax) continue;
      seen.add(term);
      const answered = asking.ask({
        place: `statusWords.${term}`,
        question: `What does the bank mean by the state “${term}” (${operation}, ${firstOf(group)})?`,
        choices,
      });
      if (answered === 'failed' || answered === 'rejected' || answered === 'done')
        lists[answered].push(term);
    }
  }
  return Object.values(lists).some((list) => list.length > 0) ? lists : null;
}

const isPlain = (term: string): boolean =>
  term.length > 40 ||
  endingOf(term) !== null ||
  term.split(/[^\p{L}]+/u).every((part) => part === '' || plainWords.has(part.toLowerCase()));
