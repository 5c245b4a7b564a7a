import { basename } from 'node:path';

import { commandLineActor, type Stamp } from '../../../shared/actor.ts';
import type { MatchState } from '../../../shared/ipc/review/screening.ts';
import { limits } from '../../../shared/limits.ts';
import { openScreening } from '../../desk/screening/open-screening.ts';
import { deskClock, timestampNow } from '../../engines/machine/context.ts';
import type { Screening } from '../../nouns/screening/screening.ts';
import { addedLists } from '../../nouns/screening/routes.ts';
import { matchesOf, nameCheck } from '../../nouns/screening/view.ts';
import { argumentsOf, countOption, oneOf, required } from '../input/arguments.ts';
import { withHeldCopy } from '../input/copy-access.ts';
import {
  newContext,
  valueOf,
  WrongUse,
  type Command,
  type ExitCode,
  type Global,
} from '../input/command.ts';
import { readRegularFile } from '../input/regular-file.ts';

const options = {
  list: { type: 'string' },
  name: { type: 'string' },
  country: { type: 'string' },
  born: { type: 'string' },
  score: { type: 'string' },
  match: { type: 'string' },
  as: { type: 'string' },
  by: { type: 'string' },
  reason: { type: 'string' },
} as const;

type Values = Readonly<Partial<Record<keyof typeof options, string>>>;

/** The options of each act. */
const optionsOf = {
  lists: [],
  add: [],
  remove: ['list'],
  check: ['name', 'country', 'born', 'score'],
  decide: ['match', 'as', 'by', 'reason'],
} as const satisfies Readonly<Record<string, readonly (keyof typeof options)[]>>;

type Act = keyof typeof optionsOf;

const acts = Object.keys(optionsOf) as Act[];
const decisions = ['same', 'other', 'lifted', 'open'] as const satisfies readonly MatchState[];

/** Stores lists of sanctions and searches them for names. Prints JSON lines. No network. */
export const screening: Command = {
  summary:
    'Stores lists of sanctions, searches them for the names that the desk knows, and records what a person decides. No network.',
  usage:
    'screening lists | add FILE... | remove --list KEY | check [--name NAME [--country C] [--born YEAR] [--score N]] | decide --match ID --as same|other|lifted|open --by NAME --reason TEXT',
  run: (args, global) => {
    const { values, positionals } = argumentsOf(args, options, { positionals: true });
    const [first, ...files] = positionals;
    const act = oneOf(first, 'the first argument of screening', acts);
    if (act === undefined) throw new WrongUse(`screening needs one of ${acts.join(', ')}.`);
    const work = workOf(act, values, files);
    return withHeldCopy(global, async (copy) => {
      const clock = deskClock(global.io.clock, () => null);
      const open = openScreening(copy, clock, () => undefined);
      const stamp = { actor: commandLineActor(copy.deskId), at: timestampNow(clock) };
      try {
        return await work(open, { global, stamp });
      } finally {
        await open.close();
      }
    });
  },
};

type Run = { readonly global: Global; readonly stamp: Stamp };
type Work = (open: Screening, run: Run) => Promise<ExitCode>;

/** Checks the arguments before the local copy is opened. */
function workOf(act: Act, values: Values, files: readonly string[]): Work {
  const allowed: readonly string[] = optionsOf[act];
  const stray = Object.keys(values).find((name) => !allowed.includes(name));
  if (stray !== undefined) throw new WrongUse(`${act} takes no --${stray}.`);
  if ((act === 'add') !== files.length > 0)
    throw new WrongUse(act === 'add' ? 'add needs a file.' : `${act} takes options only.`);
  switch (act) {
    case 'lists':
      return printLists;
    case 'add':
      return addFiles(files);
    case 'remove':
      return removeList(required(values.list, 'list'));
    case 'check':
      return values.name === undefined ? checkAll(values) : checkName(values);
    case 'decide':
      return decide(values);
  }
}

const printLists: Work = (open, { global: { io } }) => {
  for (const list of open.lists()) io.print(JSON.stringify(list));
  return Promise.resolve(0);
};

const addFiles =
  (paths: readonly string[]): Work =>
  async (open, { global: { io }, stamp }) => {
    const files = [];
    for (const path of paths) {
      const bytes = valueOf(
        await readRegularFile(path, limits.screeningListBytesMax, newContext()),
      );
      files.push({ name: basename(path), bytes });
    }
    const { added, refused } = addedLists(open, await open.add(files, stamp));
    for (const list of added) io.print(JSON.stringify({ state: 'stored', ...list }));
    for (const one of refused) io.print(JSON.stringify({ state: 'refused', ...one }));
    return refused.length === 0 ? 0 : 1;
  };

const removeList =
  (key: string): Work =>
  (open, { global: { io }, stamp }) => {
    const list = open.lists().find((one) => one.key === key);
    if (!list) throw new WrongUse(`--list names no stored list: ${key}.`);
    const removed = open.remove(list.listId, stamp);
    io.print(JSON.stringify({ removed, key }));
    return Promise.resolve(0);
  };

/** Screens everybody whom the desk knows. Exits 1 while a match is open or holds payments back. */
function checkAll(values: Values): Work {
  if (Object.keys(values).length > 0) throw new WrongUse('check without --name takes no option.');
  return async (open, { global: { io } }) => {
    await open.run();
    const matches = matchesOf(open);
    for (const match of matches) io.print(JSON.stringify(match));
    const count = (state: MatchState): number =>
      matches.filter((match) => match.state === state).length;
    const [toDecide, held] = [count('open'), count('same')];
    io.print(
      JSON.stringify({ screened: open.screened(), open: toDecide, held, lists: open.editions() }),
    );
    return toDecide + held === 0 ? 0 : 1;
  };
}

/** Searches for one name and stores nothing. Exits 1 where it agrees with an entry. */
function checkName({ name, country, born, score }: Values): Work {
  const threshold = countOption(score, 'score');
  if (born !== undefined && !/^\d{4}$/.test(born))
    throw new WrongUse('--born is a year of four digits.');
  const names = [required(name, 'name')];
  const subject = { names, country: country ?? null, birthYear: born ?? null };
  return async (open, { global: { io } }) => {
    const { matches } = nameCheck(open, await open.check(subject, threshold));
    for (const match of matches) io.print(JSON.stringify(match));
    io.print(JSON.stringify({ name, matches: matches.length, lists: open.editions() }));
    return matches.length === 0 ? 0 : 1;
  };
}

function decide({ match, as, by, reason }: Values): Work {
  const matchId = required(match, 'match');
  const state = oneOf(required(as, 'as'), 'as', decisions) ?? 'open';
  const words = required(reason, 'reason').trim();
  const person = required(by, 'by').trim();
  return async (open, { global: { io }, stamp: { actor, at } }) => {
    await open.run();
    const stamp = { actor: { ...actor, name: person }, at };
    if (!open.decide({ matchId, state, reason: words }, stamp))
      throw new WrongUse(`--match names no match by the stored lists: ${matchId}.`);
    const decided = matchesOf(open).find((one) => one.matchId === matchId);
    io.print(JSON.stringify(decided));
    return 0;
  };
}
