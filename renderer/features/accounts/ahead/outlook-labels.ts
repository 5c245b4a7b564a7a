import { dayNumber } from '../../../../shared/calendar/calendar.ts';
import type { Outlook } from '../../../../shared/ipc/accounts/outlook.ts';
import { dayText } from '../../../ui/text/dates.ts';

/** Why there is no forecast. */
export function emptyWords({ history }: Outlook): string {
  if (history === null)
    return 'Nothing is known to move, and no day of its statement was fetched yet. A sync brings what comes again.';
  const days = dayNumber(history.to) - dayNumber(history.from) + 1;
  return `Nothing is known to move, and nothing in the last ${String(days)} days of its statement came again at a rhythm.`;
}

/** Why the forecast may be incomplete. */
export const shortWords = ({ history }: Outlook): string =>
  history === null
    ? ''
    : `Its statement reaches back to ${dayText(history.from)} without a hole. What comes each month shows once it came three times.`;
