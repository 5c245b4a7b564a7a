import { newIdAt } from '../../engines/machine/new-id.ts';
import { actorText, type Stamp } from '../../../shared/actor.ts';
import { DeskFault } from '../../../shared/errors.ts';
import { shownDigits, type Currency } from '../../../shared/money/currencies.ts';
import { fromUnits, toUnits, type Decimal } from '../../../shared/money/decimal.ts';
import { readAmount } from '../../../shared/money/entered.ts';
import { row, run, type Journal } from '../../engines/store/database.ts';
import { writeJournal } from '../../engines/store/write-journal.ts';

/** The balance that a person entered from the books of a ledger; null where there is none. */
export function enteredBalance(journal: Journal, ledgerId: string): Decimal | null {
  const newest = row<{ amount: Decimal }>(
    journal,
    'SELECT amount FROM ledger_balance WHERE ledger_id = ? ORDER BY n DESC LIMIT 1',
    ledgerId,
  );
  return newest === null || newest.amount === '' ? null : newest.amount;
}

/** Null removes the balance. Durable before it returns; earlier amounts stay in the journal. */
export function saveBalance(
  journal: Journal,
  ledgerId: string,
  amount: Decimal | null,
  { actor, at }: Stamp,
): void {
  writeJournal(journal, 'ledger_balance', () =>
    run(
      journal,
      'INSERT INTO ledger_balance (balance_id, ledger_id, amount, entered_at, actor) VALUES (?, ?, ?, ?, ?)',
      ...[newIdAt(at), ledgerId, amount ?? '', at, actorText(actor)],
    ),
  );
}

const zero = /^0+(\.0+)?$/;

/** A balance as a person types it, below zero too; an empty text is none. Throws `input.invalid` with what is wrong. */
export function readBalance(text: string, currency: Currency): Decimal | null {
  const typed = text.trim();
  if (typed === '') return null;
  const magnitude = typed.replace(/^[-−–]\s*/, '');
  if (zero.test(magnitude) && currency !== '') return fromUnits(0n, shownDigits(currency));
  const read = readAmount(magnitude, currency);
  if (!read.ok) throw new DeskFault('input.invalid', `The books balance: ${read.error}.`);
  return magnitude === typed ? read.value : fromUnits(-toUnits(read.value), shownDigits(currency));
}
