/** What came of opening a saved file to be printed; empty where that was not asked for. Begins with a blank, to stand behind a sentence. */
export function openedWords(isOpened: boolean | null): string {
  if (isOpened === null) return '';
  return isOpened
    ? ' It was opened: print it from there.'
    : ' No program of this machine opens it: open it where it was saved to print it.';
}
