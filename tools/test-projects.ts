/** The projects of `vitest.config.ts` that `npm test` runs, and those that `npm run test:full` runs. */
export const everyday = ['unit', 'unit-isolated', 'component', 'e2e'];
export const rest = ['unit-full', 'unit-isolated-full', 'component-full', 'e2e-full'];

/** The options of vitest that choose projects. */
export const chosen = (projects: readonly string[]): string =>
  projects.map((project) => `--project ${project}`).join(' ');
