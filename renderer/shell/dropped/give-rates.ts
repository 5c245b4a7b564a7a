import { todayAt } from '../../../shared/calendar/calendar.ts';
import { formatCount } from '../../../shared/money/format.ts';
import { request } from '../../state/desk.ts';
import type { Notices } from '../../state/notices.svelte.ts';
import type { Router } from '../../state/router.svelte.ts';
import { dayText } from '../../ui/text/dates.ts';

type Parts = { readonly notices: Notices; readonly router: Router };

/** Reads a dropped file of the central bank's rates, wherever it was dropped, and shows the result in the line at the foot. */
export async function giveRates(file: File, { notices, router }: Parts): Promise<void> {
  const bytes = await file.arrayBuffer().then(
    (buffer) => new Uint8Array(buffer),
    () => null,
  );
  if (bytes === null) {
    notices.show(`${file.name} cannot be read. It may be gone.`);
    return;
  }
  const read = await request('rates.give', { fileName: file.name, bytes });
  const open = { label: 'Show', run: () => router.go('position') } as const;
  if (!read.ok) notices.show(`Rates not used. ${read.error.message}`);
  else {
    const day = dayText(read.value.at, todayAt(Date.now()));
    notices.show(`ECB rates of ${day} read: ${formatCount(read.value.count)} currencies.`, open);
  }
}
