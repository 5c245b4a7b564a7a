import { createTurns } from '../../../../engines/files/turns.ts';

/** An aggregate of OFX with the values of its elements, by their names in capitals. */
export type Aggregate = {
  readonly name: string;
  /** Each name with all its values in the order of the file. */
  readonly values: Map<string, string[]>;
  readonly parts: Aggregate[];
};

/** Elements that have a value and may be empty: an empty one without a closing tag looks like the beginning of an aggregate. */
const valueNames: ReadonlySet<string> = new Set(
  `TRNUID DTSERVER LANGUAGE CODE SEVERITY MESSAGE ORG FID CURDEF BANKID BRANCHID ACCTID ACCTTYPE ACCTKEY DTSTART DTEND TRNTYPE DTPOSTED
  DTUSER DTAVAIL TRNAMT FITID CORRECTFITID CORRECTACTION SRVRTID CHECKNUM REFNUM SIC PAYEEID NAME EXTDNAME MEMO CURRATE CURSYM BALAMT
  DTASOF MKTGINFO`.split(/\s+/),
);

/**
 * Returns the aggregates of an OFX text, SGML (1.x, where an element has no closing tag) or XML (2.x). Null if it is no OFX, its end is
 * missing, or it has a document type or any other declaration.
 */
export async function ofxAggregates(text: string): Promise<Aggregate | null> {
  const closed = new Set(
    [...text.matchAll(/<\/([A-Za-z][\w.:-]{0,63})\s{0,8}>/g)].map(([, name = '']) =>
      name.toUpperCase(),
    ),
  );
  const begin = text.search(/<OFX[\s>]/i);
  if (begin < 0 || !closed.has('OFX') || text.slice(0, begin).includes('<!')) return null;
  const tree = new OfxTree(closed);
  const turns = createTurns();
  for (let at = begin; at < text.length;) {
    const next = text.indexOf('<', at);
    tree.text(text.slice(at, next < 0 ? text.length : next));
    if (next < 0) break;
    const piece = pieceAt(text, next);
    if (piece === null) return null;
    if (piece.tag !== undefined) tree.tag(piece.tag);
    else tree.text(piece.characters);
    if (tree.isOdd) return null;
    at = piece.end;
    if (turns.isOver()) await turns.next();
  }
  return tree.root;
}

type Piece = { readonly end: number } & (
  | { readonly tag: string }
  | { readonly tag?: never; readonly characters: string }
);

/** Longer tags are not OFX. */
const tagCharactersMax = 200;

/** Returns a tag, or characters: those of a CDATA section, none for a comment, a `<` that opens no tag. Null for a declaration. */
function pieceAt(text: string, at: number): Piece | null {
  const until = (mark: string, from: number, characters: (end: number) => string): Piece | null => {
    const end = text.indexOf(mark, from);
    return end < 0 ? null : { end: end + mark.length, characters: characters(end) };
  };
  if (text.startsWith('<!--', at)) return until('-->', at + 4, () => '');
  if (text.startsWith('<?', at)) return until('?>', at + 2, () => '');
  if (text.startsWith('<![CDATA[', at))
    return until(']]>', at + 9, (end) => text.slice(at + 9, end).replaceAll('&', '&amp;'));
  if (text.startsWith('<!', at)) return null;
  const [whole, tag] =
    /^<(\/?[A-Za-z][\w.:-]{0,63}(?:\s[^<>]*|\/)?)>/.exec(text.slice(at, at + tagCharactersMax)) ??
    [];
  return tag === undefined || whole === undefined
    ? { end: at + 1, characters: '<' }
    : { end: at + whole.length, tag };
}

/** The maximum nesting of aggregates; the specification has eight levels. */
const depthMax = 30;

/** Builds the aggregates, tag by tag. */
class OfxTree {
  readonly #closed: ReadonlySet<string>;
  readonly #root: Aggregate = aggregate('');
  readonly #open: Aggregate[] = [this.#root];
  #value: { readonly name: string; text: string } | null = null;
  /** Are there characters that belong to no element, or aggregates nested too deeply? */
  #isOdd = false;

  constructor(closed: ReadonlySet<string>) {
    this.#closed = closed;
  }

  /** The root; null if the text is odd, or an aggregate is still open, or none was ever opened. */
  get root(): Aggregate | null {
    return this.#isOdd || this.#open.length > 1 || this.#root.parts.length === 0
      ? null
      : this.#root;
  }

  get isOdd(): boolean {
    return this.#isOdd;
  }

  text(text: string): void {
    if (this.#value) this.#value.text += text;
    else if (text.trim() !== '') this.#isOdd = true;
  }

  tag(tag: string): void {
    this.#endValue();
    const [name = ''] = tag.replace(/^\//, '').toUpperCase().split(/[\s/]/);
    if (!tag.startsWith('/')) this.#value = tag.endsWith('/') ? null : { name, text: '' };
    else if (this.#open.some((one) => one.name === name))
      while (this.#open.length > 1 && this.#open.pop()?.name !== name);
  }

  #endValue(): void {
    if (this.#value === null) return;
    const { name, text } = this.#value;
    this.#value = null;
    const { values, parts } = this.#open.at(-1) ?? this.#root;
    const written = unescaped(text).trim();
    if (written !== '') values.set(name, [...(values.get(name) ?? []), written]);
    else if (!valueNames.has(name) && this.#closed.has(name)) {
      const part = aggregate(name);
      parts.push(part);
      this.#open.push(part);
      this.#isOdd ||= this.#open.length > depthMax;
    }
  }
}

const aggregate = (name: string): Aggregate => ({ name, values: new Map(), parts: [] });

/** Yields every aggregate with one of these names, at any depth. */
export function* partsNamed(within: Aggregate, ...names: readonly string[]): Generator<Aggregate> {
  for (const part of within.parts) {
    if (names.includes(part.name)) yield part;
    yield* partsNamed(part, ...names);
  }
}

export const partOf = (within: Aggregate, ...names: readonly string[]): Aggregate | undefined =>
  within.parts.find(({ name }) => names.includes(name));

/** Returns the value of an element; empty if it is missing, null if it occurs more than once. */
export function valueOf(within: Aggregate | undefined, name: string): string | null {
  const [value = '', another] = within?.values.get(name) ?? [];
  return another === undefined ? value : null;
}

const signs: Readonly<Record<string, string>> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' },
};

const unescaped = (text: string): string =>
  text.replace(
    /&(?:#(\d{1,7})|(amp|lt|gt|quot|apos|nbsp));/gi,
    (whole, code?: string, name = '') =>
      code !== undefined && Number(code) <= 0x10_ffff
        ? String.fromCodePoint(Number(code))
        : (signs[String(name).toLowerCase()] ?? whole),
  );
