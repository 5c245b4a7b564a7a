import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';

/** The font faces of a printed statement, as TrueType, which a PDF can embed. */
export const faces = {
  regular: '400Regular/Inter_400Regular.ttf',
  strong: '600SemiBold/Inter_600SemiBold.ttf',
} as const;

/** A face's file: next to the built code, or in the package of the font. */
export function fontBytes(face: keyof typeof faces): Buffer {
  const file = faces[face];
  const built = new URL(`../fonts/${basename(file)}`, import.meta.url);
  return readFileSync(existsSync(built) ? built : packagedFace(file));
}

/** The path of a face in the package of the font. */
export const packagedFace = (file: string): string =>
  join(
    dirname(createRequire(import.meta.url).resolve('@expo-google-fonts/inter/package.json')),
    file,
  );

type Glyph = { readonly advanceWidth: number };
type Run = {
  readonly glyphs: readonly Glyph[];
  readonly positions: readonly object[];
  readonly advanceWidth: number;
};

/** The properties of pdfkit's embedded font that its types lack; widths in thousandths of its size. */
export type EmbeddedFont = {
  readonly id: string;
  readonly scale: number;
  readonly font: {
    hasGlyphForCodePoint(code: number): boolean;
    glyphForCodePoint(code: number): Glyph;
    layout(text: string, features: readonly string[]): { readonly glyphs: readonly Glyph[] };
  };
  layout: (text: string) => Run;
  encode(text: string): [codes: string[], positions: unknown[]];
  ref(): unknown;
};

/**
 * Sets characters one after another, with figures of equal width. The font's own substitution rules cost a statement of a thousand
 * lines ten seconds, and pdfkit caches every word that it has set.
 */
export function setPlainly(embedded: EmbeddedFont): void {
  const { font, scale } = embedded;
  const digits = '0123456789';
  const figures = font.layout(digits, ['tnum']).glyphs;
  const known = new Map<string, Glyph>(
    Array.from(digits, (digit, index) => [digit, figures[index] ?? font.glyphForCodePoint(48)]),
  );
  const glyphOf = (sign: string): Glyph => {
    const glyph = known.get(sign) ?? font.glyphForCodePoint(sign.codePointAt(0) ?? 0);
    known.set(sign, glyph);
    return glyph;
  };
  embedded.layout = (text) => {
    const glyphs = Array.from(text, glyphOf);
    const widths = glyphs.map(({ advanceWidth }) => advanceWidth * scale);
    return {
      glyphs,
      positions: widths.map((width) => ({
        xAdvance: width,
        yAdvance: 0,
        xOffset: 0,
        yOffset: 0,
        advanceWidth: width,
      })),
      advanceWidth: widths.reduce((sum, width) => sum + width, 0),
    };
  };
}
