import type { Handlers } from './router.ts';

/**
 * Returns handlers of a noun whose code is loaded at the first request, as the start does not need it. `routes` are the noun's own, as
 * the contract lists them.
 */
export function loadedLate<Name extends keyof Handlers>(
  routes: Readonly<Record<Name, unknown>>,
  load: () => Promise<Pick<Handlers, Name>>,
): Pick<Handlers, Name> {
  let loaded: Promise<Pick<Handlers, Name>> | null = null;
  const late =
    (name: Name) =>
    async (...input: Parameters<Handlers[Name]>): Promise<unknown> => {
      loaded ??= load();
      const handler = (await loaded)[name] as (...given: typeof input) => unknown;
      return handler(...input);
    };
  const names = Object.keys(routes) as Name[];
  return Object.fromEntries(names.map((name) => [name, late(name)])) as Pick<Handlers, Name>;
}
