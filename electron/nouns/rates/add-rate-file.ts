import { addDays, todayAt, type IsoDate } from '../../../shared/calendar/calendar.ts';
import { err, ok, type Result } from '../../../shared/result.ts';
import type { Journal } from '../../engines/store/database.ts';
import { saveRates } from './tables.ts';

type AddedRates = { readonly count: number; readonly at: IsoDate };

/** Stores the rates of a file, or returns why the whole file is refused. */
export async function addRateFile(
  journal: Journal,
  bytes: Uint8Array,
  given: { readonly fileName: string; readonly reporting: string | null; readonly nowMs: number },
): Promise<Result<AddedRates, string>> {
  // The file readers are loaded with their first use.
  const { readRates } = await import('./rate-file.ts');
  const read = await readRates(bytes, given);
  if (!read.ok) return read;
  const { rates, at } = read.value;
  // In a zone ahead of UTC, rates may be of tomorrow. A later day would block every true rate until it comes.
  if (at > addDays(todayAt(given.nowMs), 1))
    return err(`its rates are of ${at}, a future day. Nothing of it is used.`);
  saveRates(journal, rates, new Date(given.nowMs).toISOString());
  return ok({ count: rates.length, at });
}
