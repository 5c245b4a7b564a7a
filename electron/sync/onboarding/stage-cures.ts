import { documentTypes } from '../../../shared/bank/onboarding.ts';
import type { CureQuestion, FoundCure } from './cure.ts';
import { missingDetails, typeWords } from './onboarding-words.ts';

/**
 * What the bank itself lists as remaining. A type of document that another cure asks for already is not asked for twice; a word
 * that the desk does not know is shown as the bank wrote it.
 */
export const stageCures = (
  question: CureQuestion,
  isCovered: (documentType: string) => boolean,
): FoundCure[] =>
  [...new Set(question.subClient.stagesRemaining)]
    .filter((stage) => !isCovered(stage))
    .map((stage) => ({ key: stage, kind: 'stage', dueBy: null, ...wordsOf(stage, question) }));

type Words = Pick<FoundCure, 'title' | 'detail' | 'place' | 'documentType'>;

function wordsOf(stage: string, { subClient, shareholding }: CureQuestion): Words {
  const known = stage.toUpperCase();
  if (known === 'BUSINESS_DETAILS') {
    const missing = missingDetails(subClient);
    return {
      title: 'Fill in the business details',
      detail: missing.length === 0 ? '' : `Missing: ${missing.join(', ')}.`,
      place: 'details',
      documentType: null,
    };
  }
  if (known === 'SHAREHOLDERS')
    return {
      title: 'Add the owners until their shares make 100 %',
      detail:
        shareholding && /[1-9]/.test(shareholding.remaining)
          ? `They hold ${shareholding.total} %; ${shareholding.remaining} % is missing.`
          : '',
      place: 'shareholders',
      documentType: null,
    };
  const types: readonly string[] = documentTypes;
  return types.includes(known)
    ? {
        title: `Upload the ${typeWords(known)}`,
        detail: '',
        place: 'documents',
        documentType: known,
      }
    : {
        title: `Complete “${stage}”`,
        detail: 'The bank lists it as remaining, in these words.',
        place: 'details',
        documentType: null,
      };
}
