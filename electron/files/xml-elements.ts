import type { Turns } from './turns.ts';

export type Attributes = Readonly<Record<string, string>>;

/** What a reader hears of an XML text, in its order: elements by their names without prefix, with the line they begin on, and text. */
export type XmlEar = {
  open(name: string, attributes: Attributes, line: number): void;
  close?(name: string): void;
  text?(text: string): void;
  /** Was enough heard? The rest is not read then. */
  readonly isDone?: boolean;
};

/** Why a text is no proper XML, in the words of its reader, and the line it was found on, from 1. */
export type XmlFault = {
  readonly line: number;
  /** cut: it ends while elements are open · doctype: it has a document type · wrong: anything else. */
  readonly kind: 'cut' | 'doctype' | 'wrong';
  readonly words: string;
};

/** Letters that are read before others may run. */
const pieceLength = 16_384;

/** As {@link hearXml} for a workbook's part: false where it is no proper XML. A part that is not there is empty. */
export const readXml = async (xml: string, ear: XmlEar, turns: Turns): Promise<boolean> =>
  xml === '' || (await hearXml(xml, ear, turns)) === null;

/**
 * Reads XML piece by piece; answers the first fault, null where it is proper XML. A document type, and with it every
 * entity of one's own, ends the reading: nothing of it is looked up or expanded.
 */
export async function hearXml(xml: string, ear: XmlEar, turns: Turns): Promise<XmlFault | null> {
  const { SaxesParser } = await import('saxes');
  const parser = new SaxesParser();
  const faults: XmlFault[] = [];
  const fault = (kind: XmlFault['kind'], words: string): void => {
    faults.push({ line: parser.line, kind, words });
  };
  parser.on('error', ({ message }) => {
    const words = message.replace(/^\d+:\d+: /, '');
    fault(/^(unclosed tag|unexpected end)/.test(words) ? 'cut' : 'wrong', words);
  });
  parser.on('doctype', () => {
    fault('doctype', 'document type');
  });
  parser.on('opentag', ({ name, attributes }) => {
    ear.open(localOf(name), attributes, parser.line);
  });
  parser.on('closetag', ({ name }) => ear.close?.(localOf(name)));
  parser.on('text', (text) => ear.text?.(text));
  parser.on('cdata', (text) => ear.text?.(text));
  for (let at = 0; at < xml.length; at += pieceLength) {
    parser.write(xml.slice(at, at + pieceLength));
    if (faults[0]) return faults[0];
    if (ear.isDone) return null;
    if (turns.isOver()) await turns.next();
  }
  parser.close();
  return faults[0] ?? null;
}

/** The value of an attribute by its name, whatever its prefix; undefined where it is not there. */
export function attributeOf(attributes: Attributes, name: string): string | undefined {
  if (Object.hasOwn(attributes, name)) return attributes[name];
  return Object.entries(attributes).find(([key]) => localOf(key) === name)?.[1];
}

const localOf = (name: string): string => name.slice(name.indexOf(':') + 1);
