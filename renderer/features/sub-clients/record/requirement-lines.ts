import { documentTypeOfStage } from '../../../../shared/bank/onboarding.ts';
import type { Cure, SubClientDetail } from '../../../../shared/ipc/sub-clients.ts';
import type { UploadItem } from '../../../../shared/ipc/documents.ts';
import { documentTypeLabel } from '../documents/document-words.ts';

/** A cure with what is already being done about it. */
export type CureLine = {
  readonly cure: Cure;
  /** The file in the queue that it asks for. */
  readonly queued: UploadItem | undefined;
  readonly isAtBank: boolean;
};

/** What keeps a sub-client from being approved; a stage of the bank is told even where no cure speaks of it, and never twice. */
export function cureLines(
  { cures, subClient, documents }: SubClientDetail,
  items: readonly UploadItem[],
): readonly CureLine[] {
  const hasStages = cures.some(({ kind }) => kind === 'stage');
  const told = new Set(cures.map(({ documentType }) => documentType));
  const bare = [...new Set(hasStages ? [] : subClient.stagesRemaining)]
    .map(cureOfStage)
    .filter(({ documentType }) => documentType === null || !told.has(documentType));
  return [...bare, ...cures].map((cure) => {
    const isOf = ({ documentType }: { documentType: string }) => documentType === cure.documentType;
    return {
      cure,
      queued: items.find((item) => isOf(item) && item.state !== 'refused'),
      isAtBank: documents.some((document) => isOf(document) && !document.isDeleted),
    };
  });

  function cureOfStage(stage: string): Cure {
    const documentType = documentTypeOfStage(stage);
    return {
      cureId: `stage ${stage}`,
      subClientId: subClient.entityId,
      subClientName: subClient.name,
      kind: 'stage',
      title: documentType ? documentTypeLabel(documentType) : stage,
      detail: '',
      dueBy: null,
      place: documentType ? 'documents' : /share|owner/i.test(stage) ? 'shareholders' : 'details',
      documentType,
    };
  }
}
