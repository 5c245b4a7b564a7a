import { documentTypeOfStage, type DocumentTypeRule } from '../../../../shared/document-types.ts';
import type { Requirement, SubClientDetail } from '../../../../shared/ipc/changes/sub-clients.ts';
import type { UploadItem } from '../../../../shared/ipc/changes/documents.ts';
import { documentTypeLabel } from '../documents/document-labels.ts';

/** A requirement with the work in progress on it. */
export type RequirementLine = {
  readonly requirement: Requirement;
  /** The file in the queue that it asks for. */
  readonly queued: UploadItem | undefined;
  readonly isAtBank: boolean;
};

/** The open requirements for an approval; a stage of the bank is listed even if no requirement mentions it, and never twice. */
export function requirementLines(
  { requirements, subClient, documents }: SubClientDetail,
  items: readonly UploadItem[],
  /** The types of documents that the bank takes. */
  types: readonly DocumentTypeRule[],
): readonly RequirementLine[] {
  const hasStages = requirements.some(({ kind }) => kind === 'stage');
  const named = new Set(requirements.map(({ documentType }) => documentType));
  const bare = [...new Set(hasStages ? [] : subClient.stagesRemaining)]
    .map(requirementOfStage)
    .filter(({ documentType }) => documentType === null || !named.has(documentType));
  return [...bare, ...requirements].map((requirement) => {
    const isOf = ({ documentType }: { documentType: string }) =>
      documentType === requirement.documentType;
    return {
      requirement,
      queued: items.find((item) => isOf(item) && item.state !== 'refused'),
      isAtBank: documents.some((document) => isOf(document) && !document.isDeleted),
    };
  });

  function requirementOfStage(stage: string): Requirement {
    const documentType = documentTypeOfStage(
      stage,
      types.map(({ type }) => type),
    );
    return {
      requirementId: `stage ${stage}`,
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
