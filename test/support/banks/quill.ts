import { randomUUID } from 'node:crypto';

import { serveBank, type BankRequest, type RunningBank, type BankAnswer } from './bank-server.ts';

/**
 * Quill Trust: the six specified operations as sections 2 and 4 write them, and nothing else unless its file says so. What it
 * answers to a change is what the test says; its own records show what it did.
 */
export type Quill = RunningBank & {
  /** The bank file names reads that show the outcome of a change, on request. */
  readonly bankFile: (options?: FileOptions) => string;
  readonly credentials: Readonly<Record<string, string>>;
  /** Section 2's beneficiary B-7 and sub-client S-9 as the bank has them; a test may change them. */
  readonly payee: Record<string, unknown>;
  readonly company: Record<string, unknown>;
  /** The bodies of the changes that arrived, in their order. */
  readonly changes: readonly { readonly call: string; readonly text: string }[];
};

type FileOptions = {
  readonly reads?: readonly (keyof typeof readPaths)[];
  readonly more?: Readonly<Record<string, unknown>>;
};

const readPaths = {
  getBeneficiary: { path: '/client-service/api/v1/beneficiaries/{entityId}' },
  getAllBeneficiaries: { path: '/client-service/api/v1/beneficiaries' },
  getSubclient: { path: '/client-service/api/v1/clients/{clientId}/sub-clients/{id}' },
};

export const quillPayee = {
  accountName: 'Mwangi Flowers Ltd',
  accountNumber: '0110022334',
  bankBicOrCode: 'EQBLKENA',
  bankName: 'Equity Bank',
  bankAddress: 'Upper Hill, Nairobi',
  name: 'Mwangi Flowers',
  addressLine1: '4 Ngong Road',
  addressLine2: 'Suite 2',
  city: 'Nairobi',
  state: 'Nairobi County',
  country: 'KEN',
  currencyIso3Code: 'KES',
  emailAddress: 'ap@mwangi.example',
  phoneNumber: '+254 700 000001',
  paymentMethod: 'swift',
  clientId: 'C-1',
  subClientId: 'S-9',
  postcode: '00100',
  intermediaryBank: { bankName: 'Barclays', bic: 'BARCGB22', country: 'GBR' },
  branchInformation: { branchName: 'Upper Hill', branchCode: '068', city: 'Nairobi' },
};

/** The fields that Submit and Delete both answer; each answers more (section 2). */
export const quillCompany = {
  entityId: 'S-9',
  name: 'Rift Tea',
  businessName: 'Rift Tea Ltd',
  subClientType: 'subsidiary',
  customerType: 'corporate',
  businessType: 'limited company',
  businessContactPhone: '+254 700 000002',
  businessContactEmail: 'office@rift.example',
  countryOfRegistration: 'KEN',
  registrationDate: '2014-02-03',
  businessAddressLine1: '1 Kericho Road',
  city: 'Kericho',
  state: 'Kericho County',
  postalCode: '20200',
  operatingCountries: ['KEN'],
  operatingIndustries: ['agriculture'],
  stagesRemaining: [] as string[],
  approvalStatus: 'pending',
  status: 'draft',
  parentClientId: 'C-1',
  createdAt: '2026-10-01T08:00:00.000Z',
  updatedAt: '2026-10-02T08:00:00.000Z',
};

export const deleteOnly = {
  message: 'Sub-client deleted',
  businessAddressLine2: 'Floor 3',
  callbackUrl: null,
  tin: 'TIN-77',
  code: 'KT009',
};

export const submitOnly = { approvalComments: 'Received', approvalDate: '2026-11-20' };

/** Serves the bank; `answer` says what a change is answered, null leaves it to the bank, which then does what it is asked. */
export async function startQuill(answer: (asked: BankRequest) => BankAnswer | null = () => null) {
  const credentials = { username: 'treasury', password: 'wren-4417-hollow' };
  const token = randomUUID();
  const payee: Record<string, unknown> = { ...quillPayee };
  const company: Record<string, unknown> = { ...quillCompany };
  const changes: { call: string; text: string }[] = [];

  const bank = await serveBank((asked) => {
    const path = asked.path.replace(/^\/platform/, '');
    if (path === '/auth/v1/token') return { body: { data: { token } } };
    if (asked.headers.authorization !== `Bearer ${token}`)
      return { status: 401, body: { message: 'Who is asking?' } };
    const call = `${asked.method} ${path}`;
    if (asked.method === 'GET') return read(call) ?? nothing;
    changes.push({ call, text: asked.text });
    return answer(asked) ?? change(call, asked) ?? nothing;
  });

  function read(call: string): BankAnswer | null {
    if (call.endsWith('/beneficiaries/B-7'))
      return { body: { message: 'ok', beneficiary: { entityId: 'B-7', ...payee } } };
    if (call.endsWith('/beneficiaries'))
      return {
        body: {
          message: 'ok',
          beneficiaries: { data: [{ entityId: 'B-7', ...payee }], ...onePage },
        },
      };
    return call.endsWith('/clients/C-1/sub-clients/S-9')
      ? { body: { message: 'ok', subClient: { ...deleteOnly, ...company } } }
      : null;
  }

  function change(call: string, { body }: BankRequest): BankAnswer | null {
    if (call.endsWith('/beneficiaries/B-7/update')) {
      const { postCode, ...fields } = body;
      Object.assign(payee, fields, postCode === undefined ? {} : { postcode: postCode });
      return { body: payee };
    }
    if (call.endsWith('/sub-clients/S-9/delete')) {
      Object.assign(company, { status: 'deleted', updatedAt: new Date().toISOString() });
      return { body: { ...company, ...deleteOnly } };
    }
    if (!call.endsWith('/sub-clients/S-9/submit')) return null;
    Object.assign(company, submitOnly, { updatedAt: new Date().toISOString() });
    return { body: company };
  }

  return {
    ...bank,
    credentials,
    payee,
    company,
    changes,
    bankFile: (options: FileOptions = {}) => bankFileOf(bank.baseUrl, options),
  } satisfies Quill;
}

const nothing: BankAnswer = { status: 404, body: { message: 'Nothing here' } };
const onePage = { page: 1, pageSize: 100, totalItems: 1, totalPages: 1 };

const bankFileOf = (baseUrl: string, { reads = [], more = {} }: FileOptions): string =>
  JSON.stringify({
    name: 'Quill Trust UAT',
    environment: 'uat',
    baseUrl,
    auth: { token: '/data/token' },
    operations: {
      getToken: { method: 'POST', path: '/auth/v1/token' },
      ...Object.fromEntries(reads.map((name) => [name, readPaths[name]])),
      ...(more['operations'] as object | undefined),
    },
    limits: { requestsPerSecond: 1000 },
    ...Object.fromEntries(Object.entries(more).filter(([name]) => name !== 'operations')),
  });
