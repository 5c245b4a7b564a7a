import { basename } from 'node:path';

import { todayAt } from '../../../shared/calendar/calendar.ts';
import type { TeamLogFilter } from '../../../shared/ipc/team-log.ts';
import { ok } from '../../../shared/result.ts';
import type { LogFilter } from '../../engines/act-log/log-table.ts';
import { writeWholeFile, type SaveAs } from '../../engines/exports/whole-file.ts';
import { chipsOf } from '../../engines/find/chips.ts';
import type { Term } from '../../engines/find/understand.ts';
import type { Handlers } from '../../engines/ipc/router.ts';
import { timestampNow } from '../../engines/machine/context.ts';
import type { OpenTeam } from '../../nouns/people/open-team.ts';
import type { BankDesk } from '../open-bank/bank-desk.ts';
import { openOf } from '../team/join-team.ts';
import {
  exportedLog,
  logChoices,
  logFilterOf,
  logPage,
  readLog,
  searchTerms,
} from '../open-bank/team-log.ts';

/** The routes of the team's log. Throws `team.none`, or why the desk's keys cannot be opened. */
export const teamLogHandlers = (
  open: () => BankDesk,
  { saveAs }: { readonly saveAs: SaveAs },
): Pick<Handlers, Extract<keyof Handlers, `teamLog.${string}`>> => ({
  'teamLog.list': async ({ before, limit, ...wanted }) => {
    const { team, today } = await readOn(open());
    const { filter, terms } = understood(team, wanted, today);
    return ok({ ...logPage(team, filter, { before, limit }), chips: chipsOf(terms, today) });
  },
  'teamLog.choices': async () => ok(logChoices((await readOn(open())).team)),
  'teamLog.export': async ({ format, ...wanted }) => {
    const { team, today, clock } = await readOn(open());
    const path = await saveAs(`TEAM_LOG_${today}.${format}`);
    if (path === undefined) return ok({ saved: false as const });
    const { filter } = understood(team, wanted, today);
    const exporting = { filter, wanted: givenOf(wanted), at: timestampNow(clock) };
    await writeWholeFile(path, exportedLog(team, format, exporting));
    return ok({ saved: true as const, fileName: basename(path) });
  },
});

/** The team, with its log updated to all acts that the desk has read. */
async function readOn({ copy, clock }: BankDesk) {
  const team = openOf(copy.team);
  await readLog(team, copy.journal);
  return { team, clock, today: todayAt(clock.now()) };
}

function understood(
  team: OpenTeam,
  wanted: TeamLogFilter,
  today: string,
): { readonly filter: LogFilter; readonly terms: readonly Term[] } {
  const terms = searchTerms(wanted.search, today);
  return { filter: logFilterOf(team, { ...wanted, terms }), terms };
}

/** The chosen parts of a filter. */
const givenOf = ({ person, kind, search }: TeamLogFilter): Readonly<Record<string, string>> => ({
  ...(person === null ? {} : { person }),
  ...(kind === null ? {} : { kind }),
  ...(search === '' ? {} : { search }),
});
