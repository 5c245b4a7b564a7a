import { join } from 'node:path';

import { expect } from 'vitest';

import {
  emptyHead,
  type Json,
  type JsonObject,
  noDigest,
  type Head,
  type NumberedAct,
  type SealedAct,
} from '../../../electron/engines/acts/act.ts';
import { envelopeDigest } from '../../../electron/engines/acts/chain.ts';
import { envelopeIn } from '../../../electron/engines/acts/envelope.ts';
import { makeAct } from '../../../electron/engines/acts/make-act.ts';
import { systemClock } from '../../../electron/engines/machine/context.ts';
import {
  applyChanges,
  type Changed,
  type SharingParts,
} from '../../../electron/engines/sharing/apply-changes.ts';
import { followApplied } from '../../../electron/engines/sharing/follow-changes.ts';
import type { SharedKind } from '../../../electron/engines/sharing/shared-kind.ts';
import { shareAll, Sharing } from '../../../electron/engines/sharing/sharing.ts';
import type { Journal } from '../../../electron/engines/store/database.ts';
import { openJournal } from '../../../electron/engines/store/opening/journal.ts';
import { openTeamCopy } from '../../../electron/engines/store/opening/team-copy.ts';
import {
  rememberedHead,
  rememberHead,
  saveMembership,
} from '../../../electron/engines/team-record/membership-row.ts';
import type { TeamServer } from '../../../electron/engines/team-record/postgres/team-server.ts';
import { TeamRecord } from '../../../electron/engines/team-record/team-record.ts';
import { fail, type Outcome } from '../../../shared/errors.ts';
import { ok } from '../../../shared/result.ts';
import { memberOf, numbered, teamKeysOf } from '../../acts/records.ts';
import { closing, key, temporaryFolder } from '../stores/store.ts';

const context = { correlationId: 'a test' };
const keys = teamKeysOf(40);

/** How the line to the record fails. */
export type Line = {
  isAway: boolean;
  /** The act is written, and its answer is lost. */
  losesNext: boolean;
  /** Acts change nothing. */
  isVoid: boolean;
};

/** A record in memory that orders acts as the server does. */
export function memoryRecord() {
  const acts: NumberedAct[] = [];
  const head = (): Head => acts.at(-1) ?? emptyHead;
  const lastOf = (author: string) =>
    acts
      .map(({ envelope }) => ({ read: envelopeIn(envelope)!, digest: envelopeDigest(envelope) }))
      .findLast(({ read }) => read.key === author);
  const add = (act: SealedAct): boolean => {
    const { key: author, prev } = envelopeIn(act.envelope)!;
    if ((lastOf(author)?.digest ?? noDigest) !== prev) return false;
    acts.push({ ...numbered(head(), act), at: recordedAt });
    return true;
  };
  const founder = memberOf(1);
  add(
    makeAct(
      { member: founder, keys, team: noDigest },
      { seq: 1, prev: noDigest, seen: emptyHead },
      { kind: 'found', content: {} },
    ),
  );
  const server = (line: Line): TeamServer => {
    const away = () => Promise.resolve(fail('team.unreachable', 'a test'));
    return {
      excess: [],
      isOpen: () => !line.isAway,
      head: () => (line.isAway ? away() : Promise.resolve(ok(head()))),
      actsAfter: (n: number, limit: number) =>
        line.isAway ? away() : Promise.resolve(ok(acts.slice(n, n + limit))),
      append: (act: SealedAct) => {
        if (line.isAway) return away();
        if (!add(act)) return Promise.resolve(fail('team.stale', 'a test'));
        if (!line.losesNext) return Promise.resolve(ok(acts.length));
        line.losesNext = false;
        return Promise.resolve(fail('team.answer-lost', 'a test'));
      },
      listen: () => Promise.resolve(ok(null)),
      close: () => Promise.resolve(),
    } as Partial<TeamServer> as TeamServer;
  };
  return { acts, server };
}

/** When the server takes every act. */
const recordedAt = '2026-11-20T10:00:00.000Z';

export type MemoryRecord = ReturnType<typeof memoryRecord>;

/** A desk of a person, by its number: 1 founded the team. It shares nothing before `join`. `standIns` are pairs of persons that stand in for each other. */
export function sharedDesk(
  { acts, server }: MemoryRecord,
  number: number,
  kinds: readonly SharedKind[],
  standIns: readonly (readonly string[])[] = [],
) {
  const folder = temporaryFolder();
  const journal: Journal = closing(
    openJournal(join(folder, 'journal.db'), key, { program: 'a test' }),
  );
  const copy = closing(openTeamCopy(join(folder, 'team.db'), key));
  const line: Line = { isAway: false, losesNext: false, isVoid: false };
  const member = memberOf(number);
  const changed: Changed[] = [];
  const open = () => {
    const record = new TeamRecord({
      ...{ copy, clock: systemClock, member },
      members: {
        keys: () => keys,
        learnKeys: () => undefined,
        whyVoid: () => (line.isVoid ? 'a test' : null),
        apply: () => undefined,
        isOutdated: () => false,
      },
      team: () => acts[0]!.digest,
      open: () =>
        Promise.resolve(line.isAway ? fail('team.unreachable', 'a test') : ok(server(line))),
      rememberHead: (head) => {
        rememberHead(journal, head);
      },
      rememberedHead: () => rememberedHead(journal),
      noteOwnAct: () => undefined,
    });
    const parts: SharingParts = {
      ...{ journal, copy },
      kinds: () => Promise.resolve(kinds),
      keys: () => keys,
      personOf: (author) => nameOfAuthor(author),
      standIn: (one, other) => standIns.some((pair) => pair.includes(one) && pair.includes(other)),
    };
    const sharing = new Sharing(parts, record, (one) => changed.push(one));
    return { record, parts, sharing };
  };
  let current = open();
  return {
    ...{ journal, line, changed },
    record: () => current.record,
    /** Reads on, applies and publishes, as an open window does. False where the record could not be reached. */
    exchange: async (): Promise<boolean> => {
      const { record, sharing } = current;
      const read = await record.catchUp(context);
      return read.ok && (await sharing.exchange(context)).ok;
    },
    /** Only writes an act of what waits, and is killed before it reads it back. */
    killedBehindWriting: async () => {
      const { record, sharing } = current;
      record.catchUp = () => Promise.resolve(fail('team.unreachable', 'a test'));
      void (await sharing.exchange(context)).ok;
      current = open();
    },
    /** What closes ask of the record. */
    closes: {
      isOwn: ({ author }: { readonly author: string }) =>
        nameOfAuthor(author) === nameOfAuthor(member.key),
      refresh: async (): Promise<Outcome<null>> => {
        const read = await current.record.catchUp(context);
        return read.ok ? current.sharing.exchange(context) : read;
      },
      write: (items: readonly JsonObject[], by: { readonly at: string; readonly by: string }) =>
        current.sharing.writeNow(
          'close',
          items.map((item) => ({ ...by, item })),
          context,
        ),
    },
    /** Brings what was applied to what is derived from it. */
    follow: (kind: string, work: (items: readonly Json[]) => Promise<void>) =>
      followApplied(current.parts, kind, work),
    restart: () => {
      current = open();
    },
    join: async () => {
      expect((await current.record.catchUp(context)).ok).toBe(true);
      await shareAll(current.parts, kinds, () => {
        saveMembership(journal, membershipOf(acts[0]!.digest));
      });
      await applyChanges(current.parts);
    },
  };
}

export type SharedDesk = ReturnType<typeof sharedDesk>;

/** Desk 4 is Ada’s second machine. */
const persons = ['a stranger', 'Ada', 'Ben', 'Cleo', 'Ada'] as const;

const nameOfAuthor = (author: string): string =>
  persons[[1, 2, 3, 4].find((one) => memberOf(one).key === author) ?? 0]!;

const membershipOf = (team: string) => ({
  ...{ state: 'joined' as const, team, name: 'a test' },
  address: { host: 'localhost', port: 5432, database: 'd', login: 'l' },
  ...{ ca: null, card: null, since: '2026-11-20T09:41:00.000Z' },
});
