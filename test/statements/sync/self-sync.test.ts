import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { StoredSelfSync } from '../../../electron/connections/session/self-sync-choice.ts';
import { SelfSync } from '../../../electron/nouns/statements/sync/scheduled-sync.ts';
import type { SelfSyncChoice } from '../../../shared/ipc/desk/settings.ts';
import { tempFolder } from '../../support/setup/temp-folder.ts';

const minute = 60_000;
const hour = 60 * minute;
const noon = Date.UTC(2026, 10, 20, 12);

/** A machine whose clock is UTC; a run takes no time. */
function machine(choice: SelfSyncChoice) {
  const world = { choice, now: noon, isFree: true, runs: [] as number[] };
  const selfSync = new SelfSync({
    choice: () => world.choice,
    now: () => world.now,
    hour: () => new Date(world.now).getUTCHours(),
    isFree: () => world.isFree,
    lastRun: () => {
      const last = world.runs.at(-1);
      return last === undefined ? null : { startedMs: last, endedMs: last };
    },
    start: () => void world.runs.push(world.now),
  });
  const pass = (ms: number): void => {
    for (const end = world.now + ms; world.now < end;) {
      world.now += minute;
      selfSync.look();
    }
  };
  return { world, selfSync, pass };
}

const edges: SelfSyncChoice = { everyMinutes: 0, quiet: null };

describe('a sync by itself', () => {
  test('never begins where no one chose it, whatever happens', () => {
    const { world, selfSync, pass } = machine({ everyMinutes: null, quiet: null });
    selfSync.wake();
    pass(48 * hour);
    expect(world.runs).toEqual([]);
    world.runs.push(world.now);
    world.choice = edges;
    selfSync.look();
    expect(world.runs).toHaveLength(1);
  });

  test('is begun where none ran since the bank was opened', () => {
    const { world, selfSync } = machine(edges);
    selfSync.look();
    expect(world.runs).toEqual([noon]);
  });

  test('is begun after a sign-in, when the machine wakes up and when the line is back', () => {
    const { world, selfSync, pass } = machine(edges);
    selfSync.wake();
    expect(world.runs).toEqual([noon]);
    pass(3 * hour);
    expect(world.runs).toHaveLength(1);
    selfSync.wake();
    expect(world.runs).toHaveLength(2);
  });

  test('is begun once when the day of the statement turns', () => {
    const { world, pass } = machine(edges);
    world.runs.push(noon);
    pass(12 * hour - minute);
    expect(world.runs).toHaveLength(1);
    pass(5 * hour);
    expect(world.runs.slice(1)).toEqual([Date.UTC(2026, 10, 21)]);
  });

  test('keeps its rhythm, counted from whatever run was the last', () => {
    const { world, pass } = machine({ everyMinutes: 15, quiet: null });
    world.runs.push(noon);
    pass(10 * minute);
    world.runs.push(world.now);
    pass(14 * minute);
    expect(world.runs).toHaveLength(2);
    pass(minute);
    expect(world.runs).toHaveLength(3);
    pass(hour);
    expect(world.runs).toHaveLength(7);
  });

  test('waits while no one is signed in or something else runs, and begins once afterwards', () => {
    const { world, selfSync, pass } = machine({ everyMinutes: 15, quiet: null });
    world.runs.push(noon);
    world.isFree = false;
    selfSync.wake();
    pass(2 * hour);
    selfSync.wake();
    expect(world.runs).toHaveLength(1);
    world.isFree = true;
    selfSync.look();
    selfSync.look();
    expect(world.runs).toHaveLength(2);
  });

  test('goes on after a clock that was set back by days', () => {
    const { world, pass } = machine({ everyMinutes: 30, quiet: null });
    world.runs.push(noon + 40 * hour);
    pass(minute);
    expect(world.runs).toHaveLength(2);
  });

  test('is never begun in quiet hours, and once at their end if anything was due', () => {
    const anHour = fc.nat(23);
    fc.assert(
      fc.property(
        fc.tuple(anHour, anHour).filter(([from, to]) => from !== to),
        fc.constantFrom(...([0, 15, 60] as const)),
        ([fromHour, toHour], everyMinutes) => {
          const { world, selfSync, pass } = machine({ everyMinutes, quiet: { fromHour, toHour } });
          const isQuiet = (at: number) => {
            for (let one = fromHour; one !== toHour; one = (one + 1) % 24)
              if (new Date(at).getUTCHours() === one) return true;
            return false;
          };
          selfSync.wake();
          pass(36 * hour);
          expect(world.runs.filter(isQuiet)).toEqual([]);
          expect(world.runs.length).toBeGreaterThan(0);
          expect(new Set(world.runs).size).toBe(world.runs.length);
        },
      ),
    );
  });
});

describe('what was chosen', () => {
  test('is there after the next start, and stays where it could not be saved', () => {
    const dataDir = tempFolder();
    const choice: SelfSyncChoice = { everyMinutes: 60, quiet: { fromHour: 22, toHour: 6 } };
    new StoredSelfSync(dataDir).save(choice);
    expect(new StoredSelfSync(dataDir).choice).toEqual(choice);
    const gone = new StoredSelfSync(join(dataDir, 'sync.json', 'no-folder'));
    expect(() => {
      gone.save(choice);
    }).toThrow();
    expect(gone.choice.everyMinutes).toBeNull();
  });

  test.each(['', '{', 'null', '{"everyMinutes":1}', '{"everyMinutes":15,"quiet":{"fromHour":24}}'])(
    'is nothing where the file says %j',
    (text) => {
      const dataDir = tempFolder();
      writeFileSync(join(dataDir, 'sync.json'), text);
      expect(new StoredSelfSync(dataDir).choice).toEqual({ everyMinutes: null, quiet: null });
    },
  );
});
