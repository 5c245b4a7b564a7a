import { isUtf8 } from 'node:buffer';

import { isIsoDate } from '../../../../../shared/calendar/calendar.ts';
import { limits } from '../../../../../shared/limits.ts';
import { isCurrency, shownDigits } from '../../../../../shared/money/currencies.ts';
import { err, ok, type Result } from '../../../../../shared/result.ts';
import { unitsOf } from './figures.ts';
import { ofxAggregates, partOf, partsNamed, valueOf, type Aggregate } from './ofx-elements.ts';
import type { SourceEntry } from './source.ts';
import type { ParsedStatement } from './account-statements.ts';

/**
 * Reads every statement of an OFX file, of bank accounts and of cards, SGML (1.x) or XML (2.x). The sign of an amount gives the direction.
 * An entry whose amount is ambiguous or contradicts its type is left out; a note names it. A pending transaction is not an entry.
 */
export async function statementsInOfx(
  bytes: Uint8Array,
): Promise<Result<readonly ParsedStatement[], string>> {
  const root = await ofxAggregates(textIn(bytes));
  if (root === null) return err('The file is no proper OFX, or its end is missing.');
  const found = [...partsNamed(root, 'STMTRS', 'CCSTMTRS')];
  if (found.length === 0) return err(emptyMessage(root));
  const entries = found.reduce((count, one) => count + transactionsIn(one).length, 0);
  if (entries > limits.secondSourceEntriesMax)
    return err('It has more entries than the desk reads: ask the bank for fewer days in one file.');
  return ok(found.map(statementOf));
}

/** Explains that a file has no statement, with the bank’s own reason if there is one. */
function emptyMessage(root: Aggregate): string {
  const [reason] = [...partsNamed(root, 'STATUS')].flatMap((status) => {
    const message = valueOf(status, 'MESSAGE') ?? '';
    return (valueOf(status, 'SEVERITY') ?? '').toUpperCase() === 'ERROR' && message !== ''
      ? [message.slice(0, 200)]
      : [];
  });
  const bank = reason === undefined ? '' : ` The bank writes: “${reason}”.`;
  return `There is no statement of a bank account or card in the OFX file.${bank}`;
}

/** Decodes UTF-16 by its byte order mark, UTF-8 if the bytes are valid, else Windows-1252, in which OFX 1.x is written. */
function textIn(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  return new TextDecoder(isUtf8(bytes) ? 'utf-8' : 'windows-1252').decode(bytes);
}

const transactionsIn = (statement: Aggregate): Aggregate[] => {
  const list = partOf(statement, 'BANKTRANLIST');
  return list ? [...partsNamed(list, 'STMTTRN')] : [];
};

function statementOf(statement: Aggregate): ParsedStatement {
  const currency = (valueOf(statement, 'CURDEF') ?? '').toUpperCase();
  const account = partOf(statement, 'BANKACCTFROM', 'CCACCTFROM');
  const list = partOf(statement, 'BANKTRANLIST');
  const entries: SourceEntry[] = [];
  const notes: string[] = [];
  for (const [at, transaction] of transactionsIn(statement).entries()) {
    const entry = entryOf(transaction, currency);
    if (typeof entry === 'string') notes.push(leftOut(at + 1, transaction, entry));
    else entries.push(entry);
  }
  const days = entries.flatMap(({ date }) => date ?? []).sort();
  const lastDay = dayOf(valueOf(list, 'DTEND')) ?? days.at(-1);
  const closing = closingOf(statement, { lastEntry: days.at(-1), lastDay, currency });
  const pending = [...partsNamed(statement, 'STMTTRNP')].length;
  return {
    namedAccount: valueOf(account, 'ACCTID') ?? '',
    head: {
      ...(currency === '' ? {} : { currency }),
      ...(closing.amount !== undefined && { closing: closing.amount }),
    },
    firstDay: dayOf(valueOf(list, 'DTSTART')) ?? days[0] ?? closing.day,
    lastDay: lastDay ?? closing.day,
    ...{ entries, unread: notes.length },
    notes: [...notes, ...closing.notes, ...pendingNotes(pending)],
  };
}

const pendingNotes = (count: number): string[] =>
  count === 0
    ? []
    : [
        count === 1
          ? 'One entry in it is not booked yet and is left out.'
          : `${count} entries in it are not booked yet and are left out.`,
      ];

function leftOut(at: number, transaction: Aggregate, why: string): string {
  const shown = ['DTPOSTED', 'TRNAMT', 'FITID', 'NAME']
    .flatMap((name) => transaction.values.get(name) ?? [])
    .join(' ');
  return `Its entry ${at} is left out, as ${why}: “${shown.slice(0, 80)}”.`;
}

/** Returns the entry, or the reason why it is left out. */
function entryOf(transaction: Aggregate, usual: string): SourceEntry | string {
  const value = (name: string): string | null => valueOf(transaction, name);
  const [posted, written, id, type] = ['DTPOSTED', 'TRNAMT', 'FITID', 'TRNTYPE'].map(value);
  if (posted === null || written === null || id === null || type === null)
    return 'it has an amount, a day, a type or an id twice';
  const date = dayOf(posted ?? '');
  if (date === undefined) return `its day “${posted ?? ''}” is none`;
  // CURRENCY is the currency of the amount; ORIGCURRENCY is the one it was converted from.
  const other = valueOf(partOf(transaction, 'CURRENCY'), 'CURSYM');
  const currency = other === null || other === '' ? usual : other.toUpperCase();
  const amount = amountIn(written ?? '', currency);
  if (amount === null) return `its amount “${written ?? ''}” cannot be read for certain`;
  const isOut = amount.startsWith('-');
  const side = sides[(type ?? '').toUpperCase()];
  if (side !== undefined && (side === 'debit') !== isOut && unitsOf(amount) !== 0n)
    return `its type ${type ?? ''} speaks against the sign of its amount`;
  return {
    id: id ?? '',
    ...{ amount: amount.replace('-', ''), direction: isOut ? 'debit' : 'credit', date },
    ...(currency === '' ? {} : { currency }),
    words: [
      ...['NAME', 'EXTDNAME', 'MEMO', 'CHECKNUM', 'REFNUM'].flatMap(
        (name) => transaction.values.get(name) ?? [],
      ),
      ...(partOf(transaction, 'PAYEE')?.values.get('NAME') ?? []),
    ],
  };
}

/** The types that determine the direction; all others may have either. */
const sides: Readonly<Record<string, 'credit' | 'debit'>> = { CREDIT: 'credit', DEBIT: 'debit' };

/**
 * Parses an amount with an optional sign and a decimal point or comma. OFX has no thousands separators, but banks write them: if both
 * marks occur, the last one precedes the decimals. One mark before three digits is ambiguous, unless the currency has three decimals.
 */
function amountIn(written: string, currency: string): string | null {
  const parts = /^([+-]?)(\d[\d.,]*|[.,]\d+)$/.exec(written);
  if (!parts) return null;
  const [, sign = '', digits = ''] = parts;
  const plain = plainDigits(digits, isCurrency(currency) ? shownDigits(currency) : 2);
  return plain === null || unitsOf(plain) === null ? null : `${sign === '-' ? '-' : ''}${plain}`;
}

function plainDigits(digits: string, decimals: number): string | null {
  if (/^\d{1,3}(,\d{3})+\.\d*$/.test(digits)) return tidy(digits.replaceAll(',', ''));
  if (/^\d{1,3}(\.\d{3})+,\d*$/.test(digits))
    return tidy(digits.replaceAll('.', '').replace(',', '.'));
  const parts = /^(\d*)(?:[.,](\d*))?$/.exec(digits);
  if (!parts) return null;
  const [, whole = '', fraction = ''] = parts;
  const isEither = fraction.length === 3 && decimals !== 3 && /^[1-9]\d{0,2}$/.test(whole);
  return isEither ? null : tidy(`${whole}.${fraction}`);
}

/** Removes leading zeros and a trailing point, and ensures a digit before the point. */
const tidy = (text: string): string =>
  text
    .replace(/^0+(?=\d)/, '')
    .replace(/^\./, '0.')
    .replace(/\.$/, '');

/** Parses `YYYYMMDD`, optionally with a time and a zone in brackets: the day as the bank writes it. */
function dayOf(text: string | null): string | undefined {
  const found = /^\d{8}(?=(?:\d{2}(?:\d{2}(?:\d{2}(?:\.\d{1,6})?)?)?)?\s*(?:\[[^\]]*\])?$)/.exec(
    text ?? '',
  );
  const day = found?.[0] ?? '';
  const iso = `${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}`;
  // Programs write 1970 and the like for an unknown day.
  return isIsoDate(iso) && iso >= '1980-01-01' ? iso : undefined;
}

type Closing = {
  readonly amount?: string;
  readonly day?: string;
  readonly notes: readonly string[];
};

/** Returns the ledger balance as the closing one, unless its day is before the last entry or after the period. */
function closingOf(
  statement: Aggregate,
  {
    lastEntry,
    lastDay,
    currency,
  }: { lastEntry: string | undefined; lastDay: string | undefined; currency: string },
): Closing {
  const balance = partOf(statement, 'LEDGERBAL');
  if (!balance) return { notes: [] };
  const day = dayOf(valueOf(balance, 'DTASOF'));
  const amount = amountIn(valueOf(balance, 'BALAMT') ?? '', currency);
  if (day === undefined || amount === null)
    return {
      notes: ['Its balance or the day of the balance cannot be read, and is not compared.'],
    };
  if (day < (lastEntry ?? day) || day > (lastDay ?? day))
    return {
      day,
      notes: [`Its balance is of ${day}, not of the end of its period, and is not compared.`],
    };
  return { day, amount, notes: [] };
}
