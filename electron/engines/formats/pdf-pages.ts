import PDFDocument from 'pdfkit';

import type { Timestamp } from '../../../shared/calendar/calendar.ts';
import { fontBytes, setPlainly, type EmbeddedFont } from './fonts.ts';

export const ink = { text: '#1d1c1a', muted: '#6b6862', rule: '#cfcbc2' };
const textSize = 8;
export const lineHeight = 11;

type Drawn = {
  readonly face?: 'regular' | 'strong';
  readonly size?: number;
  readonly colour?: string;
};

export type PdfColumn = Drawn & {
  readonly heading: string;
  /** Points from the margin to its left edge; for figures, to their right edge. */
  readonly x: number;
  readonly isFigure?: true;
  /** Absent where its texts are never broken. */
  readonly width?: number;
};

type Paragraph = Drawn & { readonly text: string; readonly width?: number };

/** One or more paragraphs. */
type PdfCell = string | readonly (string | Paragraph)[];

/** A paragraph, or a table. */
export type PdfBlock =
  | Paragraph
  | { readonly columns: readonly PdfColumn[]; readonly rows: readonly (readonly PdfCell[])[] };

type PdfHead = {
  readonly title: string;
  readonly createdAt: Timestamp;
  readonly isUpright?: boolean;
};

type PdfOptions = PdfHead & {
  /** The text at the foot of each page. */
  readonly foot?: () => string;
  /** Receives a text that has a character which the font lacks, and what is drawn instead. */
  readonly onUnknown: (text: string, shown: string) => void;
};

/** Paragraphs and tables as a file that can be printed. */
export function pdfList(head: PdfHead, blocks: readonly PdfBlock[]): Uint8Array {
  const unknown: string[] = [];
  const pages = new PdfPages({ ...head, onUnknown: (text) => void unknown.push(text) });
  pages.newPage();
  for (const block of blocks) {
    if ('text' in block) pages.paragraph(block.text, block);
    else {
      pages.beginTable(block.columns);
      for (const row of block.rows) pages.row(row);
      pages.endTable();
    }
  }
  if (unknown.length > 0)
    pages.paragraph('Characters missing from the font are shown by number, such as [U+0041].', {
      colour: ink.muted,
    });
  return pages.end();
}

type Document = Omit<PDFKit.PDFDocument, 'page' | 'font' | 'fontSize'> & {
  readonly _font: EmbeddedFont;
  readonly page: { readonly xobjects: { Count?: PDFKit.PDFKitReference } };
  font(face: 'regular' | 'strong'): Document;
  fontSize(points: number): Document;
};

/** A4, in points. */
const [short, long] = [595.28, 841.89];
const margin = 36;
const bottomMargin = 40;
/** The font's ascent above its baseline, as a share of its size. */
const ascent = 0.969;
/** Room for the number of pages after `Page 1 of `. */
const countWidth = 26;

/** Controls, invisible marks, marks that turn the direction of writing, and private-use characters. */
const hidden = /[\p{C}\u2028\u2029]/u;

/**
 * Pages of a PDF, drawn from the top, with embedded fonts. A page is written out as soon as the next begins. The number of pages is a
 * drawing that all pages share and that is made at the end.
 */
export class PdfPages {
  readonly left = margin;
  readonly right: number;
  readonly bottom: number;
  /** Where the next line is drawn. */
  y = 0;
  readonly #options: PdfOptions;
  readonly #document: Document;
  /** The number of pages, drawn on each of them and known at the end. */
  readonly #count: PDFKit.PDFKitReference;
  #pages = 0;
  /** The columns of the current table, which may span pages; empty outside a table. */
  #columns: readonly PdfColumn[] = [];

  constructor(given: PdfOptions) {
    const { title, createdAt, isUpright = false } = given;
    const [width, height] = isUpright ? [short, long] : [long, short];
    this.right = width - margin;
    this.bottom = height - bottomMargin;
    this.#options = given;
    const info = { Title: title, Producer: 'Nostro', Creator: 'Nostro' };
    const options = {
      ...{ size: [width, height], margin: 0, autoFirstPage: false, font: null },
      ...{ lang: 'en', displayTitle: true },
      info: { ...info, CreationDate: new Date(createdAt) },
    };
    // No standard font: the reader's program would have to supply it, and every glyph must be in the file.
    this.#document = new PDFDocument(
      options as unknown as PDFKit.PDFDocumentOptions,
    ) as unknown as Document;
    this.#document.registerFont('regular', fontBytes('regular'));
    this.#document.registerFont('strong', fontBytes('strong'));
    for (const face of ['regular', 'strong'] as const) setPlainly(this.#document.font(face)._font);
    this.#count = this.#document.ref({ Type: 'XObject', Subtype: 'Form', BBox: [0, -4, 60, 12] });
  }

  newPage(): void {
    const document = this.#document;
    document.addPage();
    this.#pages += 1;
    document.page.xobjects.Count = this.#count;
    const base = this.bottom + 16;
    this.y = base;
    this.text(this.#options.foot?.() ?? '', this.left, { colour: ink.muted });
    this.textRight(`Page ${String(this.#pages)} of `, this.right - countWidth, {
      colour: ink.muted,
    });
    // The page's y axis points down, so the drawing is flipped back, and placed on the baseline of the text before it.
    const ground = base + textSize * ascent;
    document.addContent(
      `q 1 0 0 -1 ${(this.right - countWidth).toFixed(2)} ${ground.toFixed(2)} cm /Count Do Q`,
    );
    this.y = margin;
    this.#headings();
  }

  /** Begins another page where this height does not fit on the current one. */
  makeRoom(height: number): void {
    if (this.y + height > this.bottom) this.newPage();
  }

  paragraph(text: string, drawn: Drawn = {}, x = this.left): void {
    const size = drawn.size ?? textSize;
    const height = size * (lineHeight / textSize);
    // Larger text has more room above it.
    this.y += (size - textSize) * 1.5;
    for (const line of this.#linesOf(this.shown(text), this.right - x, drawn)) {
      this.makeRoom(height);
      this.text(line, x, drawn);
      this.y += height;
    }
    this.y += 2;
  }

  /** Begins a table. Its headings are repeated on each page until it ends. */
  beginTable(columns: readonly PdfColumn[]): void {
    this.makeRoom(4 * lineHeight);
    this.#columns = columns;
    this.#headings();
  }

  /** Draws a row on one page, unless it is long. */
  row(cells: readonly PdfCell[], drawn: Drawn = {}): void {
    const lines = this.#columns.map((column, index) =>
      this.#cellLines(cells[index] ?? '', { ...column, ...drawn }),
    );
    const count = Math.max(...lines.map(({ length }) => length));
    this.makeRoom(Math.min(count * lineHeight + 5, 300));
    for (let from = 0; from < count;) {
      this.makeRoom(lineHeight);
      const top = this.y;
      const to = Math.min(count, from + Math.floor((this.bottom - top) / lineHeight));
      // A screen reader follows the drawing order: texts that are never broken are drawn first, then each other text as a whole.
      for (const isFirst of [true, false])
        for (const [index, column] of this.#columns.entries())
          for (const [line, paragraph] of lines[index]?.slice(from, to).entries() ?? []) {
            if ((from + line === 0 && column.width === undefined) !== isFirst) continue;
            this.y = top + line * lineHeight;
            this.#inColumn(paragraph.text, { ...column, ...paragraph, ...drawn });
          }
      this.y = top + (to - from) * lineHeight;
      from = to;
    }
    this.y += 2;
    this.rule();
  }

  endTable(): void {
    this.#columns = [];
    this.y += lineHeight;
  }

  /** The last bytes of the file. */
  end(): Uint8Array {
    const document = this.#document;
    document.font('regular').fontSize(textSize);
    const { _font: font } = document;
    const codes = font.encode(String(this.#pages))[0].join('');
    Object.assign(this.#count.data, { Resources: { Font: { [font.id]: font.ref() } } });
    this.#count.end(
      `BT /${font.id} ${String(textSize)} Tf 0.42 0.41 0.38 rg 0 0 Td <${codes}> Tj ET`,
    );
    document.end();
    return this.drain();
  }

  /** The bytes since the last call. */
  drain(): Uint8Array {
    return (this.#document.read() as Buffer | null) ?? new Uint8Array();
  }

  /** A line across the page, and the next line below it. */
  rule(): void {
    this.#document
      .moveTo(this.left, this.y)
      .lineTo(this.right, this.y)
      .lineWidth(0.4)
      .strokeColor(ink.rule)
      .stroke();
    this.y += 3;
  }

  text(text: string, x: number, drawn: Drawn = {}): void {
    const { face = 'regular', size = textSize, colour = ink.text } = drawn;
    this.#document
      .font(face)
      .fontSize(size)
      .fillColor(colour)
      .text(text, x, this.y, { lineBreak: false });
  }

  textRight(text: string, x: number, drawn: Drawn = {}): void {
    this.text(text, x - this.#width(text, drawn), drawn);
  }

  /** Names a character that the font lacks, or that is invisible, by its number, so that it can be looked up. */
  shown(text: string): string {
    const { font } = this.#document.font('regular')._font;
    let shown = '';
    let isWhole = true;
    for (const sign of text.toWellFormed().normalize('NFC')) {
      const code = sign.codePointAt(0) ?? 0;
      if (/^[\r\n\t]$/.test(sign)) shown += ' ';
      else if (!hidden.test(sign) && font.hasGlyphForCodePoint(code)) shown += sign;
      else {
        isWhole = false;
        shown += `[U+${code.toString(16).toUpperCase().padStart(4, '0')}]`;
      }
    }
    if (!isWhole) this.#options.onUnknown(text, shown);
    return shown;
  }

  /** Splits a text into lines of at most `width` points, between words where possible. */
  #linesOf(text: string, width: number, drawn: Drawn): string[] {
    const lines: string[] = [];
    let line = '';
    let filled = 0;
    for (const piece of text.match(/\s*\S+/g) ?? []) {
      const own = this.#width(piece, drawn);
      if (line !== '' && filled + own > width) {
        lines.push(line);
        line = '';
        filled = 0;
      }
      for (const sign of line === '' ? piece.trimStart() : piece) {
        const wide = this.#width(sign, drawn);
        if (filled + wide > width) {
          lines.push(line);
          line = '';
          filled = 0;
        }
        line += sign;
        filled += wide;
      }
    }
    return line === '' ? lines : [...lines, line];
  }

  #cellLines(cell: PdfCell, column: PdfColumn): Paragraph[] {
    const paragraphs = typeof cell === 'string' ? [cell] : cell;
    return paragraphs.flatMap((paragraph) => {
      const own = typeof paragraph === 'string' ? { text: paragraph } : paragraph;
      const drawn = { ...column, ...own };
      const lines = this.#linesOf(this.shown(own.text), drawn.width ?? Infinity, drawn);
      return lines.map((text) => ({ ...own, text }));
    });
  }

  #headings(): void {
    if (this.#columns.every(({ heading }) => heading === '')) return;
    for (const column of this.#columns)
      this.#inColumn(column.heading, { ...column, face: 'strong' });
    this.y += lineHeight + 3;
    this.rule();
  }

  #inColumn(text: string, { x, isFigure, ...drawn }: Omit<PdfColumn, 'heading'>): void {
    if (isFigure) this.textRight(text, this.left + x, drawn);
    else this.text(text, this.left + x, drawn);
  }

  #width(text: string, { face = 'regular', size = textSize }: Drawn): number {
    return this.#document.font(face).fontSize(size).widthOfString(text);
  }
}
