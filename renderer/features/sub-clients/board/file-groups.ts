import { fullDay } from '../../../../shared/calendar/day-labels.ts';
import { lackingDays, type DocumentTypeRule } from '../../../../shared/document-types.ts';
import type { UploadItem } from '../../../../shared/ipc/changes/documents.ts';
import { expiresTooEarly, isDuplicate } from '../documents/document-labels.ts';
import type { Rejected } from '../documents/file-intake.svelte.ts';

/** The groups of files by what they wait for, or their result; those that need a person come first. */
export const fileGroups = [
  'owner',
  'type',
  'day',
  'again',
  'unknown',
  'refused',
  'ready',
  'sending',
  'sent',
] as const;
export type FileGroup = (typeof fileGroups)[number];

export const groupTitles: Readonly<Record<FileGroup, string>> = {
  owner: 'Whose is it?',
  type: 'Type not known',
  day: 'Day missing or unclear',
  again: 'Same file again',
  unknown: 'No answer',
  refused: 'Refused',
  ready: 'Ready',
  sending: 'Sending',
  sent: 'Sent',
};

/** The groups whose files need an answer before they can be sent. */
export const needsInput: ReadonlySet<FileGroup> = new Set(['owner', 'type', 'day', 'again']);

/** `isLeaving`: handed over to be sent, though the queue does not show it yet. */
export function groupOf(
  item: UploadItem,
  types: readonly DocumentTypeRule[],
  isLeaving: boolean,
): FileGroup {
  if (item.state !== 'ready') return item.state;
  if (isLeaving) return 'sending';
  if (item.subClientId === '') return 'owner';
  if (item.documentType === '') return 'type';
  const lacksDay = item.unsureDays.length > 0 || lackingDays(item, types).length > 0;
  if (lacksDay || expiresTooEarly(item)) return 'day';
  return isDuplicate(item) ? 'again' : 'ready';
}

/** A line of the rows: the head of a group, a file of the queue, or one that never came into it. */
export type FileLine = { readonly key: string; readonly group: FileGroup } & (
  | { readonly kind: 'head'; readonly count: number }
  | { readonly kind: 'file'; readonly item: UploadItem }
  | { readonly kind: 'rejected'; readonly file: Rejected }
);

/** The files by groups, each group under its head; only one group if it is chosen. */
export function fileLines(
  byGroup: ReadonlyMap<FileGroup, readonly UploadItem[]>,
  rejected: readonly Rejected[],
  only: FileGroup | null,
): readonly FileLine[] {
  return fileGroups.flatMap((group): FileLine[] => {
    if (only !== null && group !== only) return [];
    const files = (byGroup.get(group) ?? []).map((item): FileLine => ({
      key: item.itemId,
      group,
      kind: 'file',
      item,
    }));
    const others = group !== 'refused' ? [] : rejected;
    const rejectedLines = others.map((file): FileLine => ({
      key: `rejected ${String(file.id)}`,
      group,
      kind: 'rejected',
      file,
    }));
    const count = files.length + rejectedLines.length;
    if (count === 0) return [];
    return [{ key: `head ${group}`, group, kind: 'head', count }, ...rejectedLines, ...files];
  });
}

/** The day in a row, in few words: what is missing or unclear, else the expiry or issue day. */
export function dayOfRow(
  item: UploadItem,
  types: readonly DocumentTypeRule[],
): { readonly words: string; readonly isWrong: boolean } {
  const [unsure] = item.unsureDays;
  if (unsure) return { words: `${unsure.words}?`, isWrong: true };
  const [lacking] = lackingDays(item, types);
  if (lacking)
    return { words: lacking === 'issueDate' ? 'issue date?' : 'expiry date?', isWrong: true };
  const { issueDate, expiryDate } = item;
  const isWrong = expiresTooEarly(item);
  if (expiryDate !== null) return { words: `expires ${fullDay(expiryDate)}`, isWrong };
  return { words: issueDate === null ? '' : `issued ${fullDay(issueDate)}`, isWrong };
}
