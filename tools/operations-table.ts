import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { catalogue, operationNames, type OperationName } from '../shared/bank/catalogue.ts';
import type { Effect, Operation } from '../shared/bank/operation.ts';

/** Where a person meets an operation. Leave one out and this does not compile. */
const places: Readonly<Record<OperationName, string>> = {
  getToken: 'Sign-in',
  refreshToken: 'by itself, before the token expires',
  logoutUser: 'Settings, General: sign out',
  resetPassword: 'Settings, General: reset password',
  getCurrentUserInfo: 'Sidebar; Settings, General',
  createSubclient: 'Sub-clients: new sub-client',
  getAllSubclients: 'Sub-clients: list; every sync',
  getSubclient: 'Sub-clients: refresh one',
  updateSubclient: 'Sub-clients: the steps of onboarding',
  createSubclientShareholder: 'Sub-clients: shareholders',
  getSubclientShareholders: 'Sub-clients: shareholders; every sync',
  updateSubclientShareholder: 'Sub-clients: shareholders',
  getSubclientDocuments: 'Sub-clients: documents; every sync',
  uploadSubclientDocuments: 'Sub-clients: drop board, documents, also of one named by its id',
  deleteSubclient: 'Sub-clients: delete, also one named by its id',
  submitSubclient: 'Sub-clients: submit, also one named by its id',
  getAllAccounts: 'Position; Accounts; every sync',
  getAccount: 'Settings, Doctor',
  getAccountsBy: 'Position, Accounts: another account, by number or id; Accounts: refresh one',
  createVirtualAccount: 'Accounts: new virtual account',
  simulateInflow: 'Accounts: simulate an inflow (sandbox and UAT)',
  getStatement: 'Statements; every sync',
  downloadStatement: 'Statements: second source',
  getStatementV2: 'Statements: second source',
  downloadStatementV2: 'Statements: second source',
  getQuote: 'Convert',
  lockRate: 'Convert',
  getTrade: 'Convert: a trade',
  getAllTrades: 'Convert: trades; every sync',
  getAllBeneficiaries: 'Payees; every sync',
  getBeneficiary: 'Payees; Payments: review',
  updateBeneficiary: 'Payees: edit, also by its id alone',
  createBeneficiary: 'Payees: new',
  validateBeneficiaryAccount: 'Payees: new (NGN)',
  getBankDetails: 'Payees: new',
  getTransferFee: 'Payments: review',
  postTransferFee: 'Payments: review, where the GET form is closed',
  createSingleTransfer: 'Payments; Payment files',
  findTransfers: 'Payments; Exceptions; every sync',
  initiateRemittance: 'Remittances',
  getRemittance: 'Remittances; every sync',
  createReceivable: 'Receivables',
  getReceivable: 'Receivables; every sync',
  addANewClientConfiguration: 'Webhooks: configuration',
  updateClientConfigurationCurrentMode: 'Webhooks: configuration',
  getClientConfiguration: 'Webhooks; every sync',
};

const effects: Readonly<Record<Effect, string>> = {
  read: 'reads',
  change: 'changes',
  money: 'moves money',
};

const takesSecret = (name: OperationName): boolean => {
  const { secretInput }: Operation = catalogue[name];
  return secretInput !== undefined;
};

const cell = (text: string): string => text.replaceAll('|', '\\|');

function rowOf(name: OperationName): string {
  const { title, method, path, effect, origin }: Operation = catalogue[name];
  const cells = [
    `\`${name}\``,
    title,
    method,
    `\`${path}\``,
    effects[effect],
    origin,
    places[name],
  ];
  return `| ${cells.map(cell).join(' | ')} |`;
}

/** docs/OPERATIONS.md: every operation of the catalogue, group by group. */
export function operationsTable(): string {
  const groups = [...new Set(operationNames.map((name) => catalogue[name].group))];
  const specified = operationNames.filter((name) => catalogue[name].origin === 'specified');
  const secret = operationNames.filter(takesSecret).map((name) => `\`${name}\``);
  const head = [
    '# Operations',
    '',
    '<!-- Written by `npm run docs` from shared/bank; a test fails when it is out of date. -->',
    '',
    `The bank's specification names ${String(operationNames.length)} operations. It gives ${String(specified.length)} in full: they are *specified*, and open at every bank.`,
    'Of the others it gives the name, and of some the method. Their paths and shapes are ours: *assumed*. They are open at the',
    'sandbox. At any other bank nothing is sent for them until its bank file confirms them.',
    '',
    'Paths are below `{base_url}/platform`. An operation that *changes* something or *moves money* is journalled before it is sent.',
    'It is never sent again automatically, except as [decision 47](decisions/0047-a-401-leaves-a-change-unknown.md) allows. Every operation but the upload can be',
    'called with `nostro call NAME --input JSON`; the upload also takes `--file FILE`.',
    `A password or a token is never an argument: ${secret.join(', ')} take their input by \`--input @FILE\` or from standard input by`,
    '`--input -` only. No answer prints a token: it is replaced by `[kept by Nostro]`.',
  ];
  const tables = groups.flatMap((group) => [
    '',
    `## ${group}`,
    '',
    '| Name | Title | Method | Path | Effect | Origin | Where in the window |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    ...operationNames.filter((name) => catalogue[name].group === group).map(rowOf),
  ]);
  return `${[...head, ...tables].join('\n')}\n`;
}

export const operationsPage = fileURLToPath(new URL('../docs/OPERATIONS.md', import.meta.url));

if (import.meta.main) writeFileSync(operationsPage, operationsTable());
