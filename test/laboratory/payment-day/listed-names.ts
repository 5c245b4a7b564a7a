import type { BankDesk } from '../../../electron/desk/open-bank/bank-desk.ts';
import { addedLists } from '../../../electron/nouns/screening/routes.ts';
import { matchesOf } from '../../../electron/nouns/screening/view.ts';
import type { Stamp } from '../../../shared/actor.ts';
import { addDays } from '../../../shared/calendar/calendar.ts';
import type { MatchState } from '../../../shared/ipc/review/screening.ts';
import { firstPayee } from '../../support/banks/mirage/mirage-records.ts';
import { listFile } from '../../support/lists/list-files.ts';

const entryOf = (payee: string): string =>
  `<ENTITY><DATAID>${payee}</DATAID><FIRST_NAME>${firstPayee(payee).name.toUpperCase()}</FIRST_NAME>
   <UN_LIST_TYPE>Testland</UN_LIST_TYPE><REFERENCE_NUMBER>${payee}</REFERENCE_NUMBER></ENTITY>`;

/** Stores an edition behind the one that is stored, with the names of these payees. */
export async function addList(
  { screening }: BankDesk,
  payees: readonly string[],
  stamp: Stamp,
): Promise<string> {
  const before = screening.lists()[0]?.edition ?? '2026-10-01';
  const text = `<?xml version="1.0" encoding="UTF-8"?>
<CONSOLIDATED_LIST dateGenerated="${addDays(before, 1)}T00:00:00Z"><INDIVIDUALS></INDIVIDUALS>
<ENTITIES>${payees.map(entryOf).join('')}</ENTITIES></CONSOLIDATED_LIST>`;
  const { added, refused } = addedLists(
    screening,
    await screening.add([listFile('un.xml', text)], stamp),
  );
  if (refused[0]) throw new Error(refused[0].reason);
  return `${String(added[0]?.entries)} listed`;
}

/** Decides about every match; how many there were. */
export async function decideAll(
  { screening }: BankDesk,
  { as, stamp }: { readonly as: MatchState; readonly stamp: Stamp },
): Promise<number> {
  await screening.run();
  const matches = matchesOf(screening);
  for (const { matchId } of matches)
    screening.decide({ matchId, state: as, reason: 'I looked' }, stamp);
  return matches.length;
}
