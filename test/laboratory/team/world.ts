import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { sharedKinds } from '../../../electron/desk/open-bank/shared-records.ts';
import { openDeskTeam } from '../../../electron/desk/open-bank/team.ts';
import { requestToJoin } from '../../../electron/desk/team/join-team.ts';
import type { DeskTeam } from '../../../electron/desk/open-bank/desk-team.ts';
import {
  beginMembership,
  type Membership,
} from '../../../electron/engines/team-record/membership-row.ts';
import { admit } from '../../../electron/nouns/people/admit.ts';
import { foundTeam } from '../../../electron/nouns/people/found.ts';
import { markJoined } from '../../../electron/nouns/people/import-history.ts';
import { invite } from '../../../electron/nouns/people/invitation.ts';
import { awaitAdmission } from '../../../electron/nouns/people/join.ts';
import type { OpenTeam } from '../../../electron/nouns/people/open-team.ts';
import type { Outcome } from '../../../shared/errors.ts';
import { startMirage } from '../../support/banks/mirage/mirage.ts';
import { MortalDesk, type Machine } from '../desk.ts';
import { sync } from '../person.ts';
import { newTime, type Time } from '../time.ts';
import { LabRecord } from './lab-record.ts';
import { mainDatabase, RecordLine } from './record-line.ts';

export const context = { correlationId: 'laboratory' };

/** The value of what must not fail. */
function must<T>(outcome: Outcome<T>): T {
  if (outcome.ok) return outcome.value;
  throw new Error(`${outcome.error.code} ${outcome.error.message}`);
}

/** Ada and Ben administer, Mo does not. */
export const people = ['Ada', 'Ben', 'Mo'] as const;
export const desks = [0, 1, 2] as const;
export type DeskAt = (typeof desks)[number];

/** Three desks of a team as they are before each history, their lines, and the server of their record. */
export type World = {
  readonly record: LabRecord;
  readonly bankPort: number;
  /** In the order of `people`. */
  readonly desks: readonly WorldDesk[];
  /** When the team was complete. */
  readonly sinceMs: number;
  close(): Promise<void>;
};
export type WorldDesk = {
  readonly line: RecordLine;
  readonly dataDir: string;
  readonly machine: Machine;
  readonly login: string;
  readonly key: string;
};

/** A disk that forgets is quick; where there is none, the usual one. */
const memory = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

type Founding = {
  readonly record: LabRecord;
  readonly time: Time;
  readonly mortal: MortalDesk;
  readonly line: RecordLine;
};

/** Founds a team with the product's own steps. */
export async function startWorld(binaries: string): Promise<World> {
  const record = await LabRecord.start(binaries);
  const time = newTime();
  record.setTime(time.now());
  const bank = await startMirage(
    { hasList: true, reportsPages: true, fee: 'none', reportsFee: false },
    time,
  );
  const folder = mkdtempSync(join(memory, 'nostro-team-lab-'));
  const places: Founding[] = [];
  for (const name of people) {
    const line = await RecordLine.open(record.port);
    const dataDir = join(folder, name, 'data');
    places.push({ record, time, line, mortal: new MortalDesk({ bank, time, dataDir, line }) });
  }
  const [ada, ...others] = places;
  if (ada === undefined) throw new Error('no desk');
  const joined = [await found(ada)];
  for (const [at, place] of others.entries())
    joined.push(await join2(ada, place, people[at + 1] ?? ''));
  // What a desk has read once, such as the payees: a payment file needs it.
  for (const { mortal } of places) {
    await mortal.start();
    await sync(mortal.desk, 'usual');
    await mortal.end('ended');
  }
  await bank.close();
  await record.keepAsBeginning();
  return {
    record,
    bankPort: Number(new URL(bank.baseUrl).port),
    desks: places.map(({ line, mortal }, at) => ({
      ...{ line, machine: mortal.machine },
      dataDir: join(folder, people[at] ?? '', 'data'),
      ...(joined[at] ?? { login: '', key: '' }),
    })),
    sinceMs: time.now(),
    close: async () => {
      for (const { line } of places) line.close();
      await record.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The team of a desk, open. */
export function openOf(team: DeskTeam | null): OpenTeam {
  if (team?.open) return team.open;
  throw team?.fault ?? new Error('the desk has no team');
}

async function found({ record, time, mortal, line }: Founding) {
  const login = 'nostro_founder';
  await record.inside(mainDatabase, `SELECT nostro.make_login('${login}', '${login}')`);
  return asMember({ time, mortal }, membership(time, line, 'founding', login), async (team) => {
    must(await foundTeam(mortal.desk.copy.journal, team, login, context));
  });
}

async function join2(ada: Founding, { time, mortal, line }: Founding, name: string) {
  await ada.mortal.start();
  const admin = openOf(ada.mortal.desk.copy.team);
  const roles = name === 'Mo' ? (['maker'] as const) : (['admin', 'maker'] as const);
  const { profileId: bank } = mortal.profile.folder;
  const clock = time.deskClock();
  const invitation = must(await invite(admin, { name, roles, bank }, clock, context));
  const { login, password } = invitation;
  const row = { ...membership(time, line, 'joining', login), team: invitation.team, name };
  const joined = await asMember({ time, mortal }, row, async (team) => {
    const { journal } = mortal.desk.copy;
    const words = must(await requestToJoin(mortal.desk.copy, team, password, context));
    must(await admit(admin, words.join(' '), clock, context));
    must(await awaitAdmission(journal, team, 0, context));
  });
  await ada.mortal.end('ended');
  return joined;
}

const membership = (
  time: Time,
  { port }: RecordLine,
  state: 'founding' | 'joining',
  login: string,
): Membership => ({
  ...{ state, team: '', name: 'Ada', card: null, ca: null },
  address: { host: '127.0.0.1', port, database: mainDatabase, login },
  since: new Date(time.now()).toISOString(),
});

async function asMember(
  { time, mortal }: Pick<Founding, 'time' | 'mortal'>,
  row: Membership,
  work: (team: OpenTeam) => Promise<void>,
) {
  const notices = await mortal.start();
  if (!mortal.isOpen) throw new Error(notices.join());
  const { copy } = mortal.desk;
  beginMembership(copy.journal, row);
  const ports = { keychain: mortal.keychain, clock: time.deskClock(), version: '0.0.0-test' };
  const profile = mortal.profile.folder;
  const team = await openDeskTeam({ ports, profile, credentials: null, copy });
  const open = openOf(team);
  await work(open);
  await markJoined(copy.journal, open, sharedKinds);
  await team?.close();
  await mortal.end('ended');
  return { login: row.address.login, key: open.member.key };
}
