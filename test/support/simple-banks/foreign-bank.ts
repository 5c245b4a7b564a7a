import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { onTestFinished } from 'vitest';

import { documentOf } from '../banks/document.ts';

/** One booked line as this bank keeps it: exact JSON number texts, never floats. */
export type BankEntry = {
  id: string;
  amount: string;
  currency: string;
  direction: string;
  transactionType: string;
  transactionDate: string;
  narration: string;
  customReference: string;
  balance: string;
};

export type ForeignBankOptions = {
  dates?: ['startDate', 'endDate'] | ['from', 'to'];
  paging?: ['pageNumber', 'limit'] | ['pageNumber', 'pageSize'] | ['pageOffset', 'pageSize'];
  pageUnit?: 'page' | 'item';
  firstPage?: 0 | 1;
  newestFirst?: boolean;
  pageSizeMax?: number;
  /** Oldest first. */
  entries: BankEntry[];
  openingBalance: string;
  accountNumber?: string;
  /** What its clock says, in the Date of every answer and on its bookings; the machine's when left out. */
  now?: () => number;
  /** A new sign-in ends no earlier one: several desks work at the same time. */
  keepsTokens?: boolean;
  /** Answers instead of the bank when it returns true. */
  intercept?: (request: IncomingMessage, response: ServerResponse, url: URL) => boolean;
};

export type ForeignBank = {
  readonly url: string;
  readonly credentials: Readonly<Record<string, string>>;
  readonly options: ForeignBankOptions;
  /** Method and path of every call, in order. */
  readonly calls: string[];
  readonly bodies: string[];
  /** Does the request carry the token that was given out last, or with `keepsTokens` any? */
  isAuthorized(request: IncomingMessage): boolean;
  /** Ends the token's life: the next call answers 401. */
  expireToken(): void;
  bankFile(statement?: object | 'auto'): string;
  /** Ends every connection and takes no new one, as a machine that lost its power. */
  die(): void;
  /** Comes back at the same address. */
  revive(): Promise<void>;
  close(): Promise<void>;
};

export const foreignCredentials = { username: 'treasury', password: 'canary-pässword-7f3a' };

/** A bank that is not ours: its own sign-in path, header, error shape and dialect. It shares no code with the sandbox. */
export async function startForeignBank(options: ForeignBankOptions): Promise<ForeignBank> {
  const calls: string[] = [];
  const bodies: string[] = [];
  let issued = 0;
  const tokens = new Set<string>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    response.setHeader('date', new Date((options.now ?? Date.now)()).toUTCString());
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const url = new URL(request.url ?? '/', 'http://bank');
      calls.push(`${request.method} ${url.pathname}${url.search}`);
      bodies.push(Buffer.concat(chunks).toString('latin1'));
      if (options.intercept?.(request, response, url)) return;
      answer(request, response, url, Buffer.concat(chunks).toString());
    });
    request.on('error', () => undefined);
  });

  function answer(
    request: IncomingMessage,
    response: ServerResponse,
    url: URL,
    body: string,
  ): void {
    if (url.pathname === '/platform/iam/v3/session') {
      const given = JSON.parse(body) as { user?: string; pass?: string };
      if (given.user !== foreignCredentials.username || given.pass !== foreignCredentials.password)
        return json(response, 401, '{"error":{"message":"Unknown user or pass phrase"}}');
      issued += 1;
      const token = `tok-${String(issued)}-canary-token`;
      if (!options.keepsTokens) tokens.clear();
      tokens.add(token);
      return json(response, 200, `{"data":{"jwt":"${token}","ttl":900}}`);
    }
    if (!isAuthorized(request))
      return json(response, 401, '{"error":{"message":"Session is over"}}');
    const statement =
      /^\/platform\/client-service\/api\/v1\/statement\/clientStatement\/(.+)$/.exec(url.pathname);
    if (statement) return json(response, 200, statementOf(options, url.searchParams));
    if (url.pathname === '/platform/client-service/api/v1/accounts/by')
      return json(response, 200, accountOf(options));
    const known = records(`${request.method ?? ''} ${url.pathname}`, body);
    if (known) return json(response, 200, known);
    json(response, 400, '{"error":{"message":"This bank has no such path"}}');
  }

  const isAuthorized = ({ headers }: IncomingMessage): boolean =>
    [...tokens].some((token) => headers['x-session'] === `Token ${token}`);

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  return {
    url,
    credentials: foreignCredentials,
    options,
    calls,
    bodies,
    isAuthorized,
    expireToken: () => {
      tokens.clear();
    },
    bankFile: (statement) => bankFileOf(url, options, statement),
    die: () => {
      server.close();
      server.closeAllConnections();
    },
    revive: () =>
      new Promise((resolve) => {
        server.listen(Number(new URL(url).port), '127.0.0.1', resolve);
      }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}

/** Such a bank of sixty entries, unless the options say otherwise, which closes with the test. */
export async function openForeignBank(
  options: Partial<ForeignBankOptions> = {},
): Promise<ForeignBank> {
  const bank = await startForeignBank({
    ...{ entries: trueEntries(60, '2026-10-01'), openingBalance: '1000.0000' },
    ...options,
  });
  onTestFinished(() => bank.close());
  return bank;
}

export const json = (response: ServerResponse, status: number, text: string): void => {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(text);
};

function bankFileOf(
  baseUrl: string,
  { dates, paging, pageUnit, firstPage, pageSizeMax }: ForeignBankOptions,
  statement?: object | 'auto',
): string {
  return JSON.stringify({
    name: 'Foreign Bank UAT',
    environment: 'uat',
    baseUrl,
    auth: {
      operation: 'getToken',
      request: { user: '{username}', pass: '{password}' },
      token: '/data/jwt',
      expiresIn: '/data/ttl',
      header: 'x-session',
      scheme: 'Token',
    },
    statement: statement ?? {
      dates: dates ?? ['startDate', 'endDate'],
      paging: paging ?? ['pageNumber', 'limit'],
      pageUnit: pageUnit ?? 'page',
      firstPage: firstPage ?? 1,
      pageSizeMax: pageSizeMax ?? 500,
    },
    errorMessage: ['/error/message'],
    idempotency: null,
    operations: { getToken: { method: 'POST', path: '/iam/v3/session' } },
    limits: { requestsPerSecond: 1000 },
  });
}

function statementOf(options: ForeignBankOptions, query: URLSearchParams): string {
  const [fromName, toName] = options.dates ?? ['startDate', 'endDate'];
  const [positionName, sizeName] = options.paging ?? ['pageNumber', 'limit'];
  const firstPage = options.firstPage ?? 1;
  const today = new Date((options.now ?? Date.now)()).toISOString().slice(0, 10);
  const from = query.get(fromName) ?? today;
  const to = query.get(toName) ?? today;
  const inRange = options.entries.filter((entry) => {
    const day = entry.transactionDate.slice(0, 10);
    return day >= from && day <= to;
  });
  const before = options.entries.filter((entry) => entry.transactionDate.slice(0, 10) < from);
  const opening = before.at(-1)?.balance ?? options.openingBalance;
  const closing = inRange.at(-1)?.balance ?? opening;
  const ordered = options.newestFirst === false ? inRange : [...inRange].reverse();
  const size = Math.min(Number(query.get(sizeName) ?? '20'), options.pageSizeMax ?? 500);
  const position = Number(query.get(positionName) ?? firstPage) - firstPage;
  const start = options.pageUnit === 'item' ? position : position * size;
  const rows = ordered.slice(start, start + size).map(entryText);
  const page = Math.floor(start / size) + firstPage;
  return `{"message":"ok","openingBalance":${opening},"closingBalance":${closing},"startDate":"${from}","endDate":"${to}","statement":{"data":[${rows.join(',')}],"page":${String(page)},"pageSize":${String(size)},"totalItems":${String(ordered.length)},"totalPages":${String(Math.ceil(ordered.length / size))}}}`;
}

/** Written by hand, so that numbers are exactly the texts the bank keeps. */
export const entryText = ({ amount, balance, ...rest }: BankEntry): string =>
  `${JSON.stringify(rest).slice(0, -1)},"amount":${amount},"balance":${balance}}`;

function accountOf({ entries, accountNumber, openingBalance }: ForeignBankOptions): string {
  const { balance = openingBalance, currency = 'USD' } = entries.at(-1) ?? {};
  return `{"message":"ok","account":{"accountId":"fa-1","clientId":"fc-1","entityId":"fe-1","uniqueRequestId":"11111111-2222-4333-8444-555555555555","currencyIso3Code":"${currency}","accountName":"Foreign operating","status":"active","availableBalance":${balance},"accountType":"wallet","fundingDetails":[{"accountName":"F","bankOrSortCode":"1","bic":"FORNUS33","accountNumber":"${accountNumber ?? '9988776655'}","bankCountry":"USA","bankName":"Foreign","bankAddress":"1 Way","countryIso3Code":"USA"}]}}`;
}

/** A true run of entries over days, oldest first, with balances that follow; amounts of up to 4 decimals. */
export function trueEntries(count: number, firstDay: string, signed = false): BankEntry[] {
  let balance = 10_000_000n;
  const start = Date.parse(`${firstDay}T08:00:00.000Z`);
  return Array.from({ length: count }, (_, at) => {
    const isDebit = at % 3 === 1;
    const amount = BigInt(1_0000 + at * 37_01 + (at % 7));
    balance += isDebit ? -amount : amount;
    return {
      id: `F-${String(at).padStart(6, '0')}`,
      amount: text(signed && isDebit ? -amount : amount),
      currency: 'USD',
      direction: isDebit ? 'debit' : 'credit',
      transactionType: at % 5 === 0 ? 'trade' : 'transfer',
      transactionDate: new Date(
        start + Math.floor(at / 6) * 86_400_000 + (at % 6) * 3_600_000,
      ).toISOString(),
      narration: `Invoice ${String(1000 + at)} canary-narration`,
      customReference: at % 4 === 0 ? '' : `REF-${String(at)}`,
      balance: text(balance),
    };
  });
}

function text(units: bigint): string {
  const magnitude = (units < 0n ? -units : units).toString().padStart(5, '0');
  return `${units < 0n ? '-' : ''}${magnitude.slice(0, -4)}.${magnitude.slice(-4)}`;
}

const subClientPath =
  /^(POST|PATCH) \/platform\/client-service\/api\/v1\/clients\/fc-1\/sub-clients\/fs-1\/(upload-kyc|submit|delete)$/;

/** The four specified operations that change something, answered in the specification's shapes. */
function records(call: string, body: string): string | null {
  if (call === 'PUT /platform/client-service/api/v1/beneficiaries/fb-1/update') {
    const { postCode, ...sent } = JSON.parse(body) as { postCode?: string };
    return JSON.stringify({ ...beneficiary, ...sent, postcode: postCode ?? '' });
  }
  const [, method, verb] = subClientPath.exec(call) ?? [];
  if (method === 'POST' && verb === 'upload-kyc') return JSON.stringify(document(body));
  if (method === 'POST' && verb === 'submit' && body === '')
    return JSON.stringify({
      ...subClient,
      approvalComments: 'Received',
      approvalDate: '2026-11-20',
    });
  if (method === 'PATCH' && verb === 'delete' && body === '')
    return JSON.stringify({ ...subClient, message: 'Sub-client deleted', status: 'deleted' });
  return null;
}

const beneficiary = {
  accountName: 'Oduya Foods',
  accountNumber: '0123456789',
  bankBicOrCode: 'EQBLKENA',
  bankName: 'Equity',
  bankAddress: 'Nairobi',
  name: 'Oduya Foods',
  addressLine1: '1 Uhuru',
  addressLine2: '',
  city: 'Nairobi',
  state: '',
  country: 'KEN',
  currencyIso3Code: 'KES',
  emailAddress: 'pay@oduya.example',
  phoneNumber: '+254700000000',
  paymentMethod: 'swift',
  clientId: 'fc-1',
  subClientId: 'fs-1',
  postcode: '00100',
  intermediaryBank: { bankName: 'Citi', bic: 'CITIUS33', country: 'USA' },
  branchInformation: { branchName: 'Main', branchCode: '001', city: 'Nairobi' },
};

const subClient = {
  entityId: 'fs-1',
  name: 'Marula GmbH',
  businessName: 'Marula GmbH',
  subClientType: 'subsidiary',
  customerType: 'corporate',
  countryOfRegistration: 'DEU',
  registrationDate: '2020-01-31',
  operatingCountries: ['DEU'],
  operatingIndustries: ['textiles'],
  stagesRemaining: [],
  approvalStatus: 'pending',
  status: 'draft',
  callbackUrl: null,
};

/** The upload form as this bank reads it: text parts and one file part. */
function document(body: string): object {
  const field = (name: string): string | null =>
    new RegExp(`name="${name}"\\r\\n\\r\\n([^\\r]*)\\r\\n`).exec(body)?.[1] ?? null;
  return documentOf({
    ...{ id: 'fd-1', entityId: 'fs-1', uploadedFiles: ['https://files.foreign.example/fd-1'] },
    ...{ createdAt: '2026-11-20T09:00:00.000Z', updatedAt: '2026-11-20T09:00:00.000Z' },
    ...{ documentType: field('documentType'), description: field('businessUserId') ?? '' },
    ...{ issueDate: field('issueDate'), expiryDate: field('expiryDate') },
    mimeType: /filename="[^"]*"\r\nContent-Type: ([^\r]*)/i.exec(body)?.[1] ?? '',
  });
}
