import type { Shell } from 'electron';

/** No viewer is started by the host: it says so, as a system does that has none. */
export const shell = {
  openPath: () => Promise.resolve('There is no viewer here.'),
} satisfies Pick<Shell, 'openPath'>;
