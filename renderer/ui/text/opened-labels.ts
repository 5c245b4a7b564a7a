type SavedCopy = {
  readonly fileName: string;
  /** Whether it was opened in the system's viewer; null if that was not requested. */
  readonly isOpened: boolean | null;
};

/** The result of saving a copy of a file, and of opening it. */
export function savedCopyWords({ fileName, isOpened }: SavedCopy): string {
  const saved = `Saved as ${fileName}.`;
  if (isOpened === null) return saved;
  return isOpened ? `${saved} It was opened.` : `${saved} Open it from its folder.`;
}

/** The result of opening a saved file for printing; empty if that was not requested. Begins with a space, to follow a sentence. */
export function openedWords(isOpened: boolean | null): string {
  if (isOpened === null) return '';
  return isOpened ? ' It was opened. Print it there.' : ' Open it from its folder to print it.';
}
