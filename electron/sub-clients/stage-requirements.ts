import { documentTypeOfStage } from '../../shared/document-types.ts';
import type { RequirementQuestion, FoundRequirement } from './requirement.ts';
import { missingDetails, typeWords } from './onboarding-words.ts';

/**
 * What the bank itself lists as remaining. A type of document that another requirement asks for already is not asked for twice, however
 * the bank spells it; a word that the desk does not know is shown as the bank wrote it.
 */
export const stageRequirements = (
  question: RequirementQuestion,
  isCovered: (documentType: string) => boolean,
): FoundRequirement[] =>
  [...new Map(question.subClient.stagesRemaining.map((stage) => [meantBy(stage), stage])).values()]
    .filter((stage) => !isCovered(meantBy(stage)))
    .map((stage) => ({ key: stage, kind: 'stage', dueBy: null, ...wordsOf(stage, question) }));

/** One word for a stage, in whatever spelling the bank lists it. */
export const meantBy = (stage: string): string =>
  documentTypeOfStage(stage) ?? stage.toUpperCase().replace(/[^\p{L}\p{N}]+/gu, '_');

type Words = Pick<FoundRequirement, 'title' | 'detail' | 'place' | 'documentType'>;

function wordsOf(stage: string, { subClient, shareholding }: RequirementQuestion): Words {
  const known = meantBy(stage);
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
  const documentType = documentTypeOfStage(stage);
  return documentType
    ? {
        title: `Upload the ${typeWords(documentType)}`,
        detail: '',
        place: 'documents',
        documentType,
      }
    : {
        title: `Complete “${stage}”`,
        detail: 'The bank lists it as remaining, in these words.',
        place: 'details',
        documentType: null,
      };
}
