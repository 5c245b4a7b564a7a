import type { Turns } from './turns.ts';

export type Attributes = Readonly<Record<string, string>>;

/** What a reader of a workbook's part hears of it, in its order: elements by their names without prefix, and text. */
export type XmlEar = {
  open(name: string, attributes: Attributes): void;
  close?(name: string): void;
  text?(text: string): void;
  /** Was enough heard? The rest is not read then. */
  readonly isDone?: boolean;
};

/** Letters that are read before others may run. */
const pieceLength = 65_536;

/**
 * Reads the XML of a workbook's part piece by piece; false where it is no proper XML. A document type, and with it every
 * entity of one's own, ends the reading. A part that is not there is empty.
 */
export async function readXml(xml: string, ear: XmlEar, turns: Turns): Promise<boolean> {
  if (xml === '') return true;
  const { SaxesParser } = await import('saxes');
  const parser = new SaxesParser();
  const faults: unknown[] = [];
  parser.on('error', (fault) => faults.push(fault));
  parser.on('doctype', (type) => faults.push(type));
  parser.on('opentag', ({ name, attributes }) => {
    ear.open(localOf(name), attributes);
  });
  parser.on('closetag', ({ name }) => ear.close?.(localOf(name)));
  parser.on('text', (text) => ear.text?.(text));
  parser.on('cdata', (text) => ear.text?.(text));
  for (let at = 0; at < xml.length; at += pieceLength) {
    parser.write(xml.slice(at, at + pieceLength));
    if (faults.length > 0) return false;
    if (ear.isDone) return true;
    if (turns.isOver()) await turns.next();
  }
  parser.close();
  return faults.length === 0;
}

/** The value of an attribute by its name, whatever its prefix; undefined where it is not there. */
export function attributeOf(attributes: Attributes, name: string): string | undefined {
  if (Object.hasOwn(attributes, name)) return attributes[name];
  return Object.entries(attributes).find(([key]) => localOf(key) === name)?.[1];
}

const localOf = (name: string): string => name.slice(name.indexOf(':') + 1);
