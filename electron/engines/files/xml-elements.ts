import type { SaxesAttributeNS, SaxesTagNS } from 'saxes';

import type { Turns } from './turns.ts';

/** By their names; an attribute of a namespace as `{namespace}name`. */
export type Attributes = Readonly<Record<string, string>>;

/**
 * A reader of one XML message. It gets the elements of the message's own namespace, whatever their prefixes, and each one's whole text
 * with its end. Elements of other namespaces are no data, nor is what is inside them.
 */
export type XmlHandler = {
  /** Does the message begin with this element? Where this is absent, it begins with the outermost element. */
  begins?(name: string, namespace: string): boolean;
  /** Which further namespaces belong to the message; where this is absent, none. */
  isOwn?(namespace: string): boolean;
  /** The line is the one that the element begins on, from 1. */
  open(name: string, attributes: Attributes, line: number, namespace: string): void;
  /** The text is gathered over comments, CDATA and instructions; empty where the element holds elements. */
  close?(name: string, text: string, line: number): void;
  /** An element of another namespace inside the message. */
  foreign?(name: string, line: number): void;
  /** Was enough read? The rest is not read then. */
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

/** Deeper than any message or workbook. Prefixes cost time for each open element. */
const depthMax = 200;

/** As {@link parseXml} for a workbook's part: false where it is no proper XML. A part that is not there is empty. */
export const readXml = async (xml: string, ear: XmlHandler, turns: Turns): Promise<boolean> =>
  xml === '' || (await parseXml(xml, ear, turns)) === null;

/**
 * Reads XML piece by piece; answers the first fault, null where it is proper XML with proper namespaces. A document type, and with it
 * every entity of one's own, ends the reading: nothing of it is looked up or expanded.
 */
export async function parseXml(
  xml: string,
  ear: XmlHandler,
  turns: Turns,
): Promise<XmlFault | null> {
  const { SaxesParser } = await import('saxes');
  const parser = new SaxesParser({ xmlns: true });
  const message = new Message(ear);
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
  let depth = 0;
  parser.on('opentag', (tag) => {
    depth += 1;
    if (depth === depthMax + 1)
      fault('wrong', 'elements lie deeper in each other than in any message');
    message.open(tag, parser.line);
  });
  parser.on('closetag', () => {
    depth -= 1;
    message.close();
  });
  parser.on('text', (text) => {
    message.text(text);
  });
  parser.on('cdata', (text) => {
    message.text(text);
  });
  for (let at = 0; at < xml.length; at += pieceLength) {
    parser.write(xml.slice(at, at + pieceLength));
    if (faults[0]) return faults[0];
    if (ear.isDone) return null;
    if (turns.isOver()) await turns.next();
  }
  parser.close();
  return faults[0] ?? null;
}

/** The value of an attribute of no namespace; undefined where it is not there. */
export const attributeOf = (attributes: Attributes, name: string): string | undefined =>
  Object.hasOwn(attributes, name) ? attributes[name] : undefined;

/** The text is null once the element holds an element. */
type OpenElement = { readonly name: string; readonly line: number; text: string | null };

/** Hands a reader the message's own elements and their whole texts. */
class Message {
  readonly #ear: XmlHandler;
  /** Own elements that are open, the outermost first; none before the message begins and behind its end. */
  readonly #own: OpenElement[] = [];
  #namespace = '';
  /** Open elements from one of another namespace on. */
  #foreignDepth = 0;

  constructor(ear: XmlHandler) {
    this.#ear = ear;
  }

  open({ local, uri, attributes }: SaxesTagNS, line: number): void {
    if (this.#foreignDepth > 0) {
      this.#foreignDepth += 1;
      return;
    }
    const parent = this.#own.at(-1);
    if (!parent) {
      if (this.#ear.begins?.(local, uri) === false) return;
      this.#namespace = uri;
    } else if (uri !== this.#namespace && this.#ear.isOwn?.(uri) !== true) {
      this.#foreignDepth = 1;
      this.#ear.foreign?.(local, line);
      return;
    } else parent.text = null;
    this.#own.push({ name: local, line, text: '' });
    this.#ear.open(local, attributesOf(attributes), line, uri);
  }

  close(): void {
    if (this.#foreignDepth > 0) {
      this.#foreignDepth -= 1;
      return;
    }
    const closed = this.#own.pop();
    if (closed) this.#ear.close?.(closed.name, closed.text ?? '', closed.line);
  }

  text(text: string): void {
    const element = this.#own.at(-1);
    if (element && element.text !== null && this.#foreignDepth === 0) element.text += text;
  }
}

const declarations = 'http://www.w3.org/2000/xmlns/';

const noAttributes: Attributes = {};

function attributesOf(attributes: Readonly<Record<string, SaxesAttributeNS>>): Attributes {
  const all = Object.values(attributes);
  if (all.length === 0) return noAttributes;
  return Object.fromEntries(
    all
      .filter(({ uri }) => uri !== declarations)
      .map(({ local, uri, value }) => [uri === '' ? local : `{${uri}}${local}`, value]),
  );
}
