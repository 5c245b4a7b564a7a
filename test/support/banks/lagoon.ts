import { serveBank, type BankRequest, type RunningBank, type BankAnswer } from './bank-server.ts';

/**
 * Lagoon: written from the specification alone, and talkative. It answers what the specification has and, beside it, whatever
 * the test puts into its mouth: JSON text, so that its digits are its own.
 */
export type Lagoon = RunningBank & {
  readonly accountNumber: string;
  readonly credentials: Readonly<Record<string, string>>;
  /** Members of a JSON object, such as `"valueDate":"2026-10-01"`; read at every answer. */
  readonly says: { account: string; around: string; entries: Record<string, string> };
  readonly bankFile: (operations?: Readonly<Record<string, unknown>>) => string;
};

export const lagoonDay = '2026-10-01';
const accountNumber = '5550001';
const credentials = { username: 'treasury', password: 'canary-lagoon-5d1' };

const bookings = [
  ['L1', 'credit', '100.10', '1100.10', 'Invoice 4711'],
  ['L2', 'debit', '0.05', '1100.05', 'Fee'],
] as const;

export async function startLagoon(): Promise<Lagoon> {
  const says: Lagoon['says'] = { account: '', around: '', entries: {} };
  const bank = await serveBank((asked) => answerTo(asked, says));
  return {
    ...bank,
    accountNumber,
    credentials,
    says,
    bankFile: (operations = {}) =>
      JSON.stringify({
        name: 'Lagoon UAT',
        environment: 'uat',
        baseUrl: bank.baseUrl,
        auth: {
          operation: 'getToken',
          request: { username: '{username}', password: '{password}' },
          token: '/token',
        },
        statement: {
          dates: ['startDate', 'endDate'],
          paging: ['pageNumber', 'limit'],
          pageUnit: 'page',
          firstPage: 1,
        },
        operations: { getToken: { method: 'POST', path: '/token' }, ...operations },
        limits: { requestsPerSecond: 1_000 },
      }),
  };
}

const paths = '/platform/client-service/api/v1';

function answerTo({ path, query }: BankRequest, says: Lagoon['says']): BankAnswer {
  if (path === '/platform/token') return { body: { token: 'canary-lagoon-token' } };
  if (path === `${paths}/accounts/by`) return { body: null, text: accountText(says) };
  if (path === `${paths}/statement/clientStatement/${accountNumber}`)
    return { body: null, text: statementText(says, query) };
  return { status: 400, body: { message: 'There is no such path' } };
}

const more = (members = ''): string => (members === '' ? '' : `,${members}`);

const accountText = ({ account, around }: Lagoon['says']): string =>
  `{"message":"ok"${more(around)},"account":{"accountId":"LA-1","entityId":"LE-1","currencyIso3Code":"EUR","accountName":"Lagoon","status":"active","availableBalance":1100.05,"fundingDetails":[{"accountNumber":"${accountNumber}"}]${more(account)}}}`;

function statementText(says: Lagoon['says'], query: URLSearchParams): string {
  const from = query.get('startDate') ?? lagoonDay;
  const to = query.get('endDate') ?? lagoonDay;
  const booked = from <= lagoonDay && lagoonDay <= to ? bookings : [];
  const rows = booked.map(
    ([id, direction, amount, balance, narration]) =>
      `{"id":"${id}","amount":${amount},"currency":"EUR","direction":"${direction}","transactionType":"transfer","transactionDate":"${lagoonDay}T10:00:00.000Z","narration":"${narration}","customReference":"","balance":${balance}${more(says.entries[id])}}`,
  );
  const closing = booked.length > 0 ? '1100.05' : '1000.00';
  const size = query.get('limit') ?? '500';
  return `{"message":"ok","openingBalance":1000.00,"closingBalance":${closing},"startDate":"${from}","endDate":"${to}"${more(says.around)},"statement":{"data":[${rows.join(',')}],"page":${query.get('pageNumber') ?? '1'},"pageSize":${size},"totalItems":${String(rows.length)},"totalPages":1}}`;
}
