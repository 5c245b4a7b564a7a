import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { DeskPrograms } from '../../electron/desk/desk.ts';
import { startSandbox, type Sandbox } from '../../sandbox/bank/sandbox.ts';
import type { Role } from '../../shared/team/roles.ts';
import { version } from '../../shared/version.ts';
import { LabRecord } from '../../test/laboratory/team/lab-record.ts';
import { mainDatabase } from '../../test/laboratory/team/record-line.ts';
import { memoryKeychain } from '../../test/support/setup/memory-keychain.ts';
import { inFolder } from '../bench/team/desk-folder.ts';
import { foundingDesk, joinedDesk } from '../bench/team/desks.ts';
import { BankPrices } from './bank-prices.ts';
import { DrillDesk } from './drill-desk.ts';
import { DrillTime } from './drill-time.ts';

export const personNames = ['maker', 'checker', 'lead'] as const;
export type PersonName = (typeof personNames)[number];

/** Who founded the team administers it, and has every role. */
const founder: PersonName = 'lead';
const others: Readonly<Record<Exclude<PersonName, typeof founder>, readonly Role[]>> = {
  maker: ['maker'],
  checker: ['checker'],
};

/** A Friday, so that payments before the drill are in the week before. */
const beginning = '2026-10-30T08:00:00.000Z';

/** Entries of the sandbox's history: few, because the drill reads its own. */
const entries = 400;

/** Three desks of a team at one sandbox bank, with the PostgreSQL of their record. */
export type DrillTeam = {
  readonly time: DrillTime;
  /** The bank itself: what it has booked is the truth. */
  readonly sandbox: Sandbox;
  readonly prices: BankPrices;
  readonly desks: Readonly<Record<PersonName, DrillDesk>>;
  readonly close: () => Promise<void>;
};

type Setup = {
  /** The folder of PostgreSQL's programs. */
  readonly binaries: string;
  readonly programs: DeskPrograms;
  readonly seed: number;
};

/** A disk that forgets is quick; where there is none, the usual one. */
const memory = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

/** Founds a team by the product's own steps, and opens its desks. */
export async function openDrillTeam({ binaries, programs, seed }: Setup): Promise<DrillTeam> {
  const time = new DrillTime(beginning);
  const folder = mkdtempSync(join(memory, 'nostro-drill-'));
  const record = await LabRecord.start(binaries);
  time.follow((nowMs) => {
    record.setTime(nowMs);
  });
  const sandbox = await startSandbox({ clock: time.bankClock, seed, entries });
  const openings = {
    maker: openingIn(join(folder, 'maker'), time, programs),
    checker: openingIn(join(folder, 'checker'), time, programs),
    lead: openingIn(join(folder, 'lead'), time, programs),
  };
  await foundTeam(record, time, openings);
  const open = (name: PersonName): Promise<DrillDesk> => {
    joinSandbox(openings[name].dataDir, sandbox);
    return DrillDesk.open(openings[name]);
  };
  const desks = {
    maker: await open('maker'),
    checker: await open('checker'),
    lead: await open('lead'),
  };
  return {
    ...{ time, sandbox, desks, prices: new BankPrices(sandbox, time) },
    close: async () => {
      for (const desk of Object.values(desks)) await desk.close();
      await sandbox.close();
      await record.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

type Opening = ReturnType<typeof openingIn>;

const openingIn = (place: string, time: DrillTime, programs: DeskPrograms) => ({
  ...{ dataDir: join(place, 'data'), stateDir: join(place, 'state') },
  ...{ keychain: memoryKeychain(), clock: time.deskClock, version, programs },
});

async function foundTeam(
  record: LabRecord,
  time: DrillTime,
  openings: Readonly<Record<PersonName, Opening>>,
): Promise<void> {
  const login = 'nostro_founder';
  await record.inside(mainDatabase, `SELECT nostro.make_login('${login}', '${login}')`);
  const joining = (name: PersonName) => {
    const opening = openings[name];
    const { dataDir, programs } = opening;
    const ports = { ...opening, storeWorker: programs.storeWorker, program: 'window' } as const;
    return { open: inFolder(dataDir, ports), clock: time.deskClock };
  };
  const database = { port: record.port, database: mainDatabase, login };
  const founding = await foundingDesk(database, { name: founder, ...joining(founder) });
  for (const [name, roles] of Object.entries(others) as [keyof typeof others, readonly Role[]][]) {
    const desk = await joinedDesk(founding, name, { roles, ...joining(name) });
    await desk.close();
  }
  await founding.close();
}

/** The desk of a data folder finds the sandbox as it finds one that another program plays. */
function joinSandbox(dataDir: string, { baseUrl }: Sandbox): void {
  const place = join(dataDir, 'sandbox');
  mkdirSync(place, { recursive: true, mode: 0o700 });
  writeFileSync(join(place, 'address.json'), JSON.stringify({ baseUrl }));
}
