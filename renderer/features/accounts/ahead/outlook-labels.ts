import { dayNumber } from '../../../../shared/calendar/calendar.ts';
import type { Outlook } from '../../../../shared/ipc/accounts/outlook.ts';
import { dayText } from '../../../ui/text/dates.ts';

/** Why there is no forecast. */
export function emptyWords({ history }: Outlook): string {
  if (history === null)
    return 'No upcoming payments known. No day of its statement was fetched yet: sync to find recurring ones.';
  const days = dayNumber(history.to) - dayNumber(history.from) + 1;
  return `No upcoming payments known. The last ${String(days)} days of its statement show no recurring ones.`;
}

/** Why the forecast may be incomplete. */
export const shortWords = ({ history }: Outlook): string =>
  history === null
    ? ''
    : `Its statement is complete from ${dayText(history.from)} on. Monthly payments show after three occurrences.`;
