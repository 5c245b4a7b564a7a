import {
  formParts,
  serveBank,
  type BankRequest,
  type RunningBank,
  type BankAnswer,
} from './bank-server.ts';
import { balanceOf, newBook, numberOf, questionIn, statementOf, type Book } from './book.ts';
import { documentOf } from './document.ts';

/** What this bank was asked to change, as it came. */
export type QuaysideChanges = {
  readonly updates: { readonly entityId: string; readonly body: Record<string, unknown> }[];
  readonly uploads: { readonly path: string; readonly fields: Record<string, string> }[];
  readonly submitted: string[];
  readonly deleted: string[];
};

/**
 * Quayside Mercantile: the six operations of the specification and a sign-in, and nothing else: no list, no record by its id. Its
 * file confirms no assumed operation.
 */
export type Quayside = RunningBank &
  QuaysideChanges & {
    readonly bankFile: string;
    readonly credentials: Readonly<Record<string, string>>;
    /** Changes are carried out, and the connection ends without a word. */
    isSilent: boolean;
    /** Answers the first account for every one. */
    mixesUpAccounts: boolean;
  };

/** Known by a number, and by its id. */
export const quaysideAccount = { number: 'QS-1001', id: 'qa-1', entityId: 'qe-1' };
/** The bank has no number for it: it is known by its ID alone. */
export const quaysideWallet = 'qa-2';
export const quaysideClient = 'QC-7';
export const quaysideBeneficiary = 'ben-77';
export const quaysideSubClient = 'sub-42';

const base = '/platform/client-service/api/v1';

export async function startQuayside(): Promise<Quayside> {
  const credentials = { username: 'quay', password: 'low-tide-at-4' };
  const books = new Map<string, Book>([
    [
      quaysideAccount.number,
      newBook(quaysideAccount.number, 'USD', { opening: 5_000_000n, count: 6, prefix: 'Q' }),
    ],
    [quaysideWallet, newBook(quaysideWallet, 'EUR', { opening: 700_000n, count: 3, prefix: 'W' })],
  ]);
  const changes: QuaysideChanges = { updates: [], uploads: [], submitted: [], deleted: [] };
  const manners = { isSilent: false, mixesUpAccounts: false };
  let beneficiary: Record<string, unknown> = { ...heldBeneficiary };
  let status = 'draft';
  let token = '';

  const answer = (body: unknown): BankAnswer =>
    manners.isSilent ? { body, ends: 'none' } : { body };

  const subClient = (more: object) => ({
    ...heldSubClient,
    status,
    updatedAt: new Date().toISOString(),
    ...more,
  });

  const ours = `${base}/clients/${quaysideClient}/sub-clients/${quaysideSubClient}`;
  const routes: Record<string, (asked: BankRequest) => BankAnswer> = {
    [`GET ${base}/accounts/by`]: ({ query }) => accountBy(query),
    [`PUT ${base}/beneficiaries/${quaysideBeneficiary}/update`]: ({ body }) => {
      changes.updates.push({ entityId: quaysideBeneficiary, body });
      const { postCode, ...rest } = body;
      beneficiary = {
        ...beneficiary,
        ...rest,
        ...(postCode === undefined ? {} : { postcode: postCode }),
      };
      return answer(beneficiary);
    },
    [`POST ${ours}/upload-kyc`]: (asked) => {
      const parts = formParts(asked);
      const fields = Object.fromEntries(
        parts.map(({ name, text, fileName }) => [name, fileName ?? text]),
      );
      changes.uploads.push({ path: asked.path, fields });
      return answer(documentIn(fields, changes.uploads.length));
    },
    [`POST ${ours}/submit`]: ({ path }) => {
      changes.submitted.push(path);
      return answer(
        subClient({ approvalStatus: 'pending', approvalComments: '', approvalDate: '' }),
      );
    },
    [`PATCH ${ours}/delete`]: ({ path }) => {
      changes.deleted.push(path);
      status = 'deleted';
      return answer(
        subClient({ message: 'Sub-client deleted', callbackUrl: null, tin: '', code: 'Q42' }),
      );
    },
  };

  function accountBy(query: URLSearchParams): BankAnswer {
    const number = query.get('accountNumber');
    const id = query.get('accountId') ?? '';
    const isFirst =
      number === quaysideAccount.number ||
      [quaysideAccount.id, quaysideAccount.entityId].includes(id) ||
      manners.mixesUpAccounts;
    if (isFirst)
      return {
        body: { message: 'ok', account: accountOf(books.get(quaysideAccount.number), true) },
      };
    if (id === quaysideWallet)
      return { body: { message: 'ok', account: accountOf(books.get(quaysideWallet), false) } };
    return { status: 400, body: { message: 'No such account' } };
  }

  const bank = await serveBank((asked) => {
    if (`${asked.method} ${asked.path}` === 'POST /platform/auth/token') {
      const { username, password } = asked.body;
      if (username !== credentials.username || password !== credentials.password)
        return { status: 401, body: { message: 'Wrong user or password' } };
      token = `t-${String(Date.now())}`;
      return { body: { token } };
    }
    if (asked.headers.authorization !== `Bearer ${token}`)
      return { status: 401, body: { message: 'Sign in first' } };
    const book = books.get(asked.path.slice(`${base}/statement/clientStatement/`.length));
    if (asked.method === 'GET' && book) return { body: statementOf(book, questionIn(asked.query)) };
    const route = routes[`${asked.method} ${asked.path}`];
    return route?.(asked) ?? { status: 400, body: { message: 'Nothing is known under this id' } };
  });
  return Object.assign(manners, {
    ...bank,
    ...changes,
    credentials,
    bankFile: fileOf(bank.baseUrl),
  });
}

const accountOf = (book: Book | undefined, hasNumber: boolean) => ({
  accountId: hasNumber ? quaysideAccount.id : quaysideWallet,
  clientId: quaysideClient,
  entityId: hasNumber ? quaysideAccount.entityId : 'qe-2',
  uniqueRequestId: '0b8f7c4e-5a40-4d52-9a05-3d1f0e6b7a11',
  currencyIso3Code: book?.currency ?? '',
  accountName: hasNumber ? 'Quayside operating' : 'Quayside wallet',
  status: 'active',
  availableBalance: numberOf(book ? balanceOf(book) : 0n),
  accountType: 'wallet',
  fundingDetails: hasNumber
    ? [
        {
          accountName: 'Quayside operating',
          accountNumber: quaysideAccount.number,
          bankName: 'Quayside',
        },
      ]
    : [],
});

/** The beneficiary at the bank, which it answers only after a change. */
const heldBeneficiary = {
  accountName: 'Tamar Chandlery Ltd',
  accountNumber: '31926819',
  bankBicOrCode: 'BARCGB22',
  bankName: 'Barclays',
  bankAddress: '1 Churchill Place',
  name: 'Tamar Chandlery',
  addressLine1: '2 Wharf Road',
  addressLine2: '',
  city: 'Plymouth',
  state: '',
  country: 'GBR',
  currencyIso3Code: 'GBP',
  emailAddress: 'till@tamar.example',
  phoneNumber: '',
  paymentMethod: 'local',
  clientId: quaysideClient,
  subClientId: '',
  postcode: 'PL1 1AA',
  intermediaryBank: { bankName: '', bic: '', country: '' },
  branchInformation: { branchName: '', branchCode: '', city: '' },
};

const heldSubClient = {
  entityId: quaysideSubClient,
  name: 'Lantern Fisheries',
  businessName: 'Lantern Fisheries Ltd',
  subClientType: 'subsidiary',
  customerType: 'corporate',
  businessType: 'limited company',
  businessContactPhone: '',
  businessContactEmail: '',
  countryOfRegistration: 'GBR',
  registrationDate: '2014-02-03',
  businessAddressLine1: '9 Fish Quay',
  city: 'Plymouth',
  state: '',
  postalCode: 'PL4 0LH',
  operatingCountries: ['GBR'],
  operatingIndustries: ['fishing'],
  stagesRemaining: [],
  approvalStatus: 'pending',
  parentClientId: quaysideClient,
  createdAt: '2026-10-01T08:00:00.000Z',
};

function documentIn(fields: Record<string, string>, count: number) {
  const now = new Date().toISOString();
  return documentOf({
    ...{ id: `qd-${String(count)}`, entityId: quaysideSubClient, createdBy: 'quay' },
    ...{ createdAt: now, updatedAt: now, documentType: fields['documentType'] },
    ...{ issueDate: fields['issueDate'] ?? null, expiryDate: fields['expiryDate'] ?? null },
    uploadedFiles: [`https://store.quayside.example/kyc/qd-${String(count)}`],
    documentOwner: fields['businessUserId'] === undefined ? 'company' : 'user',
  });
}

const fileOf = (baseUrl: string): string =>
  JSON.stringify(
    {
      name: 'Quayside Mercantile UAT',
      environment: 'uat',
      baseUrl,
      auth: {
        request: { username: '{username}', password: '{password}' },
        token: '/token',
      },
      statement: {
        dates: ['startDate', 'endDate'],
        paging: ['pageNumber', 'pageSize'],
        pageSizeMax: 100,
      },
      errorMessage: ['/message'],
      operations: { getToken: { path: '/auth/token' } },
    },
    null,
    2,
  );
