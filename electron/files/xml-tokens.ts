/** One piece of a part: the beginning or end of an element by its name without prefix, or text. */
export type XmlToken =
  | {
      readonly kind: 'open';
      readonly name: string;
      readonly attributes: string;
      readonly isEmpty: boolean;
    }
  | { readonly kind: 'close'; readonly name: string }
  | { readonly kind: 'text'; readonly text: string };

const attribute = String.raw`\s+[\w.:-]+\s*=\s*(?:"[^"<]*"|'[^'<]*')`;
const pattern = new RegExp(
  [
    String.raw`([^<]+)`,
    String.raw`<!\[CDATA\[([\s\S]*?)\]\]>`,
    String.raw`<!--[\s\S]*?-->`,
    String.raw`<\?[\s\S]*?\?>`,
    String.raw`<(/?)(?:[\w.-]+:)?([\w.-]+)((?:${attribute})*)\s*(/?)>`,
  ].join('|'),
  'y',
);

/**
 * Reads the XML of a workbook's part piece by piece. It knows what such parts are made of and nothing more: a document
 * type, and with it every entity of one's own, ends the reading with null.
 */
export function* xmlTokens(xml: string): Generator<XmlToken | null> {
  const scan = new RegExp(pattern);
  while (scan.lastIndex < xml.length) {
    const found = scan.exec(xml);
    if (!found) {
      yield null;
      return;
    }
    const [, text, cdata, slash, name, attributes = '', empty] = found;
    if (text !== undefined) yield { kind: 'text', text: decoded(text) };
    else if (cdata !== undefined) yield { kind: 'text', text: cdata };
    else if (name !== undefined)
      yield slash === '/'
        ? { kind: 'close', name }
        : { kind: 'open', name, attributes, isEmpty: empty === '/' };
  }
}

/** The value of an attribute by its name, whatever its prefix; undefined where it is not there. */
export function attributeOf(attributes: string, name: string): string | undefined {
  const known = attributePatterns.get(name);
  const searched = known ?? new RegExp(`(?:^|[\\s:])${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`);
  if (!known) attributePatterns.set(name, searched);
  const found = searched.exec(attributes);
  const value = found?.[1] ?? found?.[2];
  return value === undefined ? undefined : decoded(value);
}

const attributePatterns = new Map<string, RegExp>();

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
};

function decoded(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w+));/gi, (whole, hex, digits, name) => {
    const code = hex === undefined ? Number(digits) : Number.parseInt(String(hex), 16);
    if (name !== undefined) return entities[String(name)] ?? whole;
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}
