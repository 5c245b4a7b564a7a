type SavedCopy = {
  readonly fileName: string;
  /** In the system's viewer; null where that was not asked for. */
  readonly isOpened: boolean | null;
};

/** What came of saving a copy of a file, and of looking at it. */
export function savedCopyWords({ fileName, isOpened }: SavedCopy): string {
  const saved = `Saved as ${fileName}.`;
  if (isOpened === null) return saved;
  return isOpened ? `${saved} It was opened.` : `${saved} Open it from its folder.`;
}

/** What came of opening a saved file to be printed; empty where that was not asked for. Begins with a blank, to stand behind a sentence. */
export function openedWords(isOpened: boolean | null): string {
  if (isOpened === null) return '';
  return isOpened ? ' It was opened. Print it there.' : ' Open it from its folder to print it.';
}
