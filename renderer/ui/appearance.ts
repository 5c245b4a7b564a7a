import { showDaysAs } from '../../shared/calendar/day-labels.ts';
import type { Appearance } from '../../shared/ipc/desk/appearance.ts';
import { showNumbersAs } from '../../shared/money/format.ts';
import { showTimesOf } from './text/dates.ts';
import { drawRowsAs } from './lists/row-height.ts';

/** Colours change where they are; what is written and how high rows are is drawn anew by who holds it, under `writtenAs`. */
export function lookAs({ theme, density, numbers, dates, zone }: Appearance): void {
  const more = matchMedia('(prefers-contrast: more)');
  document.documentElement.dataset['theme'] =
    theme === 'system' && more.matches ? 'contrast' : theme;
  document.documentElement.dataset['density'] = density;
  showNumbersAs(numbers);
  showDaysAs(dates);
  showTimesOf(zone);
  drawRowsAs(density);
}

/** Equal as long as nothing has to be written or measured anew. */
export const writtenAs = ({ density, numbers, dates, zone }: Appearance): string =>
  [density, numbers, dates, zone].join(' ');
