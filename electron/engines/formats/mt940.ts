import type { Decimal } from '../../../shared/money/decimal.ts';
import { DeskFault } from '../../../shared/errors.ts';
import { shownDigits } from '../../../shared/money/currencies.ts';
import { fromUnits, toUnits } from '../../../shared/money/decimal.ts';
import type { FileHead, FormatPart, FormatRow, Open, Writer } from './format.ts';
import type { Notes } from './notes.ts';
import { plainLetters, type Alphabet } from './plain-letters.ts';
import { ownReference, shortReference } from './short-reference.ts';
import { markWords, sequenceOf, shortDay } from './labels.ts';

/**
 * Customer statement message, SWIFT MT940: the text block of each message, followed by a line of `-`. A statement that exceeds the length
 * of a message continues in the next: 28C counts them, 60M and 62M carry the balance over. Field 86 is structured by codes: EREF our
 * reference, BREF the bank's where field 61 has no room for it, TRTP the type, NAME the counterparty, REMI the narration.
 */
export const mt940: Open = (head, notes) => new Mt940(head, notes);

/** The SWIFT character set x. */
const swift: Alphabet = {
  takes: /^[A-Za-z0-9/\-?:().,'+ ]$/,
  instead: {
    '&': '+',
    '"': "'",
    '`': "'",
    _: '-',
    '=': '-',
    '~': '-',
    ';': ',',
    '<': '(',
    '>': ')',
    '[': '(',
    ']': ')',
    '{': '(',
    '}': ')',
    '|': '/',
    '\\': '/',
    '@': '(at)',
  },
};

const lineMax = 65;
const detailsMax = 6 * lineMax;
/** The most characters of a message's text. */
const messageMax = 2_000;
/** The most characters after the entries of a message: 62a, 64 and the end. */
const endMax = 80;

class Mt940 implements Writer {
  readonly #head: FileHead;
  readonly #notes: Notes;
  #parts = 0;
  #part: FormatPart | null = null;
  #sequence = 0;
  #size = 0;
  #balanceE4 = 0n;
  #day = '';

  constructor(head: FileHead, notes: Notes) {
    this.#head = head;
    this.#notes = notes;
  }

  begin(): string {
    return '';
  }

  beginPart(part: FormatPart): string {
    this.#parts += 1;
    this.#part = part;
    this.#sequence = 0;
    this.#balanceE4 = toUnits(part.opening);
    this.#day = part.from;
    return this.#beginMessage(part, 'F');
  }

  rows(rows: readonly FormatRow[]): string {
    const part = this.#part;
    if (part === null) return '';
    let text = '';
    for (const row of rows) {
      const entry = this.#entry(row);
      if (this.#size + entry.length + endMax > messageMax) {
        text += `:62M:${this.#balance(part, this.#balanceE4, this.#day)}\r\n-\r\n`;
        text += this.#beginMessage(part, 'M');
      }
      this.#size += entry.length;
      text += entry;
      this.#balanceE4 += toUnits(row.amount) * (row.effect === 'debit' ? -1n : 1n);
      this.#day = row.bookingDay;
    }
    return text;
  }

  endPart(): string {
    const part = this.#part;
    if (part === null) return '';
    const { closing, available, to } = part;
    const spendable =
      available === null ? '' : `:64:${this.#balance(part, toUnits(available), to)}\r\n`;
    return `:62F:${this.#balance(part, toUnits(closing), to)}\r\n${spendable}-\r\n`;
  }

  end(): string {
    return '';
  }

  #beginMessage(part: FormatPart, kind: 'F' | 'M'): string {
    this.#sequence += 1;
    const reference = `${this.#head.id.slice(0, 11).toUpperCase()}${String(this.#parts).padStart(5, '0')}`;
    const number = sequenceOf(part.to).slice(2);
    const account = this.#text(part.accountNumber, part.accountNumber);
    const text =
      `:20:${reference.slice(0, 16)}\r\n:25:${this.#reference(account, 35, part.accountNumber)}\r\n` +
      `:28C:${number}/${String(this.#sequence)}\r\n:60${kind}:${this.#balance(part, this.#balanceE4, this.#day)}\r\n`;
    this.#size = text.length;
    return text;
  }

  #balance({ currency, accountNumber }: FormatPart, units: bigint, day: string): string {
    const magnitude = fromUnits(units < 0n ? -units : units, shownDigits(currency));
    const side = units < 0n ? 'D' : 'C';
    return `${side}${shortDay(day)}${currency}${amountOf(magnitude, accountNumber)}`;
  }

  #entry(row: FormatRow): string {
    const { id, amount, effect, isReversal, valueDay, bookingDay, reference } = row;
    // The reversal of a credit (RC) is a debit.
    const side = effect === 'credit' ? (isReversal ? 'RD' : 'C') : isReversal ? 'RC' : 'D';
    const ours = this.#text(reference, id).trim();
    const theirs = this.#text(id, id).trim();
    const owner = ours === '' ? 'NONREF' : fieldReference(ours);
    const bank = fieldReference(ownReference(id.trim(), theirs, 16));
    const line = `:61:${shortDay(valueDay)}${bookingDay.slice(5, 7)}${bookingDay.slice(8, 10)}${side}${amountOf(amount, id)}NMSC${owner}//${bank}`;
    return `${line}\r\n${this.#details(row, { ours, theirs: bank === theirs ? '' : theirs })}`;
  }

  #details(row: FormatRow, { ours, theirs }: { ours: string; theirs: string }): string {
    const { id, type, counterparty, narration, remittance, mark } = row;
    const parts = [
      ['EREF', ours],
      ['BREF', theirs],
      ['TRTP', this.#value(type, id)],
      ['NAME', this.#value(counterparty, id)],
      ['NOTE', mark === null ? '' : this.#value(markWords(mark), id)],
      ['REMI', this.#value(remittance === '' ? narration : remittance, id)],
      ['NARR', remittance === '' ? '' : this.#value(narration, id)],
    ].filter(([, value]) => value !== '');
    const whole = parts.map(([code = '', value = '']) => `/${code}/${value}`).join('');
    if (whole === '') return '';
    const lines = linesOf(whole);
    const fitting = lines.slice(0, detailsMax / lineMax);
    if (fitting.length < lines.length)
      this.#notes.add('Narrations shortened to fit MT940', id, whole, fitting.join(''));
    return `:86:${fitting.join('\r\n')}\r\n`;
  }

  /** Changes text that looks like a code: within a value it would end the value. */
  #value(text: string, entry: string): string {
    const plain = this.#text(text, entry).trim();
    const whole = plain.replaceAll(/\/(?=[0-9A-Z]{2,4}\/)/g, '-');
    if (whole !== plain)
      this.#notes.add('Texts changed that MT940 would read as a code', entry, plain, whole);
    return whole;
  }

  #text(text: string, entry: string): string {
    const plain = plainLetters(text, swift);
    if (plain !== text)
      this.#notes.add('Characters replaced that SWIFT does not have', entry, text, plain);
    return plain;
  }

  #reference(reference: string, max: number, entry: string): string {
    const short = shortReference(reference, max);
    if (short !== reference)
      this.#notes.add('Bank references shortened to fit MT940', entry, reference, short);
    return short;
  }
}

/** At most fifteen characters with the comma, which is mandatory. */
function amountOf(amount: Decimal, entry: string): string {
  const [whole = '', fraction = ''] = amount.split('.');
  const text = `${whole},${fraction}`;
  if (text.length <= 15) return text;
  throw new DeskFault(
    'input.invalid',
    `MT940 has no room for the amount ${amount} of ${entry}: choose camt.053.`,
  );
}

/** A reference of field 61: sixteen characters, no double slash, no slash at its ends. The whole reference is in field 86. */
const fieldReference = (reference: string): string =>
  shortReference(reference, 16)
    .replaceAll(/\/(?=\/)|^\/|\/$/g, '-')
    .trim();

/** Splits a text into lines of 65 characters. None begins like a field or the end of the message. */
function linesOf(text: string): string[] {
  const lines: string[] = [];
  let start = 0;
  while (start < text.length) {
    let end = Math.min(start + lineMax, text.length);
    while (end < text.length && end > start + 1 && /[:-]/.test(text[end] ?? '')) end -= 1;
    lines.push(text.slice(start, end));
    start = end;
  }
  return lines;
}
