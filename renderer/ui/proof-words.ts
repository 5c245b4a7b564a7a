import type { Proof } from '../../shared/ipc/statements.ts';
import { dayText } from './dates.ts';

type ProofWords = { readonly tone: 'good' | 'warn' | 'bad' | 'plain'; readonly text: string };

/** A proof in three words and the colour of its meaning. */
export function proofWords(proof: Proof): ProofWords {
  switch (proof.state) {
    case 'proven':
      return {
        tone: 'good',
        text: proof.provenTo ? `Proven to ${dayText(proof.provenTo)}` : 'Proven',
      };
    case 'broken':
      return {
        tone: 'bad',
        text: proof.brokenAt ? `Breaks at ${dayText(proof.brokenAt.date)}` : 'Does not add up',
      };
    case 'partial':
      return { tone: 'warn', text: missingWords(proof.missingDays) };
    case 'none':
      return { tone: 'plain', text: 'Not fetched' };
  }
}

function missingWords(days: number): string {
  if (days === 0) return 'Not proven';
  return days === 1 ? 'Day missing' : `${String(days)} days missing`;
}
