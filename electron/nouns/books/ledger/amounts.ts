import { isCurrency } from '../../../../shared/money/currencies.ts';
import { isDecimal, toUnits } from '../../../../shared/money/decimal.ts';
import type { Decimals } from '../../../../shared/ipc/changes/payment-files.ts';
import { isAmountLike, plainAmount } from '../../../engines/columns/decimals.ts';
import type { Cell } from '../../../engines/files/table.ts';

/** Apostrophes between thousands, other than `'` and `’`. */
const otherApostrophes = /[´`ʼ′]/g;
/** `,--` and `.-`: no cents. */
const noCents = /([.,])\s?[-–—]{1,2}$/;
/** A side after the amount, as in `12.50CR`; a single letter needs a blank before it. */
const sideBehind = /(?:(?<!\p{L})(dr|cr)|\s([shdc]))\.?$/iu;

/** A currency before or behind an amount. */
const currencyBeside = /^([A-Z]{3}|[€$£¥])\s*(?=[-\d(])|(?<=[\d)-])\s*([A-Z]{3}|[€$£¥])$/g;
/** `$` and `¥` are of several currencies. */
const codesOfSigns: Readonly<Record<string, string>> = { '€': 'EUR', '£': 'GBP' };

/** Normalises letters and signs. */
const plainText = (text: string): string => text.replace(otherApostrophes, "'").normalize('NFKC');

/**
 * Moves the sign of an amount to its front. Ledgers write it after the amount, as brackets, or as a word for debit or credit. Removes a
 * currency next to the amount.
 */
export function signedCell(cell: Cell): Cell {
  if (cell.isNumber === true) return cell;
  const { side, amount } = partsOf(cell.text);
  const bare = amount.replace(currencyBeside, '').replace(noCents, '$100');
  const isMarked = /^\(.*\)$|^[-–]|[-–]$/.test(bare);
  // Both a sign and a side: which of them counts is not known.
  if (side && isMarked) return cell;
  const isOut = side ? signOf(side[1] ?? side[2] ?? '') === -1n : isMarked;
  const digits = bare.replace(/^\((.*)\)$/, '$1').replace(/^[-+–]\s*|\s*[-–]$/g, '');
  return { ...cell, text: isOut && digits !== '' ? `-${digits}` : digits };
}

/** The code of the currency beside an amount; empty where none is, and where its sign is of several. */
export function currencyOf({ text }: Cell): string {
  const code = partsOf(text).amount.match(currencyBeside)?.[0].trim() ?? '';
  return codesOfSigns[code] ?? (isCurrency(code) ? code : '');
}

function partsOf(text: string): { side: RegExpExecArray | null; amount: string } {
  const whole = plainText(text).trim().replace(/−/g, '-');
  const side = sideBehind.exec(whole);
  return { side, amount: (side ? whole.slice(0, side.index) : whole).trim() };
}

/** Does it look like an amount, with any sign, side or currency next to it? */
export const isSignedAmount = (cell: Cell): boolean =>
  isAmountLike(signedCell(cell)) &&
  (plainText(cell.text).match(/\p{L}+/gu) ?? []).every(
    (letters) => isCurrency(letters.toUpperCase()) || signOf(letters) !== null,
  );

/** Parses an amount in units of 10^-4; 0 for an empty cell, null where it cannot be read exactly. */
export function unitsIn(cell: Cell, decimals: Decimals): bigint | null {
  if (cell.problem !== undefined) return null;
  if (cell.text.trim() === '') return 0n;
  const written = plainAmount(cell, decimals);
  if (written === null) return null;
  const plain = written
    .replace(/^(-?)0+(?=\d)/, '$1')
    .replace(/(\.\d*?)0+$/, '$1')
    .replace(/\.$/, '');
  return isDecimal(plain) ? toUnits(plain) : null;
}

const debitWords = new Set(
  'D DR DEBIT S SOLL DB + DEBITO DEBET DEBE DARE IN BIJ ENTRATA INGRESO EINGANG'.split(' '),
);
const creditWords = new Set(
  'C CR CREDIT H HABEN K - CREDITO HABER AVERE OUT AF USCITA AUSGANG'.split(' '),
);

/**
 * Returns the sign of a side: 1 for a debit, as debits are money in for the account's owner. Null for a word that is neither, or that is a
 * debit in one program and a credit in another.
 */
export function signOf(side: string): 1n | -1n | null {
  const label = side
    .trim()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .replace(/\.$/, '');
  if (debitWords.has(label)) return 1n;
  return creditWords.has(label) ? -1n : null;
}
