import PDFDocument from 'pdfkit';

import { fullDay } from '../../../shared/calendar/day-labels.ts';
import type { Decimal } from '../../../shared/money/decimal.ts';
import { fontBytes, setPlainly, type EmbeddedFont } from './fonts.ts';
import type { FileHead, FormatPart, FormatRow, Open, Writer } from './format.ts';
import type { Notes } from './notes.ts';
import { allMarkWords } from './labels.ts';

/**
 * A statement as a page for an auditor: whose account, the period, what opened it, every entry, what closed it, whether the balances follow, as of when.
 * Made without a window, its fonts within the file. A page is written out as soon as the next begins; how many there are stands on each by a drawing that
 * all of them share and that is made at the end.
 */
export const pdf: Open = (head, notes) => new Pdf(head, notes);

/** A4 across, in points. */
const page = { width: 841.89, height: 595.28, left: 36, right: 36, top: 36, bottom: 40 };
const right = page.width - page.right;
const size = 8;
const lineHeight = 11;
/** Of the bank's reference, under the dates of its entry. */
const small = 6;
/** Of the font, above its ground line. */
const ascent = 0.969;
const ink = { text: '#1d1c1a', muted: '#6b6862', rule: '#cfcbc2' };

/** Where columns begin, or end where they are aligned to the right. */
const place = {
  booked: page.left,
  value: 104,
  entry: 182,
  debit: 600,
  credit: 700,
  balance: right,
};
const detailWidth = 345;
const referenceWidth = 142;

const headings = [
  ['Booked', place.booked, 'left'],
  ['Value date', place.value, 'left'],
  ['Entry', place.entry, 'left'],
  ['Debit', place.debit, 'right'],
  ['Credit', place.credit, 'right'],
  ['Balance', place.balance, 'right'],
] as const;

type Face = 'regular' | 'strong';
type Given = { readonly face?: Face; readonly size?: number; readonly colour?: string };
type Document = Omit<PDFKit.PDFDocument, 'page' | 'font' | 'fontSize'> & {
  readonly _font: EmbeddedFont;
  readonly page: { readonly xobjects: { Count?: PDFKit.PDFKitReference } };
  font(face: Face): Document;
  fontSize(points: number): Document;
};

/** Controls, invisible marks, marks that turn the direction of writing, and private-use characters. */
const hidden = /[\p{C}\u2028\u2029]/u;

class Pdf implements Writer {
  readonly #head: FileHead;
  readonly #notes: Notes;
  readonly #document: Document;
  /** The number of pages, drawn on each of them and known at the end. */
  readonly #count: PDFKit.PDFKitReference;
  #pages = 0;
  #y = 0;
  #part: FormatPart | null = null;

  constructor(head: FileHead, notes: Notes) {
    this.#head = head;
    this.#notes = notes;
    const options = {
      size: [page.width, page.height],
      margin: 0,
      autoFirstPage: false,
      font: null,
      lang: 'en',
      displayTitle: true,
      info: {
        Title: 'Statement of account',
        Producer: 'Nostro',
        Creator: 'Nostro',
        CreationDate: new Date(head.createdAt),
      },
    };
    // Without a font of the reader's own: what is drawn has to be in the file.
    this.#document = new PDFDocument(
      options as unknown as PDFKit.PDFDocumentOptions,
    ) as unknown as Document;
    this.#document.registerFont('regular', fontBytes('regular'));
    this.#document.registerFont('strong', fontBytes('strong'));
    for (const face of ['regular', 'strong'] as const) setPlainly(this.#document.font(face)._font);
    this.#count = this.#document.ref({
      Type: 'XObject',
      Subtype: 'Form',
      BBox: [0, -4, 60, 12],
    });
  }

  begin(): Uint8Array {
    return this.#drain();
  }

  beginPart(part: FormatPart): Uint8Array {
    this.#part = part;
    this.#newPage();
    this.#summary(part);
    this.#tableHead();
    return this.#drain();
  }

  rows(rows: readonly FormatRow[]): Uint8Array {
    for (const row of rows) this.#entry(row);
    return this.#drain();
  }

  endPart(): Uint8Array {
    const part = this.#part;
    if (part !== null) this.#closing(part);
    return this.#drain();
  }

  end(): Uint8Array {
    const document = this.#document;
    document.font('regular').fontSize(size);
    const { _font: font } = document;
    const codes = font.encode(String(this.#pages))[0].join('');
    Object.assign(this.#count.data, { Resources: { Font: { [font.id]: font.ref() } } });
    this.#count.end(`BT /${font.id} ${String(size)} Tf 0.42 0.41 0.38 rg 0 0 Td <${codes}> Tj ET`);
    document.end();
    return this.#drain();
  }

  #newPage(): void {
    const document = this.#document;
    document.addPage();
    this.#pages += 1;
    document.page.xobjects.Count = this.#count;
    const part = this.#part;
    const base = page.height - page.bottom + 16;
    const account = part === null ? '' : `${part.accountNumber} ${part.currency}`;
    this.#text(
      `${account} · written ${momentWords(this.#head.createdAt)} by Nostro from its local copy`,
      page.left,
      base,
      { colour: ink.muted },
    );
    const words = `Page ${String(this.#pages)} of `;
    const width = this.#width(words);
    this.#text(words, right - 26 - width, base, { colour: ink.muted });
    // The page counts from above; the drawing is turned back, and stands on the line of the words before it.
    const ground = base + size * ascent;
    document.addContent(
      `q 1 0 0 -1 ${(right - 26).toFixed(2)} ${ground.toFixed(2)} cm /Count Do Q`,
    );
    this.#y = page.top;
  }

  #summary(part: FormatPart): void {
    const {
      accountName,
      accountNumber,
      holder,
      currency,
      from,
      to,
      opening,
      closing,
      credits,
      debits,
      proof,
    } = part;
    this.#text('Statement of account', page.left, this.#y, { face: 'strong', size: 16 });
    const bank = part.bankName === '' ? this.#head.bankName : part.bankName;
    this.#textRight(this.#shown(bank, accountNumber), right, this.#y + 4, { colour: ink.muted });
    this.#y += 28;
    const lines = [
      [
        'Account',
        `${this.#shown(accountName, accountNumber)}  ${this.#shown(accountNumber, accountNumber)}`.trim(),
      ],
      ...(holder === '' ? [] : [['Holder', this.#shown(holder, accountNumber)] as const]),
      ['Currency', currency],
      ['Period', `${fullDay(from)} to ${fullDay(to)}, days in UTC`],
      ['As of', part.asOf === null ? 'The bank was not asked yet' : momentWords(part.asOf)],
      ['Opening balance', figureWords(opening)],
      [`Credits (${String(credits.count)})`, figureWords(credits.sum)],
      [`Debits (${String(debits.count)})`, figureWords(debits.sum)],
      ['Closing balance', figureWords(closing)],
      ['Proof', proof.words],
    ] as const;
    for (const [name, value] of lines) {
      const isFigure = /balance|Credits|Debits/.test(name);
      this.#text(name, page.left, this.#y, { colour: ink.muted });
      if (isFigure)
        this.#textRight(value, 300, this.#y, {
          face: name.endsWith('balance') ? 'strong' : 'regular',
        });
      else
        for (const [index, line] of this.#linesOf(value, right - place.entry).entries()) {
          if (index > 0) this.#y += lineHeight;
          this.#text(line, place.entry, this.#y, {});
        }
      this.#y += lineHeight + 2;
    }
    this.#y += 8;
  }

  #tableHead(): void {
    for (const [heading, at, side] of headings) {
      const draw = side === 'left' ? this.#text.bind(this) : this.#textRight.bind(this);
      draw(heading, at, this.#y, { face: 'strong' });
    }
    this.#y += lineHeight + 3;
    this.#rule();
  }

  #entry(row: FormatRow): void {
    const lines = this.#entryLines(row);
    const references = this.#linesOf(this.#shown(row.id, row.id), referenceWidth, small);
    const height = Math.max(lines.length, references.length + 1) * lineHeight + 5;
    // An entry stays on one page, unless it is longer than one.
    if (this.#y + Math.min(height, 300) > page.height - page.bottom) this.#nextPage();
    const top = this.#y;
    this.#text(fullDay(row.bookingDay), place.booked, top, {});
    this.#text(fullDay(row.valueDay), place.value, top, {});
    const side = row.effect === 'debit' ? place.debit : place.credit;
    this.#textRight(figureWords(row.amount), side, top, {});
    this.#textRight(figureWords(row.balance), place.balance, top, {});
    for (const [index, line] of references.entries())
      this.#text(line, place.booked, top + (index + 1) * lineHeight + 1, {
        size: small,
        colour: ink.muted,
      });
    for (const { line, colour } of lines) {
      if (this.#y + lineHeight > page.height - page.bottom) this.#nextPage();
      this.#text(line, place.entry, this.#y, { colour });
      this.#y += lineHeight;
    }
    if (this.#y > top) this.#y = Math.max(this.#y, top + (references.length + 1) * lineHeight);
    this.#y += 2;
    this.#rule();
  }

  /** Who is on the other side and what it is for in the first lines; type, reference and marks below them. */
  #entryLines(row: FormatRow): { line: string; colour: string }[] {
    const { counterparty, narration, remittance, type, reference, isReversal, mark } = row;
    const about = [
      type,
      reference === '' ? '' : `our reference ${reference}`,
      isReversal ? 'reversal' : '',
      mark === null ? '' : allMarkWords(mark),
    ];
    const texts = [
      [[counterparty, narration, remittance], ink.text],
      [about, ink.muted],
    ] as const;
    return texts.flatMap(([parts, colour]) => {
      const text = parts.filter((part) => part !== '').join(' · ');
      return this.#linesOf(this.#shown(text, row.id), detailWidth).map((line) => ({
        line,
        colour,
      }));
    });
  }

  #nextPage(): void {
    this.#newPage();
    this.#tableHead();
  }

  #closing(part: FormatPart): void {
    if (this.#y + 40 > page.height - page.bottom) this.#nextPage();
    this.#y += 2;
    this.#text(`Closing balance ${fullDay(part.to)}`, place.entry, this.#y, { face: 'strong' });
    this.#textRight(figureWords(part.debits.sum), place.debit, this.#y, { face: 'strong' });
    this.#textRight(figureWords(part.credits.sum), place.credit, this.#y, { face: 'strong' });
    this.#textRight(figureWords(part.closing), place.balance, this.#y, { face: 'strong' });
    this.#y += lineHeight * 2;
  }

  #rule(): void {
    this.#document
      .moveTo(page.left, this.#y)
      .lineTo(right, this.#y)
      .lineWidth(0.4)
      .strokeColor(ink.rule)
      .stroke();
    this.#y += 3;
  }

  #text(
    text: string,
    x: number,
    y: number,
    { face = 'regular', size: points = size, colour = ink.text }: Given,
  ): void {
    this.#document
      .font(face)
      .fontSize(points)
      .fillColor(colour)
      .text(text, x, y, { lineBreak: false });
  }

  #textRight(text: string, x: number, y: number, given: Given): void {
    const { face = 'regular', size: points = size } = given;
    const width = this.#document.font(face).fontSize(points).widthOfString(text);
    this.#text(text, x - width, y, given);
  }

  /** Replaces a character that the font lacks, or that is invisible, with its number, so that it can be looked up. */
  #shown(text: string, entry: string): string {
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
    if (!isWhole)
      this.#notes.add('Characters missing from the font, shown by number', entry, text, shown);
    return shown;
  }

  /** Lines of at most `width` points, broken between words where that can be. */
  #linesOf(text: string, width: number, points = size): string[] {
    const lines: string[] = [];
    let line = '';
    let filled = 0;
    for (const piece of text.match(/\s*\S+/g) ?? []) {
      const own = this.#width(piece, points);
      if (line !== '' && filled + own > width) {
        lines.push(line);
        line = '';
        filled = 0;
      }
      for (const sign of line === '' ? piece.trimStart() : piece) {
        const wide = this.#width(sign, points);
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

  #width(text: string, points = size): number {
    return this.#document.font('regular').fontSize(points).widthOfString(text);
  }

  #drain(): Uint8Array {
    return (this.#document.read() as Buffer | null) ?? new Uint8Array();
  }
}

const momentWords = (at: string): string => `${fullDay(at)}, ${at.slice(11, 16)} UTC`;

/** With a comma between thousands, and a minus as long as a plus. */
function figureWords(amount: Decimal): string {
  const [whole = '', fraction] = amount.replace('-', '').split('.');
  const grouped = whole.replaceAll(/\B(?=(?:\d{3})+$)/g, ',');
  return `${amount.startsWith('-') ? '−' : ''}${grouped}${fraction === undefined ? '' : `.${fraction}`}`;
}
