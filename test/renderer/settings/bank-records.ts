import { catalogue, operationNames } from '../../../shared/bank/catalogue.ts';
import { appError } from '../../../shared/errors.ts';
import type { CalendarView } from '../../../shared/ipc/desk/calendars.ts';
import type { DoctorCheck, DoctorReport } from '../../../shared/ipc/desk/doctor.ts';
import type {
  BankFileCheck,
  BankRow,
  NetworkView,
  OperationRow,
} from '../../../shared/ipc/desk/settings.ts';
import type { DeskState } from '../../../shared/ipc/desk/desk.ts';
import { ok } from '../../../shared/result.ts';
import { sandboxDesk } from '../support/desk-records.ts';
import type { Answers } from '../support/fake-bridge.ts';
import { fakeSettings, settingsAnswers } from './settings-records.ts';

export const foreignBank: NonNullable<DeskState['bank']> = {
  profileId: '4f0c1d2e3a4b',
  name: 'Harbour Bank UAT',
  environment: 'uat',
  host: 'uat.harbour.example',
  credentialFields: [
    { name: 'user', secret: false },
    { name: 'passPhrase', secret: true },
  ],
  clientCertificate: false,
};

const closedHere = ['createSubclient', 'createSingleTransfer', 'resetPassword'] as const;

export const foreignDesk: DeskState = {
  ...sandboxDesk,
  bank: foreignBank,
  closedOperations: closedHere,
};

export const foreignFile = `{
  "name": "Harbour Bank UAT",
  "environment": "uat",
  "baseUrl": "https://uat.harbour.example",
  "auth": {
    "operation": "getToken",
    "request": { "user": "{user}", "pass": "{passPhrase}" },
    "token": "/data/jwt"
  },
  "statement": "auto",
  "operations": {
    "getToken": {
      "method": "POST",
      "path": "/iam/v3/session"
    }
  }
}
`;

const sandboxRow: BankRow = {
  ...sandboxDesk.bank!,
  isOpen: true,
  problem: null,
  canRestore: false,
  sizeBytes: 412_876_800,
};

export const bankRows: readonly BankRow[] = [
  sandboxRow,
  { ...foreignBank, isOpen: false, problem: null, canRestore: false, sizeBytes: 2_202_010 },
  {
    ...foreignBank,
    profileId: '9a8b7c6d5e4f',
    name: 'Harbour Bank',
    environment: 'production',
    host: 'api.harbour.example',
    isOpen: false,
    problem: null,
    canRestore: false,
    sizeBytes: 88_080_384,
  },
  {
    ...foreignBank,
    profileId: '1a2b3c4d5e6f',
    name: 'Meridian',
    host: 'uat.meridian.example',
    isOpen: false,
    canRestore: true,
    problem: 'Its bank file’s auth.token must start with a slash.',
    sizeBytes: 98_304,
  },
];

const stateOf = (name: (typeof operationNames)[number]): OperationRow['state'] => {
  if ((closedHere as readonly string[]).includes(name)) return 'closed';
  return catalogue[name].origin === 'specified' ? 'specified' : 'confirmed';
};

export const operationRows: readonly OperationRow[] = operationNames.map((name) => {
  const { title, group, method, path, effect, origin } = catalogue[name];
  const row = { name, title, group, method, path, effect, origin, state: stateOf(name) };
  return { ...row, isOverridden: row.state === 'confirmed' };
});

const check = (
  [id, title]: readonly [id: string, title: string],
  detail: string,
  rest: Partial<DoctorCheck> = {},
): DoctorCheck => ({ id, title, state: 'ok', detail, advice: null, error: null, ...rest });

export const fakeReport: DoctorReport = {
  startedAt: '2026-11-20T09:40:00.000Z',
  finishedAt: '2026-11-20T09:40:04.000Z',
  ok: true,
  bank: { name: 'Harbour Bank UAT', environment: 'uat', host: 'uat.harbour.example' },
  clockOffsetMs: 4_200,
  statementDialect: 'from/to, pageNumber/pageSize, first page 1',
  tls: { protocol: 'TLSv1.3', issuer: 'Example Root R3', validTo: '2027-02-01T00:00:00.000Z' },
  checks: [
    check(['address', 'Address'], 'uat.harbour.example answers.'),
    check(['tls', 'Encryption'], 'TLSv1.3; the certificate is trusted for another 73 days.'),
    check(['sign-in', 'Sign-in'], 'The bank takes the credentials.'),
    check(['clock', 'Clocks'], 'The bank’s clock is 4.2 s ahead.', {
      state: 'warning',
      advice: 'Nothing has to be done; prices are dated in the bank’s time.',
    }),
    check(['operation:getAllAccounts', 'Get All Accounts'], 'The bank refused it.', {
      state: 'failed',
      advice: 'Ask the bank for the path, and write it into the bank file.',
      error: appError('bank.refused', 'c-77af', {
        bank: { status: 403, message: 'Scope accounts:read is missing' },
      }),
    }),
    check(['operation:createSubclient', 'Create Subclient'], 'It changes something at the bank.', {
      state: 'skipped',
    }),
  ],
  findings: [
    {
      field: 'statement',
      current: '"auto"',
      found: '{"dates":["from","to"],"paging":["pageNumber","pageSize"]}',
      reason: 'Of the plausible ways only this one is echoed by the bank.',
    },
    {
      field: 'errorMessage',
      current: null,
      found: '["/fault/text"]',
      reason: 'A refused call had the bank’s words there.',
    },
  ],
  operations: operationRows,
};

export const fakeNetwork: NetworkView = {
  proxy: { kind: 'system', address: null, username: null, hasPassword: false },
  systemProxy: 'http://proxy.acme.example:8080',
  authorities: [
    {
      subject: 'CN=Acme Root CA, O=Acme Treasury Ltd',
      issuer: 'CN=Acme Root CA, O=Acme Treasury Ltd',
      validTo: '2031-05-01T00:00:00.000Z',
      fingerprint:
        'A1:B2:C3:D4:E5:F6:07:18:29:3A:4B:5C:6D:7E:8F:90:A1:B2:C3:D4:E5:F6:07:18:29:3A:4B:5C:6D:7E:8F:90',
      hasExpired: false,
    },
  ],
};

type Members = Readonly<Record<string, unknown>>;
const membersOf = (text: string): Members => JSON.parse(text) as Members;
const written = (value: unknown): string | null =>
  value === undefined ? null : JSON.stringify(value);

/** The main process's check, imitated: JSON as such, a token that is no pointer, and what differs. */
function checkOf(text: string): BankFileCheck {
  if (!isJson(text)) {
    const line = text.split('\n').length;
    return {
      mistakes: [{ field: '', problem: 'is not JSON: it ends too early', line }],
      changes: [],
      isSameBank: null,
    };
  }
  const [before, after] = [membersOf(foreignFile), membersOf(text)];
  const changes = [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .map((field) => ({ field, before: written(before[field]), after: written(after[field]) }))
    .filter((change) => change.before !== change.after);
  const line = text.split('\n').findIndex((words) => words.includes('"data/jwt"')) + 1;
  const problem = 'must start with a slash, like “/data/jwt”';
  if (line > 0)
    return { mistakes: [{ field: 'auth.token', problem, line }], changes, isSameBank: null };
  const isSameBank = !changes.some(({ field }) => ['baseUrl', 'environment'].includes(field));
  return { mistakes: [], changes, isSameBank };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const codesInUse = ['EUR', 'USD', 'NGN'];

/** The days and times of a bank’s payments; of any calendar but these nothing is known. */
export const calendarOf = (code = 'EUR'): CalendarView => ({
  ...{ edition: 'date-holidays 3.37.0', years: { first: 2024, last: 2035 }, codesInUse, code },
  countries: ['DE', 'GB', 'US'],
  isKnown: code !== 'NGN',
  ...{ from: '2026-11-20', to: '2027-11-20' },
  days: [
    ...(code === 'NGN'
      ? []
      : ([
          { day: '2026-12-25', name: 'Christmas Day', kind: 'closed', isOwn: false },
          { day: '2027-01-01', name: 'New Year’s Day', kind: 'open', isOwn: true },
          { day: '2027-03-26', name: 'Good Friday', kind: 'closed', isOwn: false },
        ] as const)),
    { day: '2027-06-30', name: 'Half-year closing of the bank', kind: 'closed', isOwn: true },
  ],
  cutOffs: [
    {
      ...{ operation: 'createSingleTransfer', currency: 'EUR', at: '15:30' },
      ...{ zone: 'Europe/Berlin', days: 1 },
    },
    {
      ...{ operation: 'createSingleTransfer', currency: null, at: '12:00' },
      ...{ zone: 'America/Argentina/Buenos_Aires', days: null },
    },
  ],
  ...{ ownDayCount: 2, dueDays: 'modified-following' },
});

/** Everything that the settings of a bank known by its file ask for. */
export const bankAnswers = (): Answers => ({
  ...settingsAnswers({
    ...fakeSettings,
    bank: foreignBank,
    bankFile: foreignFile,
    autoLockMinutes: 15,
  }),
  'banks.list': () =>
    ok({ rows: bankRows.map((row) => ({ ...row, isOpen: row.host === foreignBank.host })) }),
  'bankFile.check': ({ bankFile }) => ok(checkOf(bankFile)),
  'bankFile.save': () => ok(foreignDesk),
  'operations.list': () => ok({ rows: operationRows }),
  'calendars.view': ({ code }) => ok(calendarOf(code)),
  'doctor.last': () => ok({ report: fakeReport }),
  'doctor.run': () => ok(fakeReport),
  'network.get': () => ok(fakeNetwork),
  'drafts.read': () => ok({ text: null }),
  'drafts.keep': () => ok({ saved: true }),
  'drafts.forget': () => ok({ forgotten: true }),
  'desk.touch': () => ok({ touched: true }),
});
