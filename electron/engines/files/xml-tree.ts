import { err, ok, type Result } from '../../../shared/result.ts';
import { refuse, type FileProblem } from './table.ts';
import { createTurns } from './turns.ts';
import { parseXml, type Attributes, type XmlHandler } from './xml-elements.ts';
import { xmlText } from './xml-text.ts';

/** An element of a small message; `name` has no prefix. Its text is empty where it contains elements. */
export type XmlElement = {
  readonly name: string;
  readonly namespace: string;
  readonly attributes: Attributes;
  readonly text: string;
  readonly children: readonly XmlElement[];
};

/** Selects the part of a message that becomes a tree. */
export type TreeShape = {
  /** Does the message begin with this element? Otherwise nothing of it is read. */
  readonly begins: (name: string, namespace: string) => boolean;
  /** Namespaces whose elements belong to the message. */
  readonly isOwn: (namespace: string) => boolean;
  /** Names of elements that are left out with all that they hold. */
  readonly omitted: ReadonlySet<string>;
};

/** More elements than the head of any message has. */
const elementsMax = 20_000;

type Open = {
  readonly name: string;
  readonly namespace: string;
  readonly attributes: Attributes;
  text: string;
  readonly children: XmlElement[];
};

/** Gathers the elements of one message. */
class TreeReader implements XmlHandler {
  root: XmlElement | null = null;
  /** The outermost element, whether it begins the message or not. */
  outermost: { readonly name: string; readonly namespace: string } | null = null;
  isTooLarge = false;
  readonly #shape: TreeShape;
  readonly #open: Open[] = [];
  #omittedDepth = 0;
  #count = 0;

  constructor(shape: TreeShape) {
    this.#shape = shape;
  }

  get isDone(): boolean {
    return this.isTooLarge || (this.outermost !== null && !this.#begins());
  }

  begins(name: string, namespace: string): boolean {
    this.outermost ??= { name, namespace };
    return this.#begins();
  }

  isOwn(namespace: string): boolean {
    return this.#shape.isOwn(namespace);
  }

  open(name: string, attributes: Attributes, _line: number, namespace: string): void {
    if (this.#omittedDepth > 0 || this.#shape.omitted.has(name)) {
      this.#omittedDepth += 1;
      return;
    }
    this.#count += 1;
    if (this.#count > elementsMax) this.isTooLarge = true;
    this.#open.push({ name, namespace, attributes, text: '', children: [] });
  }

  close(_name: string, text: string): void {
    if (this.#omittedDepth > 0) {
      this.#omittedDepth -= 1;
      return;
    }
    const element = this.#open.pop();
    if (!element) return;
    element.text = text.trim();
    const parent = this.#open.at(-1);
    if (parent) parent.children.push(element);
    else this.root ??= element;
  }

  #begins(): boolean {
    return (
      this.outermost !== null && this.#shape.begins(this.outermost.name, this.outermost.namespace)
    );
  }
}

/** Reads the message as a tree; null where its outermost element begins another kind of message. */
export async function readTree(
  bytes: Uint8Array,
  shape: TreeShape,
): Promise<Result<XmlElement | null, FileProblem>> {
  const text = xmlText(bytes);
  if (!text.ok) return text;
  const reader = new TreeReader(shape);
  const fault = await parseXml(text.value, reader, createTurns());
  if (fault?.kind === 'doctype')
    return refuse('file.unreadable', 'it has a document type, which no invoice needs.');
  if (fault)
    return err({
      code: 'file.unreadable',
      message: `its line ${String(fault.line)} is no proper XML (${fault.words}).`,
    });
  if (reader.isTooLarge) return refuse('file.too-large', 'it has more elements than any invoice.');
  return ok(reader.root);
}

/** All elements that this path leads to, such as `ExchangedDocument/ID`. */
export function elementsAt(element: XmlElement, path: string): readonly XmlElement[] {
  let found: readonly XmlElement[] = [element];
  for (const name of path.split('/'))
    found = found.flatMap(({ children }) => children.filter((child) => child.name === name));
  return found;
}

/** The different texts that this path leads to, in their order; empty ones are left out. */
export const textsAt = (element: XmlElement, path: string): readonly string[] =>
  [...new Set(elementsAt(element, path).map(({ text }) => text))].filter((text) => text !== '');
