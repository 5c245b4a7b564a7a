const words: Readonly<Record<string, string>> = {
  ' ': 'Space',
  ArrowDown: '↓',
  ArrowUp: '↑',
  Escape: 'Esc',
};

/** A key as it stands on the keyboard. */
export const keyWord = (key: string): string =>
  words[key] ?? (key.length === 1 ? key.toUpperCase() : key);
