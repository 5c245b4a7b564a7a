import { globSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

import type { CollectedTest } from './vitest-shim.ts';

/** What the instrumented code reads and writes, as Stryker names it. */
type Namespace = {
  activeMutant?: string | undefined;
  currentTestId?: string | undefined;
  mutantCoverage?: unknown;
  hitCount?: number | undefined;
  hitLimit?: number | undefined;
};
type MutantRun = {
  readonly activeMutant: { readonly id: string };
  readonly testFilter?: readonly string[];
  readonly mutantActivation: 'runtime' | 'static';
  readonly hitLimit?: number;
};
type Failure = { readonly id: string; readonly message: string };

const shim = new URL('./vitest-shim.ts', import.meta.url).href;
const here = pathToFileURL(`${resolve('.')}/`).href;

/** Modules of the sandbox carry it in their address: with a new one, all of them are loaded anew. */
let generation = 0;

registerHooks({
  resolve: (specifier, context, next) => {
    if (specifier === 'vitest') return { url: `${shim}?${generation}`, shortCircuit: true };
    const resolved = next(specifier, context);
    const isOurs = resolved.url.startsWith(here) && !resolved.url.includes('/node_modules/');
    return isOurs && !resolved.url.includes('?')
      ? { ...resolved, url: `${resolved.url}?${generation}` }
      : resolved;
  },
});

const messageOf = (cause: unknown): string =>
  cause instanceof Error ? cause.message : String(cause);

/** How long each test took when it last ran, in milliseconds. */
const durations = new Map<string, number>();
const durationOf = ({ id }: CollectedTest): number => durations.get(id) ?? 0;

async function failureOf({ id, run }: CollectedTest): Promise<Failure | null> {
  const started = performance.now();
  try {
    await run();
    return null;
  } catch (cause) {
    return { id, message: messageOf(cause) };
  } finally {
    durations.set(id, performance.now() - started);
  }
}

/**
 * Runs tests for Stryker in this very process: the modules are loaded once and a mutant is only switched on, where a run of
 * vitest loads everything for each. A mutant of code that runs while modules load is switched on before they are loaded anew.
 */
class InPlaceRunner {
  /** Instrumented code finds it under this name. */
  readonly #state = ((globalThis as Record<string, unknown>)['__stryker__'] ??= {}) as Namespace;
  #tests: readonly CollectedTest[] | null = null;

  capabilities(): { readonly reloadEnvironment: boolean } {
    return { reloadEnvironment: true };
  }

  async dryRun(): Promise<unknown> {
    this.#state.activeMutant = undefined;
    const results: unknown[] = [];
    for (const test of await this.#load()) {
      this.#state.currentTestId = test.id;
      const failure = await failureOf(test);
      this.#state.currentTestId = undefined;
      results.push({
        ...{ id: test.id, name: test.name, fileName: test.file },
        ...{ timeSpentMs: durationOf(test), status: failure ? 1 : 0 },
        failureMessage: failure?.message,
      });
    }
    return { status: 'complete', tests: results, mutantCoverage: this.#state.mutantCoverage };
  }

  async mutantRun(run: MutantRun): Promise<unknown> {
    const { activeMutant, testFilter, mutantActivation, hitLimit } = run;
    this.#begin(activeMutant.id, hitLimit);
    let tests: readonly CollectedTest[];
    try {
      if (mutantActivation === 'static') this.#forget();
      tests = await this.#loadInactive(mutantActivation === 'static');
    } catch (cause) {
      this.#end();
      return this.#killed({ id: 'loading', message: messageOf(cause) }, 0);
    }
    const chosen = tests.filter(({ id }) => testFilter?.includes(id) ?? true);
    const failure = await this.#firstFailure(chosen);
    const isEndless = (this.#state.hitCount ?? 0) > (hitLimit ?? Infinity);
    this.#end();
    if (mutantActivation === 'static') this.#forget();
    if (isEndless) return { status: 'timeout', reason: 'more hits than its limit' };
    if (!failure) return { status: 'survived', nrOfTests: chosen.length };
    return (await this.#failsWithout(failure.id))
      ? this.mutantRun(run)
      : this.#killed(failure, chosen.length);
  }

  /** A test that fails without a mutant too was spoilt by one before: then everything is loaded anew. */
  async #failsWithout(id: string): Promise<boolean> {
    const test = this.#tests?.find((each) => each.id === id);
    if (!test || !(await failureOf(test))) return false;
    this.#forget();
    const fresh = (await this.#load()).find((each) => each.id === id);
    if (!fresh || (await failureOf(fresh))) throw new Error(`${id} fails without a mutant`);
    return true;
  }

  /** The quickest test first: most mutants fail several. */
  async #firstFailure(tests: readonly CollectedTest[]): Promise<Failure | null> {
    for (const test of tests.toSorted((a, b) => durationOf(a) - durationOf(b))) {
      const failure = await failureOf(test);
      if (failure) return failure;
    }
    return null;
  }

  #begin(mutant: string, hitLimit: number | undefined): void {
    this.#state.activeMutant = mutant;
    this.#state.hitCount = 0;
    this.#state.hitLimit = hitLimit;
  }

  #end(): void {
    this.#state.activeMutant = undefined;
    this.#state.hitCount = undefined;
    this.#state.hitLimit = undefined;
  }

  #killed({ id, message }: Failure, nrOfTests: number): unknown {
    return { status: 'killed', killedBy: [id], failureMessage: message, nrOfTests };
  }

  /** Loads the tests, without the mutant unless it is one of code that runs while modules load. */
  async #loadInactive(isStatic: boolean): Promise<readonly CollectedTest[]> {
    const { activeMutant } = this.#state;
    if (!isStatic) this.#state.activeMutant = undefined;
    const tests = await this.#load();
    this.#state.activeMutant = activeMutant;
    return tests;
  }

  #forget(): void {
    generation += 1;
    this.#tests = null;
  }

  async #load(): Promise<readonly CollectedTest[]> {
    if (this.#tests) return this.#tests;
    const { beginFile, takeTests } = (await import(
      `${shim}?${generation}`
    )) as typeof import('./vitest-shim.ts');
    const files = (process.env['MUTANT_TESTS'] ?? '').split('\n').flatMap((glob) => globSync(glob));
    for (const file of files.sort()) {
      beginFile(file);
      await import(`${pathToFileURL(resolve(file)).href}?${generation}`);
    }
    return (this.#tests = takeTests());
  }
}

export const strykerPlugins = [
  { kind: 'TestRunner', name: 'in-place', injectableClass: InPlaceRunner },
];
