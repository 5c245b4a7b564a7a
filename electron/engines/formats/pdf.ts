import { fullDay } from '../../../shared/calendar/day-labels.ts';
import type { Decimal } from '../../../shared/money/decimal.ts';
import type { FileHead, FormatPart, FormatRow, Open, Writer } from './format.ts';
import type { Notes } from './notes.ts';
import { allMarkWords } from './labels.ts';
import { ink, lineHeight, PdfPages, type PdfColumn } from './pdf-pages.ts';

/**
 * A statement for an auditor: the holder, the period, the opening balance, every entry, the closing balance, whether the balances follow
 * from one another, and the time of the data. Made without a window.
 */
export const pdf: Open = (head, notes) => new Pdf(head, notes);

/** The left edge of the text in the summary, and the right edge of its figures. */
const place = { text: 182, figure: 300 };

const columns: readonly PdfColumn[] = [
  { heading: 'Booked', x: 0 },
  { heading: 'Value date', x: 68 },
  { heading: 'Entry', x: 146, width: 345 },
  { heading: 'Debit', x: 564, isFigure: true },
  { heading: 'Credit', x: 664, isFigure: true },
  { heading: 'Balance', x: 769.89, isFigure: true },
];

/** Drawn below both dates. */
const bankReference = { size: 6, width: 142, colour: ink.muted };

const joined = (texts: readonly string[]): string =>
  texts.filter((text) => text !== '').join(' · ');

class Pdf implements Writer {
  readonly #head: FileHead;
  readonly #pages: PdfPages;
  #part: FormatPart | null = null;
  /** The account or the entry whose texts are drawn. */
  #subject = '';

  constructor(head: FileHead, notes: Notes) {
    this.#head = head;
    this.#pages = new PdfPages({
      title: 'Statement of account',
      createdAt: head.createdAt,
      foot: () =>
        `${this.#part?.accountNumber ?? ''} ${this.#part?.currency ?? ''} · written ${momentWords(head.createdAt)} by Nostro from its local copy`,
      onUnknown: (text, shown) => {
        notes.add('Characters missing from the font, shown by number', this.#subject, text, shown);
      },
    });
  }

  begin(): Uint8Array {
    return this.#pages.drain();
  }

  beginPart(part: FormatPart): Uint8Array {
    this.#part = part;
    this.#subject = part.accountNumber;
    this.#pages.newPage();
    this.#summary(part);
    this.#pages.beginTable(columns);
    return this.#pages.drain();
  }

  rows(rows: readonly FormatRow[]): Uint8Array {
    for (const row of rows) this.#entry(row);
    return this.#pages.drain();
  }

  endPart(): Uint8Array {
    if (this.#part !== null) this.#closing(this.#part);
    this.#pages.endTable();
    return this.#pages.drain();
  }

  end(): Uint8Array {
    return this.#pages.end();
  }

  #summary(part: FormatPart): void {
    const { accountName, accountNumber, holder, currency, from, to } = part;
    const { opening, closing, credits, debits, proof } = part;
    const pages = this.#pages;
    pages.text('Statement of account', pages.left, { face: 'strong', size: 16 });
    const bank = part.bankName === '' ? this.#head.bankName : part.bankName;
    pages.y += 4;
    pages.textRight(pages.shown(bank), pages.right, { colour: ink.muted });
    pages.y += 24;
    const lines = [
      ['Account', `${pages.shown(accountName)}  ${pages.shown(accountNumber)}`.trim()],
      ...(holder === '' ? [] : [['Holder', holder] as const]),
      ['Currency', currency],
      ['Period', `${fullDay(from)} to ${fullDay(to)}, days in UTC`],
      ['As of', part.asOf === null ? 'Not fetched yet' : momentWords(part.asOf)],
      ['Opening balance', figureWords(opening)],
      [`Credits (${String(credits.count)})`, figureWords(credits.sum)],
      [`Debits (${String(debits.count)})`, figureWords(debits.sum)],
      ['Closing balance', figureWords(closing)],
      ['Proof', proof.words],
    ] as const;
    for (const [name, value] of lines) {
      pages.text(name, pages.left, { colour: ink.muted });
      if (/balance|Credits|Debits/.test(name)) {
        const face = name.endsWith('balance') ? 'strong' : 'regular';
        pages.textRight(value, place.figure, { face });
        pages.y += lineHeight + 2;
      } else pages.paragraph(value, {}, place.text);
    }
    pages.y += 8;
  }

  /** Draws an entry: counterparty and purpose in the first lines; type, reference and marks below them. */
  #entry(row: FormatRow): void {
    const { id, counterparty, narration, remittance, type, reference, isReversal, mark } = row;
    this.#subject = id;
    const about = [
      type,
      reference === '' ? '' : `our reference ${reference}`,
      isReversal ? 'reversal' : '',
      mark === null ? '' : allMarkWords(mark),
    ];
    const amount = figureWords(row.amount);
    this.#pages.row([
      [fullDay(row.bookingDay), { text: id, ...bankReference }],
      fullDay(row.valueDay),
      [joined([counterparty, narration, remittance]), { text: joined(about), colour: ink.muted }],
      ...(row.effect === 'debit' ? [amount, ''] : ['', amount]),
      figureWords(row.balance),
    ]);
  }

  #closing({ to, debits, credits, closing }: FormatPart): void {
    const figures = [debits.sum, credits.sum, closing].map(figureWords);
    this.#pages.row(['', '', `Closing balance ${fullDay(to)}`, ...figures], {
      ...{ face: 'strong', colour: ink.text },
    });
  }
}

const momentWords = (at: string): string => `${fullDay(at)}, ${at.slice(11, 16)} UTC`;

/** Writes an amount with a comma between thousands, and a true minus sign, which is as wide as a plus. */
function figureWords(amount: Decimal): string {
  const [whole = '', fraction] = amount.replace('-', '').split('.');
  const grouped = whole.replaceAll(/\B(?=(?:\d{3})+$)/g, ',');
  return `${amount.startsWith('-') ? '−' : ''}${grouped}${fraction === undefined ? '' : `.${fraction}`}`;
}
