import { documentTypeOfStage } from '../../../../shared/document-types.ts';
import type { RequirementQuestion, FoundRequirement } from './requirement.ts';
import { missingDetails, typeWords } from './onboarding-labels.ts';

/** A stage, and the type of document that it asks for; null where it asks for something else. */
type Meant = {
  readonly stage: string;
  readonly documentType: string | null;
  /** One code for every spelling of the bank. */
  readonly code: string;
};

/**
 * Returns what the bank itself lists as remaining. A document type that another requirement asks for is not asked for twice, in any
 * spelling; a stage that the desk does not know is shown as the bank wrote it.
 */
export const stageRequirements = (
  question: RequirementQuestion,
  isCovered: (documentType: string) => boolean,
): FoundRequirement[] =>
  [...new Map(meantStages(question).map((meant) => [meant.code, meant])).values()]
    .filter(({ code }) => !isCovered(code))
    .map((meant) => ({
      key: meant.stage,
      kind: 'stage',
      dueBy: null,
      ...wordsOf(meant, question),
    }));

/** What each stage asks for, by the types that the bank takes or has documents of. */
export function meantStages({
  subClient,
  types,
  documents,
}: Pick<RequirementQuestion, 'subClient' | 'types' | 'documents'>): Meant[] {
  const own = [...new Set([...types, ...documents.map(({ documentType }) => documentType)])];
  return subClient.stagesRemaining.map((stage) => {
    const documentType = documentTypeOfStage(stage, own);
    const code = documentType ?? stage.toUpperCase().replace(/[^\p{L}\p{N}]+/gu, '_');
    return { stage, documentType, code };
  });
}

type Words = Pick<FoundRequirement, 'title' | 'detail' | 'place' | 'documentType'>;

function wordsOf(
  { stage, code, documentType }: Meant,
  { subClient, shareholding }: RequirementQuestion,
): Words {
  if (code === 'BUSINESS_DETAILS') {
    const missing = missingDetails(subClient);
    return {
      title: 'Fill in the business details',
      detail: missing.length === 0 ? '' : `Missing: ${missing.join(', ')}.`,
      place: 'details',
      documentType: null,
    };
  }
  if (code === 'SHAREHOLDERS')
    return {
      title: 'Add the owners until their shares make 100 %',
      detail:
        shareholding && /[1-9]/.test(shareholding.remaining)
          ? `They hold ${shareholding.total} %; ${shareholding.remaining} % is missing.`
          : '',
      place: 'shareholders',
      documentType: null,
    };
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
