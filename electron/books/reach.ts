import { addDays } from '../../shared/calendar.ts';
import type { Ledger, LedgerLine, LedgerReading } from './ledger.ts';

type Told = LedgerLine & { readonly currency: string };

/** Leaves out the lines of other currencies and those too far from the period, and says how many. */
export function withinReach(
  told: readonly Told[],
  { period, currency, days }: Pick<LedgerReading, 'period' | 'currency' | 'days'>,
): Ledger {
  const [from, to] = [addDays(period.from, -days), addDays(period.to, days)];
  const ofCurrency = told.filter((line) => line.currency === currency);
  const near = ofCurrency.filter(({ day }) => day >= from && day <= to);
  const others = told.length - ofCurrency.length;
  const far = ofCurrency.length - near.length;
  return {
    lines: near.map(({ currency: _, ...line }) => line),
    notes: [
      ...(others === 0 ? [] : [`${linesText(others)} in another currency: left out.`]),
      ...(far === 0 ? [] : [`${linesText(far)} more than ${days} days from the period: left out.`]),
    ],
  };
}

const linesText = (count: number): string => (count === 1 ? '1 line is' : `${count} lines are`);
