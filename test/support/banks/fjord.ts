import { exactly, formParts, type BankRequest, type BankAnswer } from './bank-server.ts';
import { fjordFile } from './fjord-file.ts';
import { daysBefore, serveSix, type SixBank } from './six.ts';

/**
 * Fjord: an old core behind a gateway. Unlike the rest: every answer is wrapped
 * (`{"meta":{…},"data":{…}}`), DR and CR, ids and account numbers are JSON numbers beyond what a
 * double holds, amounts are JSON text, currencies are written small, fields nobody asked for stand
 * everywhere, entries come newest first, a 400 is a page of HTML and a 401 has no body. HTTP Basic
 * with every request.
 */
export type Fjord = SixBank & {
  readonly bankFile: string;
  readonly credentials: Readonly<Record<string, string>>;
  readonly lines: readonly FjordLine[];
  readonly payee: Readonly<Record<string, unknown>>;
};

export type FjordLine = {
  readonly ago: number;
  readonly id: string;
  readonly amount: string;
  readonly direction: 'DR' | 'CR';
  readonly balance: string;
  readonly narration: string;
  readonly counterparty: { readonly name: string; readonly iban: string } | null;
};

const USER = { username: 'nostro-desk', password: 'fjord:Passw0rd å' } as const;
/** Account numbers and ids as the bank writes them: numbers, too long for a double. */
export const FJORD_ACCOUNT = { number: '97104412345678901', id: '9007199254740993' } as const;
export const FJORD_SUBCLIENT = '36028797018963969';
export const FJORD_PAYEE = '72057594037927937';
const CLIENT = '18014398509481985';
const STAMP = '2026-02-01T23:59:59.999Z';
const OPENING = '1000.00';

const line = (
  id: string,
  ago: number,
  direction: FjordLine['direction'],
  amount: string,
  balance: string,
  [narration, counterparty = null]: [string, FjordLine['counterparty']?],
): FjordLine => ({ id, ago, direction, amount, balance, narration, counterparty });

/** Oldest first, as they were booked. */
const LINES: readonly FjordLine[] = [
  line('90071992547409930001', 3, 'DR', '12.30', '987.70', ['KORTKJØP 4412']),
  line('90071992547409930002', 2, 'CR', '0.30', '988.00', [
    'RETUR',
    { name: 'Øre & Co', iban: 'NO9386011117947' },
  ]),
  line('90071992547409930003', 2, 'DR', '988.00', '0.00', ['HUSLEIE']),
  line('90071992547409930004', 1, 'CR', '98765432109876.55', '98765432109876.55', [
    'SALG AV TANKSKIP',
    { name: 'Nordre Rederi ASA', iban: 'NO5015032080119' },
  ]),
  line('90071992547409930005', 0, 'DR', '0.05', '98765432109876.50', ['GEBYR']),
];

const page = (message: string): BankAnswer => ({
  status: 400,
  body: null,
  text: `<!doctype html><html><head><title>400</title><style>p{color:red}</style></head><body><h1>Bad Request</h1><p>${message}</p><script>track("x")</script></body></html>`,
  headers: { 'content-type': 'text/html; charset=utf-8' },
});

/** `today` is YYYY-MM-DD: the entries lie on it and on the three days before. */
export async function serveFjord(today: string): Promise<Fjord> {
  const payee: Record<string, unknown> = {
    beneficiaryNo: exactly(FJORD_PAYEE),
    accountName: 'Øre & Co',
    accountNumber: exactly('86011117947'),
    bankBicOrCode: 'DNBANOKK',
    bankName: 'DNB',
    bankAddress: null,
    name: 'Øre',
    addressLine1: 'Strandgaten 1',
    city: 'Bergen',
    country: 'NOR',
    currencyIso3Code: 'nok',
    emailAddress: 'post@ore.example',
    phoneNumber: '+47 55 55 01 00',
    paymentMethod: 'LOCAL',
    clientId: exactly(CLIENT),
    postcode: exactly('5004'),
    intermediaryBank: null,
    branchInformation: { branchName: 'Bryggen', riskClass: 2 },
    screening: { at: STAMP, hits: [], score: exactly('0.10') },
  };
  const company: Record<string, unknown> = {
    entityId: exactly(FJORD_SUBCLIENT),
    name: 'Fisk',
    businessName: 'Fisk AS',
    subClientType: 'SUBSIDIARY',
    customerType: 'CORPORATE',
    countryOfRegistration: 'NOR',
    registrationDate: '2001-09-09',
    operatingCountries: null,
    operatingIndustries: ['fishing', 'Fiske og fangst'],
    stagesRemaining: ['SUBMIT'],
    approvalStatus: null,
    status: 'draft',
    parentClientId: exactly(CLIENT),
    relationshipManager: { name: 'Åse', phones: ['+47 1', '+47 2'] },
    createdAt: STAMP,
    updatedAt: STAMP,
  };

  const getAccountsBy = ({ query }: BankRequest): BankAnswer => {
    const asked = query.get('accountNumber') ?? query.get('accountId');
    if (asked !== FJORD_ACCOUNT.number && asked !== FJORD_ACCOUNT.id)
      return page('No such account');
    return wrapped({
      message: null,
      account: {
        accountId: exactly(FJORD_ACCOUNT.id),
        clientId: exactly(CLIENT),
        entityId: exactly(FJORD_ACCOUNT.id),
        uniqueRequestId: null,
        currencyIso3Code: 'nok',
        accountName: 'Fjord drift',
        status: 'active',
        availableBalance: LINES.at(-1)?.balance,
        overdraftLimit: '2500.00',
        accountType: 'wallet',
        owner: { legalName: 'Fjord Rederi ASA', lei: '529900ODI3047E2LIV03' },
        fundingDetails: [
          {
            accountName: 'Fjord drift',
            accountNumber: exactly(FJORD_ACCOUNT.number),
            bic: 'FJORNOKK',
            bankCountry: 'NOR',
            bankName: 'Fjord',
            routing: [1, 2, { via: 'NICS' }],
          },
        ],
      },
    });
  };

  const getStatement = ({ query }: BankRequest, number: string): BankAnswer => {
    if (number !== FJORD_ACCOUNT.number) return page('Unknown account number');
    const start = query.get('startDate') ?? today;
    const end = query.get('endDate') ?? today;
    const all = LINES.map((each, at) => ({ ...each, at, day: daysBefore(today, each.ago) }));
    const within = all.filter(({ day }) => day >= start && day <= end).toReversed();
    return wrapped({
      openingBalance: all.findLast(({ day }) => day < start)?.balance ?? OPENING,
      closingBalance: all.findLast(({ day }) => day <= end)?.balance ?? OPENING,
      startDate: start,
      endDate: end,
      statement: {
        totalPages: 1,
        totalItems: within.length,
        pageSize: 500,
        page: 1,
        data: within.map((each) => ({
          valueDate: each.day,
          counterparty: each.counterparty,
          balance: each.balance,
          narration: each.narration,
          transactionDate: `${each.day}T10:0${String(each.at)}:00.000Z`,
          transactionType: 'transfer',
          direction: each.direction,
          currency: 'nok',
          amount: each.amount,
          id: exactly(each.id),
          customReference: null,
          bookingCode: { family: 'RCDT', proprietary: null },
        })),
      },
    });
  };

  const updateBeneficiary = ({ body }: BankRequest, id: string): BankAnswer => {
    if (id !== FJORD_PAYEE) return page('Ukjent mottaker &amp; id');
    const { postCode, accountNumber, ...rest } = body;
    Object.assign(payee, rest, {
      // A number where all are digits: the bank's column is numeric.
      ...(postCode === undefined ? {} : { postcode: numeric(postCode) }),
      ...(accountNumber === undefined ? {} : { accountNumber: numeric(accountNumber) }),
      ...('currencyIso3Code' in rest
        ? { currencyIso3Code: String(rest['currencyIso3Code']).toLowerCase() }
        : {}),
    });
    return wrapped(payee);
  };

  const upload = (asked: BankRequest): BankAnswer => {
    const part = (name: string): string | undefined =>
      formParts(asked).find((each) => each.name === name)?.text;
    if (part('file') === undefined) return page('File missing');
    return wrapped({
      id: exactly('144115188075855873'),
      entityId: exactly(FJORD_SUBCLIENT),
      createdAt: STAMP,
      updatedAt: STAMP,
      isDeleted: false,
      documentType: part('documentType'),
      uploadedFiles: null,
      issueDate: part('issueDate') ?? null,
      mimeType: 'application/pdf',
      parentType: 'subclient',
      virusScan: { engine: 'clam', clean: true },
    });
  };

  const submit = (): BankAnswer => {
    if (company['status'] === 'deleted') return page('Selskapet er slettet');
    Object.assign(company, { stagesRemaining: null, approvalStatus: 'pending' });
    return wrapped({ ...company, approvalComments: null, approvalDate: '2026-02-02' });
  };
  const remove = (): BankAnswer => {
    if (company['status'] === 'deleted') return page('Selskapet er allerede slettet');
    Object.assign(company, { status: 'deleted' });
    return wrapped({ message: 'OK', ...company, callbackUrl: null, tin: exactly('987654321') });
  };
  const ofCompany = (id: string, does: () => BankAnswer): BankAnswer =>
    id === FJORD_SUBCLIENT ? does() : page('Ukjent selskap');

  const bank = await serveSix({
    first: ({ headers }) =>
      headers.authorization === BASIC ? undefined : { status: 401, body: null, text: '' },
    six: {
      getStatement,
      getAccountsBy,
      updateBeneficiary,
      uploadSubclientDocuments: (asked, id) => ofCompany(id, () => upload(asked)),
      deleteSubclient: (_, id) => ofCompany(id, remove),
      submitSubclient: (_, id) => ofCompany(id, submit),
    },
    unknown: { ...page('Not here'), status: 404 },
  });
  const bankFile = fjordFile(bank.baseUrl);
  return { ...bank, bankFile, credentials: USER, lines: LINES, payee };
}

const BASIC = `Basic ${Buffer.from(`${USER.username}:${USER.password}`).toString('base64')}`;

let calls = 0;
const wrapped = (data: unknown): BankAnswer => {
  calls += 1;
  return { body: { meta: { requestId: `req-${String(calls)}`, tookMs: exactly('1.50') }, data } };
};

const numeric = (value: unknown): unknown =>
  typeof value === 'string' && /^[1-9]\d*$/.test(value) ? exactly(value) : value;
