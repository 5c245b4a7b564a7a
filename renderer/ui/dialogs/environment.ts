import type { Environment } from '../../../shared/ipc/desk/desk.ts';

/** The label that distinguishes real money from play money, as shown everywhere. */
export const environmentLabel = (environment: Environment): string =>
  ({ sandbox: 'SANDBOX', uat: 'UAT', production: 'LIVE' })[environment];

/** Where a bank is reached: its host, or that it runs here, as the sandbox does. */
export const hostLabel = (host: string): string =>
  /^(?:127\.\d+\.\d+\.\d+|localhost|\[::1\])(?::\d+)?$/.test(host) ? 'on this machine' : host;
