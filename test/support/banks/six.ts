import { serveBank, type BankRequest, type RunningBank, type BankAnswer } from './bank-server.ts';

/** What a bank answers to one operation; `id` is the record the path names, `clientId` its client. */
export type Answering = (asked: BankRequest, id: string, clientId: string) => BankAnswer;

/** The six operations the specification shows, at its paths (section 4). */
export type Six = Readonly<
  Record<
    | 'getStatement'
    | 'getAccountsBy'
    | 'updateBeneficiary'
    | 'uploadSubclientDocuments'
    | 'deleteSubclient'
    | 'submitSubclient',
    Answering
  >
>;

const API = '/platform/client-service/api/v1';
const SUBCLIENT = '/clients/(?<client>[^/]+)/sub-clients/(?<id>[^/]+)';
const PLACES: Readonly<Record<keyof Six, readonly [method: string, path: string]>> = {
  getStatement: ['GET', '/statement/clientStatement/(?<id>[^/]+)'],
  getAccountsBy: ['GET', '/accounts/by'],
  updateBeneficiary: ['PUT', '/beneficiaries/(?<id>[^/]+)/update'],
  uploadSubclientDocuments: ['POST', `${SUBCLIENT}/upload-kyc`],
  deleteSubclient: ['PATCH', `${SUBCLIENT}/delete`],
  submitSubclient: ['POST', `${SUBCLIENT}/submit`],
};

type Bank = {
  readonly six: Six;
  /** What it answers before it looks at the operation: who may not come in; its own sign-in. */
  readonly first: (asked: BankRequest) => BankAnswer | undefined;
  /** What it answers beyond the six. */
  readonly extra?: (asked: BankRequest) => BankAnswer | undefined;
  /** What it answers where it knows no path. */
  readonly unknown: BankAnswer;
};

export type SixBank = RunningBank & {
  /** Every answer as it left the bank, by `GET /path?query`, the latest standing. */
  readonly said: ReadonlyMap<string, string>;
};

/** Serves a bank of the specified operations, and keeps what it said word by word. */
export async function serveSix({ six, first, extra, unknown }: Bank): Promise<SixBank> {
  const said = new Map<string, string>();
  const running = await serveBank((asked) => {
    const answered = first(asked) ?? specified(six, asked) ?? extra?.(asked) ?? unknown;
    const text = answered.text ?? JSON.stringify(answered.body);
    const query = asked.query.toString();
    said.set(`${asked.method} ${asked.path}${query === '' ? '' : `?${query}`}`, text);
    return { ...answered, text };
  });
  return { ...running, said };
}

function specified(six: Six, asked: BankRequest): BankAnswer | undefined {
  for (const name of Object.keys(PLACES) as (keyof Six)[]) {
    const [method, path] = PLACES[name];
    const found = new RegExp(`^${API}${path}$`).exec(asked.path);
    if (found === null || method !== asked.method) continue;
    const { id = '', client = '' } = found.groups ?? {};
    return six[name](asked, decodeURIComponent(id), decodeURIComponent(client));
  }
  return undefined;
}

/** The day so many days before another, both YYYY-MM-DD. */
export const daysBefore = (day: string, ago: number): string =>
  new Date(Date.parse(day) - ago * 86_400_000).toISOString().slice(0, 10);
