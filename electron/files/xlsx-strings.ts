import type { Turns } from './turns.ts';
import { xmlTokens } from './xml-tokens.ts';

/** The texts that the cells of a workbook share, in order. Null when the part is no XML of a workbook. */
export async function sharedStrings(xml: string, turns: Turns): Promise<string[] | null> {
  const texts: string[] = [];
  let text = '';
  let isText = false;
  // Readings of Japanese words stand beside the words themselves and are not part of them.
  let isReading = false;
  for (const token of xmlTokens(xml)) {
    if (token === null) return null;
    if (token.kind === 'text') {
      if (isText && !isReading) text += token.text;
      continue;
    }
    const isOpen = token.kind === 'open' && !token.isEmpty;
    if (token.name === 'rPh') isReading = isOpen;
    else if (token.name === 't') isText = isOpen;
    else if (token.name === 'si') {
      if (!isOpen) texts.push(unescaped(text));
      text = '';
      if (turns.isOver()) await turns.next();
    }
  }
  return texts;
}

/** `_x000D_` stands for a character that XML cannot hold. */
export const unescaped = (text: string): string =>
  text.includes('_x')
    ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, hex: string) =>
        String.fromCharCode(Number.parseInt(hex, 16)),
      )
    : text;
