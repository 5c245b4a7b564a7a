import { inflateSync } from 'node:zlib';

type Objects = ReadonlyMap<string, { head: string; stream: Buffer | null }>;

/** The text of a PDF as Chromium writes it, page by page in drawing order: enough to see that something stands in it. */
export function pdfText(pdf: Uint8Array): string {
  const objects = objectsOf(Buffer.from(pdf));
  const fonts = fontsOf(objects);
  return [...objects.values()]
    .flatMap(({ stream }) => (stream && / Tf\b/.test(stream.toString('latin1')) ? [stream] : []))
    .map((stream) => textOf(stream.toString('latin1'), fonts))
    .join('\n');
}

function objectsOf(pdf: Buffer): Objects {
  const found = new Map<string, { head: string; stream: Buffer | null }>();
  const text = pdf.toString('latin1');
  for (const match of text.matchAll(/(\d+) 0 obj\s*([\s\S]*?)(stream\r?\n|endobj)/g)) {
    const [whole, number = '', head = '', end = ''] = match;
    const start = match.index + whole.length;
    const length = Number(/\/Length (\d+)/.exec(head)?.[1] ?? 0);
    const raw = end.startsWith('stream') ? pdf.subarray(start, start + length) : null;
    const isPacked = head.includes('/FlateDecode');
    found.set(number, { head, stream: raw && isPacked ? inflateSync(raw) : raw });
  }
  return found;
}

/** Name of a font in the pages' resources -> what its glyphs mean. */
function fontsOf(objects: Objects): Map<string, Map<string, string>> {
  const all = [...objects.values()].map(({ head }) => head).join('\n');
  const names = [...all.matchAll(/\/(F\d+) (\d+) 0 R/g)];
  return new Map(
    names.map(([, name = '', number = '']) => {
      const font = objects.get(number)?.head ?? '';
      const map = objects.get(/\/ToUnicode (\d+) 0 R/.exec(font)?.[1] ?? '')?.stream;
      return [name, meaningsIn(map?.toString('latin1') ?? '')];
    }),
  );
}

const characters = (hex: string): string => Buffer.from(hex, 'hex').swap16().toString('utf16le');

function meaningsIn(map: string): Map<string, string> {
  const meanings = new Map<string, string>();
  for (const [, body = ''] of map.matchAll(/beginbfchar([\s\S]*?)endbfchar/g))
    for (const [, glyph = '', hex = ''] of body.matchAll(/<([0-9A-F]+)>\s*<([0-9A-F]+)>/gi))
      meanings.set(glyph.toUpperCase(), characters(hex));
  for (const [, body = ''] of map.matchAll(/beginbfrange([\s\S]*?)endbfrange/g))
    for (const [, low = '', high = '', first = ''] of body.matchAll(
      /<([0-9A-F]+)>\s*<([0-9A-F]+)>\s*<([0-9A-F]+)>/gi,
    ))
      for (let glyph = parseInt(low, 16); glyph <= parseInt(high, 16); glyph += 1) {
        const code = parseInt(first, 16) + glyph - parseInt(low, 16);
        meanings.set(glyph.toString(16).toUpperCase().padStart(4, '0'), String.fromCodePoint(code));
      }
  return meanings;
}

function textOf(content: string, fonts: Map<string, Map<string, string>>): string {
  let meanings = new Map<string, string>();
  let text = '';
  for (const [whole, font, hex] of content.matchAll(/\/(F\d+) [\d.]+ Tf|<([0-9A-Fa-f]+)>|\bET\b/g))
    if (font !== undefined) meanings = fonts.get(font) ?? new Map<string, string>();
    else if (hex === undefined) text += whole === 'ET' ? '\n' : '';
    else
      for (const glyph of hex.toUpperCase().match(/.{4}/g) ?? []) text += meanings.get(glyph) ?? '';
  return text;
}
