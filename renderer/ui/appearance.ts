import { showDaysAs } from '../../shared/calendar/day-labels.ts';
import type { Appearance } from '../../shared/ipc/desk/appearance.ts';
import { showNumbersAs } from '../../shared/money/format.ts';
import { showTimesOf } from './text/dates.ts';
import { drawRowsAs } from './lists/row-height.ts';

/** Applies the appearance. Colours change in place; texts and row heights are drawn again by their owners, keyed by `writtenAs`. */
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

/** Equal as long as no text or height has to be drawn again. */
export const writtenAs = ({ density, numbers, dates, zone }: Appearance): string =>
  [density, numbers, dates, zone].join(' ');
