import { documentOf } from './document.ts';
import { exactly, formParts, type BankRequest, type BankAnswer } from './bank-server.ts';
import { daysBefore, serveSix, type SixBank } from './six.ts';
import { ACCOUNTS, CLIENT, companyAtFirst, LINES, payeeAtFirst, STAMP } from './skerry-records.ts';

/**
 * Skerry: a bank that has the six specified operations and no other, bare as the specification
 * shows them. Unlike the rest: no sign-in at all but an API key with every request, errors as
 * problem+json (RFC 9457), pages of two entries whatever is asked, figures with every digit
 * written out, and a path it does not know is answered 404 without a body.
 */
export type Skerry = SixBank & {
  /** None is needed but to say where it is, and that a key opens it. */
  readonly bankFile: string;
  readonly credentials: Readonly<Record<string, string>>;
  readonly lines: typeof LINES;
  readonly payee: Readonly<Record<string, unknown>>;
};

const SKERRY_KEY = 'sk-live-3f9a77c2';
const KEY_HEADER = 'x-api-key';
const PAGE = 2;

type Problem = { readonly status: number; readonly title: string; readonly detail?: string };

const problem = ({ status, title, detail }: Problem): BankAnswer => ({
  status,
  body: { type: `https://skerry.example/problems/${String(status)}`, title, status, detail },
  headers: { 'content-type': 'application/problem+json' },
});
const bad = (detail: string): BankAnswer => problem({ status: 400, title: 'Bad Request', detail });

/** `today` is YYYY-MM-DD: the entries lie on it and on the three days before. */
export async function serveSkerry(today: string): Promise<Skerry> {
  const payee: Record<string, unknown> = { ...payeeAtFirst };
  const company: Record<string, unknown> = { ...companyAtFirst };
  let documents = 0;

  const account = (number: string): Record<string, unknown> => {
    const { id, currency, opening } = ACCOUNTS[number] ?? { id: '', currency: '', opening: '0' };
    return {
      accountId: id,
      clientId: CLIENT,
      entityId: id,
      uniqueRequestId: '6fa4cd4e-51b4-4b3c-8d5d-0b3c3a3f1e10',
      currencyIso3Code: currency,
      accountName: `Skerry ${currency}`,
      status: 'active',
      availableBalance: exactly(LINES[number]?.at(-1)?.balance ?? opening),
      accountType: 'wallet',
      fundingDetails: [
        {
          accountName: `Skerry ${currency}`,
          bankOrSortCode: '10-00-44',
          bic: 'SKERGB2L',
          accountNumber: number,
          bankCountry: 'GBR',
          bankName: 'Skerry',
          bankAddress: '2 Lighthouse Row',
          countryIso3Code: 'GBR',
        },
      ],
    };
  };

  const getAccountsBy = ({ query }: BankRequest): BankAnswer => {
    const wanted = query.get('accountNumber');
    const number =
      wanted ?? Object.keys(ACCOUNTS).find((each) => ACCOUNTS[each]?.id === query.get('accountId'));
    if (number === undefined || !(number in ACCOUNTS))
      return bad('No account goes by that number or id');
    return { body: { message: 'Account retrieved', account: account(number) } };
  };

  const getStatement = ({ query }: BankRequest, number: string): BankAnswer => {
    const holding = ACCOUNTS[number];
    if (holding === undefined) return bad('No account goes by that number');
    const start = query.get('startDate') ?? query.get('endDate') ?? today;
    const end = query.get('endDate') ?? today;
    if (start > end) return bad('startDate lies after endDate');
    const all = (LINES[number] ?? []).map((each, at) => ({
      ...each,
      at,
      day: daysBefore(today, each.ago),
    }));
    const within = all.filter(({ day }) => day >= start && day <= end);
    const page = Number(query.get('pageNumber') ?? 1);
    return {
      body: {
        message: 'Statement retrieved',
        openingBalance: exactly(all.findLast(({ day }) => day < start)?.balance ?? holding.opening),
        closingBalance: exactly(all.findLast(({ day }) => day <= end)?.balance ?? holding.opening),
        startDate: start,
        endDate: end,
        statement: {
          data: within.slice((page - 1) * PAGE, page * PAGE).map((each) => ({
            id: `${number}-${String(each.at)}`,
            amount: exactly(each.amount),
            currency: holding.currency,
            direction: each.direction,
            transactionType: 'transfer',
            transactionDate: `${each.day}T09:0${String(each.at)}:00.000Z`,
            narration: each.narration,
            customReference: '',
            balance: exactly(each.balance),
          })),
          page,
          pageSize: PAGE,
          totalItems: within.length,
          totalPages: Math.ceil(within.length / PAGE),
        },
      },
    };
  };

  const updateBeneficiary = ({ body }: BankRequest, id: string): BankAnswer => {
    if (id !== 'ben-7f3a') return bad('No beneficiary goes by that id');
    const { postCode, ...rest } = body;
    if ('currencyIso3Code' in rest && !/^[A-Z]{3}$/.test(String(rest['currencyIso3Code'])))
      return bad('currencyIso3Code has three letters');
    Object.assign(payee, rest, postCode === undefined ? {} : { postcode: postCode });
    return { body: payee };
  };

  const upload = (asked: BankRequest): BankAnswer => {
    const parts = formParts(asked);
    const part = (name: string): string | null =>
      parts.find((each) => each.name === name)?.text ?? null;
    const file = parts.find(({ name }) => name === 'file');
    if (file === undefined) return bad('A file part is needed');
    documents += 1;
    company['stagesRemaining'] = ['submission'];
    const id = `doc-${String(documents)}`;
    return {
      body: documentOf({
        ...{ id, entityId: 'sub-01', createdAt: STAMP, updatedAt: STAMP, createdBy: 'user-api' },
        documentType: part('documentType'),
        uploadedFiles: [
          `https://files.skerry.example/${id}/${encodeURIComponent(file.fileName ?? '')}`,
        ],
        ...{ issueDate: part('issueDate'), expiryDate: part('expiryDate') },
        documentOwner: part('businessUserId') === null ? 'company' : 'user',
      }),
    };
  };

  const submit = (): BankAnswer => {
    if (documents === 0) return bad('A registration certificate is missing');
    Object.assign(company, { stagesRemaining: [], updatedAt: '2026-01-06T10:00:00.000Z' });
    return { body: { ...company, approvalComments: 'Received', approvalDate: '2026-01-06' } };
  };

  const remove = (): BankAnswer => {
    if (company['status'] === 'deleted') return bad('The sub-client is deleted');
    Object.assign(company, { status: 'deleted', updatedAt: '2026-01-07T10:00:00.000Z' });
    const asDeleted = { businessAddressLine2: '', callbackUrl: null, tin: 'GB-884', code: 'LC' };
    return { body: { message: 'Sub-client deleted', ...company, ...asDeleted } };
  };

  const bank = await serveSix({
    first: ({ headers }) =>
      headers[KEY_HEADER] === SKERRY_KEY
        ? undefined
        : problem({ status: 401, title: 'Unauthorized', detail: 'The API key is not known' }),
    six: {
      getStatement,
      getAccountsBy,
      updateBeneficiary,
      uploadSubclientDocuments: (asked, id) => ofCompany(id, () => upload(asked)),
      deleteSubclient: (_, id) => ofCompany(id, remove),
      submitSubclient: (_, id) => ofCompany(id, submit),
    },
    unknown: { status: 404, body: null, text: '' },
  });
  const bankFile = JSON.stringify({
    name: 'Skerry',
    environment: 'uat',
    baseUrl: bank.baseUrl,
    auth: { way: 'api-key' },
  });
  return { ...bank, bankFile, credentials: { apiKey: SKERRY_KEY }, lines: LINES, payee };
}

const ofCompany = (id: string, does: () => BankAnswer): BankAnswer =>
  id === 'sub-01' ? does() : bad('No sub-client goes by that id');
