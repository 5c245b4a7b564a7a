import { exactly, formParts, type BankRequest, type BankAnswer } from '../bank-server.ts';
import { monsoonFile } from './monsoon-file.ts';
import {
  CLIENT,
  COMPANY,
  companyAtFirst,
  HOLDINGS,
  LINES,
  PAYEE,
  payeeAtFirst,
  STAMP,
} from './monsoon-records.ts';
import { daysBefore, serveSix, type SixBank } from '../six.ts';

/**
 * Monsoon: a bank of the south seas, new and wilful. Unlike the rest: OAuth2 client credentials
 * with a form-encoded body, pages counted in entries from 0 and three long with the totals beside
 * the statement, null where a list is empty, numbers with exponents, currencies no table has
 * (XCG, USDT), `errors` as a map of fields, Unicode wherever text may stand, and an Update
 * Beneficiary that tidies what it is sent. It also lists its accounts, its beneficiaries and its
 * sub-clients, at addresses of its own.
 */
export type Monsoon = SixBank & {
  readonly bankFile: string;
  readonly credentials: Readonly<Record<string, string>>;
  readonly lines: typeof LINES;
  readonly payee: Readonly<Record<string, unknown>>;
  /** Tokens handed out so far. */
  readonly tokens: () => number;
};

const DESK = { clientId: 'nostro+desk', clientSecret: 'p&ss=w%rd/ü' } as const;
const PAGE = 3;

const wrong = (errors: Record<string, readonly string[]>): BankAnswer => ({
  status: 400,
  body: { errors, traceId: '00-4bf9' },
});

/** `today` is YYYY-MM-DD: the entries lie on it and on the three days before. */
export async function serveMonsoon(today: string): Promise<Monsoon> {
  let tokens = 0;
  const payee: Record<string, unknown> = { ...payeeAtFirst };
  const company: Record<string, unknown> = { ...companyAtFirst };

  const account = (number: string): Record<string, unknown> => ({
    accountId: `id:${number}`,
    clientId: CLIENT,
    entityId: `id:${number}`,
    uniqueRequestId: '3f0e2b1c-8d7a-4c55-9a0b-5e1f2d3c4b5a',
    currencyIso3Code: HOLDINGS[number]?.[0],
    accountName: `Monsoon ⛈ ${number}`,
    status: 'active',
    availableBalance: exactly(LINES[number]?.at(-1)?.balance ?? '0'),
    accountType: 'wallet',
    fundingDetails: number === 'XC-1' ? [{ accountNumber: number, bankName: '季节风' }] : null,
  });
  const getAccountsBy = ({ query }: BankRequest): BankAnswer => {
    const number = query.get('accountNumber') ?? query.get('accountId')?.replace(/^id:/, '') ?? '';
    if (!(number in HOLDINGS)) return wrong({ accountNumber: [`«${number}» is not ours`] });
    return { body: { account: account(number), message: '✓' } };
  };

  const getStatement = ({ query }: BankRequest, number: string): BankAnswer => {
    if (!(number in HOLDINGS)) return wrong({ accountNumber: [`«${number}» is not ours`] });
    const start = query.get('from') ?? today;
    const end = query.get('to') ?? today;
    const [currency, opening] = HOLDINGS[number] as readonly [string, string];
    const all = (LINES[number] ?? []).map((each, at) => ({
      ...each,
      at,
      day: daysBefore(today, each.ago),
    }));
    const within = all.filter(({ day }) => day >= start && day <= end);
    const offset = Number(query.get('pageOffset') ?? 0);
    const shown = within.slice(offset, offset + PAGE).map((each) => ({
      customReference: `№${String(each.at)}`,
      transactionDate: `${each.day}T11:0${String(each.at)}:00.000Z`,
      transactionType: 'trade',
      id: `${number}/${String(each.at)}`,
      amount: exactly(each.amount),
      balance: exactly(each.balance),
      currency,
      direction: each.direction,
      narration: each.narration,
    }));
    return {
      body: {
        statement: { data: shown.length === 0 ? null : shown },
        paging: {
          offset,
          size: PAGE,
          total: within.length,
          pages: Math.ceil(within.length / PAGE),
        },
        closingBalance: exactly(all.findLast(({ day }) => day <= end)?.balance ?? opening),
        openingBalance: exactly(all.findLast(({ day }) => day < start)?.balance ?? opening),
        startDate: start,
        endDate: end,
        message: '',
      },
    };
  };

  const updateBeneficiary = ({ body }: BankRequest, id: string): BankAnswer => {
    if (id !== PAYEE) return wrong({ entityId: ['no such beneficiary', 'or not yours'] });
    const { postCode, ...rest } = body;
    const email = rest['emailAddress'];
    if (typeof email === 'string' && !email.includes('@'))
      return wrong({ emailAddress: ['is not an address'] });
    for (const [field, value] of Object.entries({
      ...rest,
      postcode: postCode ?? payee['postcode'],
    }))
      payee[field] = typeof value === 'string' ? tidied(field, value) : value;
    return { body: payee };
  };

  const upload = (asked: BankRequest): BankAnswer => {
    const parts = formParts(asked);
    const file = parts.find(({ name }) => name === 'file');
    const part = (name: string): string | undefined =>
      parts.find((each) => each.name === name)?.text;
    if (file?.fileName === undefined) return wrong({ file: ['is required'] });
    return {
      body: {
        comment: null,
        documentType: part('documentType'),
        entityId: COMPANY,
        expiryDate: part('expiryDate') ?? null,
        id: 'doc-文-1',
        isDeleted: false,
        isExpired: false,
        issueDate: part('issueDate') ?? null,
        uploadedFiles: [`https://files.monsoon.example/${encodeURIComponent(file.fileName)}`],
        createdAt: STAMP,
        updatedAt: STAMP,
      },
    };
  };

  const submit = (): BankAnswer => {
    Object.assign(company, { stagesRemaining: [], approvalStatus: 'in review 🔍' });
    return { body: { ...company, approvalComments: 'ก', approvalDate: null } };
  };
  const remove = (): BankAnswer => {
    Object.assign(company, { status: 'deleted' });
    return { body: { ...company, message: 'さようなら' } };
  };
  const ofCompany = (id: string, does: () => BankAnswer): BankAnswer =>
    id === COMPANY ? does() : wrong({ id: ['is not a sub-client'] });

  const signIn = ({ text, headers }: BankRequest): BankAnswer => {
    const form = new URLSearchParams(text);
    const known =
      headers['content-type']?.startsWith('application/x-www-form-urlencoded') === true &&
      form.get('grant_type') === 'client_credentials' &&
      form.get('client_id') === DESK.clientId &&
      form.get('client_secret') === DESK.clientSecret;
    if (!known) return { status: 401, body: { error: 'invalid_client' } };
    tokens += 1;
    return {
      body: { access_token: `mon.${String(tokens)}`, token_type: 'Bearer', expires_in: 3600 },
    };
  };

  const bank = await serveSix({
    first: (asked) => {
      if (asked.path === '/platform/oauth2/token') return signIn(asked);
      return tokens > 0 && asked.headers.authorization === `Bearer mon.${String(tokens)}`
        ? undefined
        : { status: 401, body: { errors: { token: ['has lapsed'] } } };
    },
    six: {
      getStatement,
      getAccountsBy,
      updateBeneficiary,
      uploadSubclientDocuments: (asked, id) => ofCompany(id, () => upload(asked)),
      deleteSubclient: (_, id) => ofCompany(id, remove),
      submitSubclient: (_, id) => ofCompany(id, submit),
    },
    extra: ({ path }) => {
      if (path === '/platform/wind/accounts')
        return { body: { rows: ['XC-1', 'UT-9'].map(account) } };
      if (path === '/platform/wind/payees') return { body: { rows: [payee] } };
      if (path === `/platform/wind/payees/${encodeURIComponent(PAYEE)}`) return { body: payee };
      return path === '/platform/wind/companies' ? { body: { rows: [company] } } : undefined;
    },
    unknown: wrong({ path: ['leads nowhere'] }),
  });
  const bankFile = monsoonFile(bank.baseUrl);
  return { ...bank, bankFile, credentials: DESK, lines: LINES, payee, tokens: () => tokens };
}

/** Spaces run together and cut off; a BIC and a currency in capitals, an e-mail in small letters. */
function tidied(field: string, value: string): string {
  const clean = value.replaceAll(/\s+/g, ' ').trim();
  if (field === 'bankBicOrCode' || field === 'currencyIso3Code') return clean.toUpperCase();
  return field === 'emailAddress' ? clean.toLowerCase() : clean;
}
