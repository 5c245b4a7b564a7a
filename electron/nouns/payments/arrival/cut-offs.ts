import type { OperationName } from '../../../../shared/bank/catalogue.ts';
import type { IsoDate, Timestamp } from '../../../../shared/calendar/calendar.ts';
import type { BankFile } from '../../../engines/bank/file/bank-file.ts';
import { zoneClock } from '../../../engines/bank/time/local-time.ts';
import type { CalendarSources } from '../../../engines/calendars/calendar.ts';

/** The bank file's rules for days: cut-offs, own days, and where a due day moves. */
export type PaymentDays = Pick<BankFile, 'cutOffs' | 'calendars'>;

export type CutOff = BankFile['cutOffs'][number];

/** The cut-off of an operation for a currency, else the operation's cut-off for every currency; null where neither is known. */
export const findCutOff = (
  { cutOffs }: PaymentDays,
  operation: OperationName,
  currency: string,
): CutOff | null =>
  cutOffs.find((one) => one.operation === operation && one.currency === currency) ??
  cutOffs.find((one) => one.operation === operation && one.currency === null) ??
  null;

/** The instant of a cut-off on a day of its zone, summer time included. Null where the bank file has none for it. */
export function cutOffOf(
  days: PaymentDays,
  operation: OperationName,
  currency: string,
  day: IsoDate,
): Timestamp | null {
  const cutOff = findCutOff(days, operation, currency);
  if (cutOff === null) return null;
  return new Date(zoneClock(cutOff.zone).instantOf(day, cutOff.at)).toISOString();
}

/** The days that the bank file adds to every calendar. */
export const calendarSourcesOf = ({ calendars }: PaymentDays): CalendarSources => ({
  ownDays: calendars.days.map(({ open, ...day }) => ({ ...day, isOpen: open })),
});
