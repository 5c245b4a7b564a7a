import { setTimeout } from 'node:timers/promises';

/**
 * Stands in for `vitest` while mutants run: the same `expect` and `vi`, but tests are collected into a list that
 * {@link takeTests} returns, so that the runner can run each one as often as it likes without loading it again.
 */
type Body = (...values: never[]) => unknown;
type Hook = () => unknown;

export type CollectedTest = {
  readonly id: string;
  readonly name: string;
  readonly file: string;
  readonly run: () => Promise<void>;
};

/** Vitest asks for its worker at the first assertion. */
Reflect.set(globalThis, '__vitest_worker__', {
  ...{ config: { snapshotOptions: {}, fakeTimers: { loopLimit: 10_000 } }, ctx: {}, durations: {} },
  ...{ environment: { name: 'node' }, metaEnv: {}, rpc: {}, onCleanup: () => undefined },
});
// Not by its name, which resolves to this file.
const vitest = (await import(
  new URL('../../node_modules/vitest/dist/index.js', import.meta.url).href
)) as typeof import('vitest');
export const { expect, vi } = vitest;

/** At most three seconds: a mutant may make it wait for ever. */
const pollEveryMs = 20;
const pollsMax = 150;

/** Any matcher, tried until it passes; vitest's own poll requires a test around it. */
const poll = (read: () => unknown, isNot = false): object =>
  new Proxy(
    {},
    {
      get: (_target, name) =>
        name === 'not'
          ? poll(read, !isNot)
          : async (...expected: readonly unknown[]): Promise<void> => {
              for (let left = pollsMax; ; left -= 1)
                try {
                  const assertion = expect(await read());
                  const matcher: object = isNot ? assertion.not : assertion;
                  (Reflect.get(matcher, name) as Body).apply(matcher, expected as never[]);
                  return;
                } catch (cause) {
                  if (left <= 0) throw cause;
                  await setTimeout(pollEveryMs);
                }
            },
    },
  );
Reflect.set(expect, 'poll', (read: () => unknown) => poll(read));

type Suite = { readonly name: string; readonly before: Hook[]; readonly after: Hook[] };

let tests: CollectedTest[] = [];
let file = '';
let suites: Suite[] = [];
let finishing: Hook[] = [];

const suite = (name: string): Suite => ({ name, before: [], after: [] });

/** Begins a test file: what is collected until the next one belongs to it. */
export function beginFile(path: string): void {
  file = path;
  suites = [suite('')];
}

export function takeTests(): readonly CollectedTest[] {
  const collected = tests;
  tests = [];
  return collected;
}

export const onTestFinished = (hook: Hook): void => void finishing.push(hook);
export const beforeEach = (hook: Hook): void => void suites.at(-1)?.before.push(hook);
export const afterEach = (hook: Hook): void => void suites.at(-1)?.after.push(hook);
/** Run with every test: a file of these rooms prepares nothing that costs. */
export const beforeAll = beforeEach;
export const afterAll = afterEach;

function collect(name: string, body: Hook): void {
  const around = [...suites];
  const full = [...around.slice(1).map((each) => each.name), name].join(' > ');
  const run = async (): Promise<void> => {
    finishing = [];
    try {
      for (const { before } of around) for (const hook of before) await hook();
      await body();
    } finally {
      for (const { after } of around.toReversed()) for (const hook of after) await hook();
      for (const hook of finishing.toReversed()) await hook();
    }
  };
  tests.push({ id: `${file}#${full}`, name: full, file, run });
}

/** Vitest's `%s`, `%j` and `$field` of a row's title; the row's number keeps titles apart. */
const titleOf = (title: string, at: number): string => `${title} #${String(at)}`;

const rowOf = (row: unknown): never[] => (Array.isArray(row) ? row : [row]) as never[];

const eachOf =
  (declare: (name: string, body: Hook) => void) =>
  (rows: readonly unknown[]) =>
  (title: string, body: Body): void => {
    for (const [at, row] of rows.entries()) declare(titleOf(title, at), () => body(...rowOf(row)));
  };

type Options = number | Readonly<Record<string, unknown>>;
const bodyOf = (first: Options | Hook, second?: Options | Hook): Hook =>
  typeof first === 'function' ? first : (second as Hook);

const declareTest = (name: string, first: Options | Hook, second?: Options | Hook): void => {
  collect(name, bodyOf(first, second));
};

export const test = Object.assign(declareTest, {
  each: eachOf(declareTest),
  for:
    (rows: readonly unknown[]) =>
    (title: string, body: Body): void => {
      for (const [at, row] of rows.entries())
        declareTest(titleOf(title, at), () => body(row as never));
    },
  skipIf: (isSkipped: unknown) => (name: string, body: Hook) => {
    if (!isSkipped) declareTest(name, body);
  },
  runIf: (isRun: unknown) => (name: string, body: Hook) => {
    if (isRun) declareTest(name, body);
  },
});
export const it = test;

const declareSuite = (name: string, body: Hook): void => {
  suites.push(suite(name));
  body();
  suites.pop();
};
export const describe = Object.assign(declareSuite, { each: eachOf(declareSuite) });
