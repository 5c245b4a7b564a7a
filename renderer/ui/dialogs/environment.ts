import type { Environment } from '../../../shared/ipc/desk/desk.ts';

/** The label that distinguishes real money from play money, as shown everywhere. */
export const environmentLabel = (environment: Environment): string =>
  ({ sandbox: 'SANDBOX', uat: 'UAT', production: 'LIVE' })[environment];
