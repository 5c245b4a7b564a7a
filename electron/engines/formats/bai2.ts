import type { Decimal } from '../../../shared/money/decimal.ts';
import { DeskFault } from '../../../shared/errors.ts';
import { shownDigits } from '../../../shared/money/currencies.ts';
import { toUnits } from '../../../shared/money/decimal.ts';
import type { FileHead, FormatPart, FormatRow, Open, Writer } from './format.ts';
import type { Notes } from './notes.ts';
import { plainLetters, type Alphabet } from './plain-letters.ts';
import { allMarkWords, shortDay } from './labels.ts';

/**
 * BAI2 cash management balance reporting, version 2. A group is an account and its period, since a group has one currency and one day.
 * Amounts are in the currency's smallest unit; 049, 098 and 099 carry the sums and counts by which a reader checks the file.
 */
export const bai2: Open = (head, notes) => new Bai2(head, notes);

/** Printable ASCII without the two signs that end a field and a record. */
const letters: Alphabet = { takes: /^[ -+\-.0-~]$/, instead: { ',': ';', '/': '-' } };
/** The text of an entry is the last field of its record, so it may contain a comma. */
const textLetters: Alphabet = { takes: /^[ -.0-~]$/, instead: { '/': '-' } };

class Bai2 implements Writer {
  readonly #head: FileHead;
  readonly #notes: Notes;
  #part: FormatPart | null = null;
  /** The control totals of the account and the file: the sum of all amounts, and the number of records. */
  #account = { sum: 0n, records: 0 };
  #file = { sum: 0n, records: 1, groups: 0 };

  constructor(head: FileHead, notes: Notes) {
    this.#head = head;
    this.#notes = notes;
  }

  begin(): string {
    const { createdAt, id, bankName } = this.#head;
    const sender = this.#text(bankName === '' ? 'NOSTRO' : bankName, 'the bank’s name', letters);
    return record([
      '01',
      sender,
      'NOSTRO',
      shortDay(createdAt),
      shortTime(createdAt),
      fileNumber(id),
      '',
      '',
      '2',
    ]);
  }

  beginPart(part: FormatPart): string {
    const { accountNumber, currency, opening, closing, available, credits, debits, to } = part;
    this.#part = part;
    const amounts = [
      opening,
      closing,
      ...(available === null ? [] : [available]),
      credits.sum,
      debits.sum,
    ];
    const minor = amounts.map((amount) => minorOf(amount, part, accountNumber));
    this.#account = { sum: minor.reduce((sum, one) => sum + BigInt(one), 0n), records: 1 };
    const [first = '', last = ''] = minor;
    const spendable = available === null ? [] : ['045', minor[2] ?? '', '', ''];
    const number = this.#text(accountNumber, accountNumber, letters);
    const summary = [
      ...['010', first, '', '', '015', last, '', '', ...spendable],
      ...['100', minor.at(-2) ?? '', String(credits.count), ''],
      ...['400', minor.at(-1) ?? '', String(debits.count), ''],
    ];
    const group = [
      '02',
      'NOSTRO',
      this.#text(part.bankName, accountNumber, letters),
      '1',
      shortDay(to),
      '2359',
      currency,
      '2',
    ];
    return record(group) + record(['03', number, currency, ...summary]);
  }

  rows(rows: readonly FormatRow[]): string {
    const part = this.#part;
    if (part === null) return '';
    let text = '';
    for (const row of rows) text += this.#entry(row, part);
    return text;
  }

  endPart(): string {
    const { sum } = this.#account;
    // The 49 counts itself; the 98 counts the 02 and itself too.
    const records = this.#account.records + 1;
    this.#file.sum += sum;
    this.#file.records += records + 2;
    this.#file.groups += 1;
    return (
      record(['49', String(sum), String(records)]) +
      record(['98', String(sum), '1', String(records + 2)])
    );
  }

  end(): string {
    const { sum, groups, records } = this.#file;
    return record(['99', String(sum), String(groups), String(records + 1)]);
  }

  #entry(row: FormatRow, part: FormatPart): string {
    const { id, amount, effect, valueDay, reference, narration, remittance } = row;
    const minor = minorOf(amount, part, id);
    this.#account.sum += BigInt(minor);
    const more = this.#more(row);
    this.#account.records += 1 + more.length;
    // 399 and 699: credit and debit without a BAI type.
    const fields = [
      ...['16', effect === 'credit' ? '399' : '699', minor, 'V', shortDay(valueDay), ''],
      this.#text(id, id, letters),
      this.#text(reference, id, letters),
    ];
    const text = this.#text(remittance === '' ? narration : remittance, id, textLetters);
    const first = text === '' ? record(fields) : `${fields.join(',')},${text}\r\n`;
    return first + more.map((line) => `88,${line}\r\n`).join('');
  }

  /** Values without a field of their own go into records after the entry, each with its name. */
  #more({
    id,
    type,
    counterparty,
    at,
    narration,
    remittance,
    isReversal,
    mark,
  }: FormatRow): string[] {
    const fields: (readonly [string, string])[] = [
      ['AT', at],
      ['TYPE', type],
      ['REVERSAL', isReversal ? 'YES' : ''],
      ['NAME', counterparty],
      ['NARRATION', remittance === '' ? '' : narration],
      ['NOTE', mark === null ? '' : allMarkWords(mark)],
    ];
    return fields
      .filter(([, value]) => value !== '')
      .map(([name, value]) => `${name}: ${this.#text(value, id, textLetters)}`);
  }

  #text(text: string, entry: string, alphabet: Alphabet): string {
    const plain = plainLetters(text, alphabet);
    if (plain !== text)
      this.#notes.add('Characters replaced that BAI2 does not have', entry, text, plain);
    return plain;
  }
}

const record = (fields: readonly string[]): string => `${fields.join(',')}/\r\n`;

const shortTime = (at: string): string => `${at.slice(11, 13)}${at.slice(14, 16)}`;

/** Nine digits that tell the file from others, as far as nine digits can. */
const fileNumber = (id: string): string =>
  String(BigInt(`0x${id.slice(0, 12)}`) % 1_000_000_000n).padStart(9, '0');

/** The amount in the smallest unit of the account's currency. Throws `input.invalid` for more decimals than the currency has. */
function minorOf(amount: Decimal, { currency }: FormatPart, entry: string): string {
  const unit = 10n ** BigInt(4 - shownDigits(currency));
  const units = toUnits(amount);
  if (units % unit === 0n) return String(units / unit);
  throw new DeskFault(
    'input.invalid',
    `BAI2 has no room for the decimals of ${amount} ${currency} of ${entry}: choose camt.053.`,
  );
}
