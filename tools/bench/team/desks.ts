import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { sharedKinds } from '../../../electron/desk/open-bank/shared-records.ts';
import {
  systemClock,
  timestampNow,
  type Clock,
} from '../../../electron/engines/machine/context.ts';
import type { Journal } from '../../../electron/engines/store/database.ts';
import { closeJournal, openJournal } from '../../../electron/engines/store/opening/journal.ts';
import { Approvals } from '../../../electron/nouns/approvals/approvals.ts';
import { openTeamCopy } from '../../../electron/engines/store/opening/team-copy.ts';
import {
  beginMembership,
  type Membership,
} from '../../../electron/engines/team-record/membership-row.ts';
import { admit } from '../../../electron/nouns/people/admit.ts';
import { foundTeam } from '../../../electron/nouns/people/found.ts';
import { historyOf } from '../../../electron/nouns/people/history.ts';
import { markJoined } from '../../../electron/nouns/people/import-history.ts';
import { invite, type Invitation } from '../../../electron/nouns/people/invitation.ts';
import { askToJoin, awaitAdmission } from '../../../electron/nouns/people/join.ts';
import { openTeam, type OpenTeam } from '../../../electron/nouns/people/open-team.ts';
import type { Outcome } from '../../../shared/errors.ts';
import type { Role } from '../../../shared/team/roles.ts';
import { version } from '../../../shared/version.ts';
import { memoryKeychain } from '../../../test/support/setup/memory-keychain.ts';
import type { TeamDatabase } from './server.ts';

export const context = { correlationId: 'bench' };

/** The value of what must not fail. Throws its error's sentence. */
export async function valueOf<T>(work: Promise<Outcome<T>>): Promise<T> {
  const outcome = await work;
  if (!outcome.ok) throw new Error(outcome.error.message);
  return outcome.value;
}

/** A desk's part in a team, with a journal and a copy of the record of its own, and without a bank. */
export type BenchTeamDesk = {
  readonly journal: Journal;
  readonly team: OpenTeam;
  readonly approvals: Approvals;
  /** The folder that has its files. */
  readonly folder: string;
  readonly close: () => Promise<void>;
};

/** Opens a desk that begins its membership. */
export type OpenTeamDesk = (wanted: Membership) => Promise<BenchTeamDesk>;

async function openDesk(wanted: Membership): Promise<BenchTeamDesk> {
  const folder = mkdtempSync(join(tmpdir(), 'nostro-bench-team-'));
  const key = new Uint8Array(32).fill(7);
  const journal = openJournal(join(folder, 'journal.db'), key, { program: 'bench' });
  beginMembership(journal, wanted);
  const parts = {
    ...{ journal, clock: systemClock },
    sharedKinds: [],
    openCopy: () => openTeamCopy(join(folder, 'team.db'), key),
    vault: {
      ...{ profileDir: folder, profileId: 'bench', keychain: memoryKeychain() },
      ...{ credentials: null, appVersion: version },
    },
  };
  const team = await openTeam(parts, (of) => new Approvals(of));
  return {
    ...{ journal, team, approvals: team.reader, folder },
    close: async () => {
      await team.claims.close();
      await team.record.close();
      closeJournal(journal);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

type Joining = {
  /** Where the desk has its files; a folder that is removed with it when left out. */
  readonly open?: OpenTeamDesk;
  readonly clock?: Clock;
};

/** A desk that founded the team of a database. */
export async function foundingDesk(
  { port, database, login }: TeamDatabase,
  { name = 'Ada', open = openDesk, clock = systemClock }: Joining & { readonly name?: string } = {},
): Promise<BenchTeamDesk> {
  const desk = await open({
    ...{ state: 'founding', team: '', name, card: null, ca: null },
    address: { host: '127.0.0.1', port, database, login },
    since: timestampNow(clock),
  });
  await valueOf(foundTeam(desk.journal, desk.team, login, context));
  await markJoined(desk.journal, desk.team, sharedKinds);
  return desk;
}

/** A desk that was invited and asks to join, and the words that it reads aloud. */
export async function askingDesk(
  { team: founder }: BenchTeamDesk,
  name: string,
  {
    roles = ['maker'],
    open = openDesk,
    clock = systemClock,
  }: Joining & { readonly roles?: readonly Role[] } = {},
): Promise<{ desk: BenchTeamDesk; words: readonly string[] }> {
  const invitation = await valueOf(invite(founder, { name, roles, bank: 'bench' }, clock, context));
  return invitedDesk(invitation, { open, clock });
}

/** A desk that asks to join with an invitation, and the words that it reads aloud. */
export async function invitedDesk(
  { team, name, host, port, database, login, password }: Invitation,
  { open = openDesk, clock = systemClock }: Joining = {},
): Promise<{ desk: BenchTeamDesk; words: readonly string[] }> {
  const desk = await open({
    ...{ state: 'joining', team, name, card: null, ca: null },
    address: { host, port, database, login },
    since: timestampNow(clock),
  });
  const { history } = historyOf([], desk.team.member);
  const asking = { firstPassword: password, history };
  const words = await valueOf(askToJoin(desk.journal, desk.team, asking, context));
  return { desk, words };
}

/** Reads the record for the first time, once somebody admitted the desk. Throws where no one did. */
export async function finishJoining({ journal, team }: BenchTeamDesk): Promise<void> {
  const isIn = await valueOf(awaitAdmission(journal, team, 0, context));
  if (!isIn) throw new Error('the desk was not admitted');
  await markJoined(journal, team, sharedKinds);
}

/** A desk that was invited, asked to join and was admitted. */
export async function joinedDesk(
  founder: BenchTeamDesk,
  name: string,
  joining: Joining & { readonly roles?: readonly Role[] } = {},
): Promise<BenchTeamDesk> {
  const { desk, words } = await askingDesk(founder, name, joining);
  const { clock = systemClock } = joining;
  await valueOf(admit(founder.team, words.join(' '), clock, context));
  await finishJoining(desk);
  return desk;
}

/** The desks of a new team; the first founded it. */
export async function desksOf(database: TeamDatabase, count: number): Promise<BenchTeamDesk[]> {
  const founder = await foundingDesk(database);
  const desks = [founder];
  while (desks.length < count) desks.push(await joinedDesk(founder, `Desk ${desks.length + 1}`));
  return desks;
}
