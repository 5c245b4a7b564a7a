import { takerAnywhere } from '../ui/file-drop.svelte.ts';

const strayFile =
  'Nothing was taken: no file is taken here. Drop documents under Sub-clients, and payment files under Payment files.';
const noFile = 'Nothing was taken: that is no file. Save it as a file first, then drop the file.';

const hasFiles = ({ dataTransfer }: DragEvent): boolean =>
  dataTransfer?.types.includes('Files') ?? false;

/** Text may be dragged into a field, as everywhere. */
const isMeantForField = (event: DragEvent): boolean =>
  !hasFiles(event) &&
  event.target instanceof Element &&
  event.target.closest('input, textarea, [contenteditable]') !== null;

/**
 * What is dropped on nothing that takes it by itself: the view that takes files takes it, and elsewhere a sentence says where to drop
 * it. It never replaces the window's page.
 */
export const strayDrop = (say: (words: string) => void) => ({
  ondragover: (event: DragEvent): void => {
    if (event.defaultPrevented || isMeantForField(event)) return;
    takerAnywhere()?.ondragover(event);
    event.preventDefault();
  },
  /** Out of the window. */
  ondragleave: (event: DragEvent): void => {
    if (event.relatedTarget === null) takerAnywhere()?.leave();
  },
  ondrop: (event: DragEvent): void => {
    if (event.defaultPrevented || isMeantForField(event)) return;
    event.preventDefault();
    const taker = hasFiles(event) ? takerAnywhere() : null;
    if (taker) taker.ondrop(event);
    else say(hasFiles(event) ? strayFile : noFile);
  },
});
