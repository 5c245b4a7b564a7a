import type { SaxesAttributeNS, SaxesTagNS } from 'saxes';

import type { Turns } from './turns.ts';

/** Attribute values by name; an attribute with a namespace is named `{namespace}name`. */
export type Attributes = Readonly<Record<string, string>>;

/**
 * A handler for one XML message. It gets the elements of the message's own namespace, with any prefix, and the whole text of each at its
 * end. Elements of other namespaces, and everything inside them, are skipped.
 */
export type XmlHandler = {
  /** Does the message begin with this element? Without this method, it begins with the outermost element. */
  begins?(name: string, namespace: string): boolean;
  /** Does this further namespace belong to the message? Without this method, none does. */
  isOwn?(namespace: string): boolean;
  /** The line is the one that the element begins on, from 1. */
  open(name: string, attributes: Attributes, line: number, namespace: string): void;
  /** The text is joined across comments, CDATA and processing instructions; empty where the element contains elements. */
  close?(name: string, text: string, line: number): void;
  /** An element of another namespace inside the message. */
  foreign?(name: string, line: number): void;
  /** Was enough read? The rest is then skipped. */
  readonly isDone?: boolean;
};

/** Why a text is not well-formed XML, in the words of the parser, and the line of the fault, from 1. */
export type XmlFault = {
  readonly line: number;
  /** cut: it ends while elements are open · doctype: it has a document type · wrong: anything else. */
  readonly kind: 'cut' | 'doctype' | 'wrong';
  readonly words: string;
};

/** The number of characters parsed before other work may run. */
const pieceLength = 16_384;

/** Deeper than any message or workbook. Prefixes cost time for each open element. */
const depthMax = 200;

/** Calls {@link parseXml} for a part of a workbook: false where it is not well-formed. A missing part is an empty text. */
export const readXml = async (xml: string, handler: XmlHandler, turns: Turns): Promise<boolean> =>
  xml === '' || (await parseXml(xml, handler, turns)) === null;

/**
 * Parses XML piece by piece. Returns the first fault; null where it is well-formed, also in its namespaces. A document type ends the
 * reading as a fault, so no custom entity is ever looked up or expanded.
 */
export async function parseXml(
  xml: string,
  handler: XmlHandler,
  turns: Turns,
): Promise<XmlFault | null> {
  const { SaxesParser } = await import('saxes');
  const parser = new SaxesParser({ xmlns: true });
  const message = new Message(handler);
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
    if (handler.isDone) return null;
    if (turns.isOver()) await turns.next();
  }
  parser.close();
  return faults[0] ?? null;
}

/** The value of an attribute by name; undefined where it is absent. */
export const attributeOf = (attributes: Attributes, name: string): string | undefined =>
  Object.hasOwn(attributes, name) ? attributes[name] : undefined;

/** The text is null once the element contains an element. */
type OpenElement = { readonly name: string; readonly line: number; text: string | null };

/** Passes the message's own elements and their whole texts to a handler. */
class Message {
  readonly #handler: XmlHandler;
  /** The message's open elements, outermost first; none before the message begins and after its end. */
  readonly #own: OpenElement[] = [];
  #namespace = '';
  /** The depth of open elements within one of another namespace, including that one. */
  #foreignDepth = 0;

  constructor(handler: XmlHandler) {
    this.#handler = handler;
  }

  open({ local, uri, attributes }: SaxesTagNS, line: number): void {
    if (this.#foreignDepth > 0) {
      this.#foreignDepth += 1;
      return;
    }
    const parent = this.#own.at(-1);
    if (!parent) {
      if (this.#handler.begins?.(local, uri) === false) return;
      this.#namespace = uri;
    } else if (uri !== this.#namespace && this.#handler.isOwn?.(uri) !== true) {
      this.#foreignDepth = 1;
      this.#handler.foreign?.(local, line);
      return;
    } else parent.text = null;
    this.#own.push({ name: local, line, text: '' });
    this.#handler.open(local, attributesOf(attributes), line, uri);
  }

  close(): void {
    if (this.#foreignDepth > 0) {
      this.#foreignDepth -= 1;
      return;
    }
    const closed = this.#own.pop();
    if (closed) this.#handler.close?.(closed.name, closed.text ?? '', closed.line);
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
