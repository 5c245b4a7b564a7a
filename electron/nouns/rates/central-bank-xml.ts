import { isIsoDate } from '../../../shared/calendar/calendar.ts';
import { isCurrency } from '../../../shared/money/currencies.ts';
import { isRate } from '../../../shared/money/rate.ts';
import { err, ok, type Result } from '../../../shared/result.ts';
import { createTurns } from '../../engines/files/turns.ts';
import {
  attributeOf,
  parseXml,
  type Attributes,
  type XmlHandler,
} from '../../engines/files/xml-elements.ts';
import { xmlText } from '../../engines/files/xml-text.ts';
import type { Pair } from './tables.ts';

/**
 * Reads the rates of the European Central Bank's XML, each per euro: a `Cube` with a `time` for each day, and in it a `Cube` with
 * `currency` and `rate` for each currency. Of several days the newest counts, in any order. A rate of that day that cannot be read refuses
 * the whole file, with its line.
 */
export async function readCentralBankXml(bytes: Uint8Array): Promise<Result<Pair[], string>> {
  const text = xmlText(bytes);
  if (!text.ok) return err(text.error.message);
  const handler = new RatesHandler();
  const fault = await parseXml(text.value, handler, createTurns());
  if (fault?.kind === 'cut')
    return err(`it ends in its middle, on line ${String(fault.line)}: fetch the whole file.`);
  if (fault) return err(`its line ${String(fault.line)} is no proper XML.`);
  const days = new Map<string, Day>();
  for (const day of handler.days)
    if (days.has(day.time)) return err(`line ${String(day.line)} has the day ${day.time} again.`);
    else days.set(day.time, day);
  const newest = handler.days.toSorted((one, other) => (one.time < other.time ? -1 : 1)).at(-1);
  if (!newest) return err('it is XML, but not the European Central Bank’s file of rates.');
  return pairsOf(newest);
}

type ListedRate = { readonly currency: string; readonly rate: string; readonly line: number };
type Day = { readonly time: string; readonly line: number; readonly rates: ListedRate[] };

/** The namespace of `Cube`; the envelope has another. */
const eurofxref = 'http://www.ecb.int/vocabulary/2002-08-01/eurofxref';

class RatesHandler implements XmlHandler {
  readonly days: Day[] = [];

  begins(name: string, namespace: string): boolean {
    return name === 'Cube' && namespace === eurofxref;
  }

  open(name: string, attributes: Attributes, line: number): void {
    if (name !== 'Cube') return;
    const time = attributeOf(attributes, 'time');
    if (time !== undefined) this.days.push({ time, line, rates: [] });
    const currency = attributeOf(attributes, 'currency');
    if (currency === undefined) return;
    this.days.at(-1)?.rates.push({ currency, rate: attributeOf(attributes, 'rate') ?? '', line });
  }
}

function pairsOf({ time, line, rates }: Day): Result<Pair[], string> {
  if (!isIsoDate(time)) return err(`line ${String(line)} has no day: “${time}”.`);
  const unread = rates.find(({ currency, rate }) => isCurrency(currency) && !isRate(rate));
  if (unread) return err(`line ${String(unread.line)} has no rate: “${unread.rate}”.`);
  const again = rates.find((one, at) =>
    rates.slice(0, at).some(({ currency }) => currency === one.currency),
  );
  if (again) return err(`line ${String(again.line)} has a second rate of ${again.currency}.`);
  return ok(
    rates
      .filter(({ currency }) => isCurrency(currency))
      .map(({ currency, rate }) => ({ base: 'EUR', counter: currency, rate, at: time })),
  );
}
