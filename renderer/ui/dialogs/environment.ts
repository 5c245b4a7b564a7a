import type { Environment } from '../../../shared/ipc/desk/desk.ts';

/** The word that tells real money from play money, as it is shown everywhere. */
export const environmentWord = (environment: Environment): string =>
  ({ sandbox: 'SANDBOX', uat: 'UAT', production: 'LIVE' })[environment];
