const strayFile =
  'Nothing was taken. Drop documents on the drop board or on a sub-client, and payment files under Payment files.';
const noFile = 'Nothing was taken: that is no file. Save it as a file first, then drop the file.';

const hasFiles = ({ dataTransfer }: DragEvent): boolean =>
  dataTransfer?.types.includes('Files') ?? false;

/** Text may be dragged into a field, as everywhere. */
const isMeantForField = (event: DragEvent): boolean =>
  !hasFiles(event) &&
  event.target instanceof Element &&
  event.target.closest('input, textarea, [contenteditable]') !== null;

/** What is dropped where nothing takes it: it never replaces the window's page, and a sentence says what to do. */
export const strayDrop = (say: (words: string) => void) => ({
  ondragover: (event: DragEvent): void => {
    if (event.defaultPrevented || isMeantForField(event)) return;
    event.preventDefault();
  },
  ondrop: (event: DragEvent): void => {
    if (event.defaultPrevented || isMeantForField(event)) return;
    event.preventDefault();
    say(hasFiles(event) ? strayFile : noFile);
  },
});
