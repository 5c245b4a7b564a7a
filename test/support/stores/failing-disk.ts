import fs from 'node:fs';
import fsPromises from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';

import BetterSqlite3 from 'better-sqlite3';
import { onTestFinished } from 'vitest';

export type DiskCode = 'EIO' | 'ENOSPC';
/** What a disk is asked to do: `sync` puts through, `commit` and `checkpoint` are SQLite's. */
export type DiskStep = 'write' | 'sync' | 'rename' | 'commit' | 'checkpoint';

export type FailingDisk = {
  /** The steps of the work so far, in their order. */
  readonly steps: readonly DiskStep[];
  /** Fails the step of this number, from 0 on, and no other; none where it is null. */
  readonly work: <T>(
    fault: { readonly at: number; readonly code: DiskCode } | null,
    work: () => Promise<T>,
  ) => Promise<T>;
};

type Call = (...args: never[]) => unknown;

/** A disk of this process that fails at one step. SQLite's own calls cannot be reached: it fails as SQLite reports it. */
export async function failingDisk(): Promise<FailingDisk> {
  const state = {
    steps: [] as DiskStep[],
    fault: null as { at: number; code: DiskCode } | null,
    isOn: false,
    depth: 0,
  };
  const meet = (step: DiskStep): void => {
    if (!state.isOn || state.depth > 0) return;
    state.steps.push(step);
    if (state.steps.length - 1 !== state.fault?.at) return;
    const { code } = state.fault;
    if (step === 'commit' || step === 'checkpoint')
      throw code === 'EIO'
        ? new BetterSqlite3.SqliteError('disk I/O error', 'SQLITE_IOERR_FSYNC')
        : new BetterSqlite3.SqliteError('database or disk is full', 'SQLITE_FULL');
    throw Object.assign(new Error(`${code}: the disk of a test, ${step}`), { code });
  };
  const undo: (() => void)[] = [];
  const replace = (object: object, name: string, make: (before: Call) => Call): void => {
    const methods = object as Record<string, Call>;
    const before = methods[name]!;
    methods[name] = make(before);
    undo.push(() => {
      methods[name] = before;
    });
  };
  /** What a call does by other calls is one step. */
  const at = (object: object, name: string, step: DiskStep): void => {
    replace(object, name, (before) => {
      return function (this: unknown, ...args: never[]) {
        meet(step);
        state.depth += 1;
        try {
          return before.apply(this, args);
        } finally {
          state.depth -= 1;
        }
      };
    });
  };
  /** The same for a call that is waited for; what it does meanwhile goes by no other of these. */
  const later = (object: object, name: string, step: DiskStep): void => {
    replace(object, name, (before) => {
      return async function (this: unknown, ...args: never[]) {
        meet(step);
        const done: unknown = await before.apply(this, args);
        return done;
      };
    });
  };
  at(fs, 'fsyncSync', 'sync');
  at(fs, 'writeSync', 'write');
  at(fs, 'renameSync', 'rename');
  replace(fs, 'fdatasync', (before) => (...args) => {
    const [, done] = args as readonly unknown[] as [number, (cause: unknown) => void];
    try {
      meet('sync');
    } catch (cause) {
      done(cause);
      return undefined;
    }
    return before(...args);
  });
  replace(fs, 'writeFileSync', (before) => (...args) => {
    meet('write');
    const options = args[2] as { flush?: boolean } | undefined;
    if (options?.flush === true) meet('sync');
    state.depth += 1;
    try {
      return before(...args);
    } finally {
      state.depth -= 1;
    }
  });
  later(fsPromises, 'rename', 'rename');
  later(fsPromises, 'link', 'rename');
  const handle = await fsPromises.open(process.execPath, 'r');
  const handles = Object.getPrototypeOf(handle) as object;
  await handle.close();
  later(handles, 'sync', 'sync');
  later(handles, 'writeFile', 'write');
  replace(BetterSqlite3.prototype, 'transaction', (before) => {
    return function (this: unknown, work: never) {
      const whole = work as (...args: unknown[]) => unknown;
      // What is thrown behind the work, before it is committed, is undone as a failed commit is.
      const failing = (...args: unknown[]): unknown => {
        const done = whole(...args);
        if (!(this as BetterSqlite3.Database).readonly) meet('commit');
        return done;
      };
      return before.call(this, failing as never);
    };
  });
  replace(BetterSqlite3.prototype, 'prepare', (before) => {
    return function (this: unknown, sql: never) {
      const statement = before.call(this, sql) as BetterSqlite3.Statement;
      if (!String(sql).includes('wal_checkpoint')) return statement;
      const get = statement.get.bind(statement);
      statement.get = (...args: unknown[]) => {
        meet('checkpoint');
        return get(...args);
      };
      return statement;
    };
  });
  syncBuiltinESMExports();
  onTestFinished(() => {
    for (const one of undo.toReversed()) one();
    syncBuiltinESMExports();
  });
  return {
    get steps() {
      return state.steps;
    },
    work: async (fault, work) => {
      Object.assign(state, { steps: [], fault, isOn: true });
      try {
        return await work();
      } finally {
        state.isOn = false;
      }
    },
  };
}
