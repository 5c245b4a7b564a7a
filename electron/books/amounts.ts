import { isDecimal, toUnits } from '../../shared/money/decimal.ts';
import type { Decimals } from '../../shared/ipc/payment-files.ts';
import { plainAmount } from '../columns/decimals.ts';
import type { Cell } from '../files/table.ts';

/** An amount as ledgers write it, with its sign in front: theirs stands behind it, or is a pair of brackets. A currency beside it goes. */
export function signedCell(cell: Cell): Cell {
  if (cell.isNumber === true) return cell;
  const bare = cell.text
    .normalize('NFKC')
    .trim()
    .replace(/−/g, '-')
    .replace(/^([A-Z]{3}|[€$£¥])\s*(?=[-\d(])|(?<=[\d)-])\s*([A-Z]{3}|[€$£¥])$/g, '');
  const isOut = /^\(.*\)$|^[-–]|[-–]$/.test(bare);
  const digits = bare.replace(/^\((.*)\)$/, '$1').replace(/^[-+–]\s*|\s*[-–]$/g, '');
  return { ...cell, text: isOut && digits !== '' ? `-${digits}` : digits };
}

/** In units of 10^-4; 0 where nothing stands there, null where it cannot be read exactly. */
export function unitsIn(cell: Cell, decimals: Decimals): bigint | null {
  if (cell.problem !== undefined) return null;
  if (cell.text.trim() === '') return 0n;
  const plain = plainAmount(cell, decimals)
    ?.replace(/^(-?)0+(?=\d)/, '$1')
    .replace(/(\.\d*?)0+$/, '$1')
    .replace(/\.$/, '');
  return plain !== undefined && isDecimal(plain) ? toUnits(plain) : null;
}

const debitWords = new Set(['D', 'DR', 'DEBIT', 'S', 'SOLL', 'DB', '+']);
const creditWords = new Set(['C', 'CR', 'CREDIT', 'H', 'HABEN', 'K', '-']);

/** In the books of whoever keeps an account, its debits are what comes in. Null for a word that is neither. */
export function signOf(side: string): 1n | -1n | null {
  const word = side.trim().toUpperCase().replace(/\.$/, '');
  if (debitWords.has(word)) return 1n;
  return creditWords.has(word) ? -1n : null;
}
