import type { Turns } from './turns.ts';
import { readXml, type XmlHandler } from './xml-elements.ts';

/** The texts that the cells of a workbook share, in order. Null when the part is no XML of a workbook. */
export async function sharedStrings(xml: string, turns: Turns): Promise<string[] | null> {
  const handler = new StringsHandler();
  return (await readXml(xml, handler, turns)) ? handler.texts : null;
}

class StringsHandler implements XmlHandler {
  readonly texts: string[] = [];
  #text = '';
  // Phonetic readings of Japanese words are stored next to the words and are not part of them.
  #isReading = false;

  open(name: string): void {
    if (name === 'rPh') this.#isReading = true;
    else if (name === 'si') this.#text = '';
  }

  close(name: string, text: string): void {
    if (name === 't' && !this.#isReading) this.#text += text;
    else if (name === 'rPh') this.#isReading = false;
    else if (name === 'si') this.texts.push(unescaped(this.#text));
  }
}

/** Decodes escapes such as `_x000D_`, which represent characters that XML cannot hold. */
export const unescaped = (text: string): string =>
  text.includes('_x')
    ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, hex: string) =>
        String.fromCharCode(Number.parseInt(hex, 16)),
      )
    : text;
