import { randomUUID } from 'node:crypto';

import {
  exactly,
  serveBank,
  type BankRequest,
  type RunningBank,
  type BankAnswer,
} from './bank-server.ts';
import { balanceOf, newBook, numberOf, questionIn, statementOf } from './book.ts';

/**
 * Alpine Kantonal: every answer in an envelope, three credentials, reads that are POSTs, German words, a token without
 * renewal, a statement by pages from 0, oldest first, and no idempotency.
 */
export type Alpine = RunningBank & {
  readonly bankFile: string;
  readonly credentials: Readonly<Record<string, string>>;
  readonly accountNumber: string;
  /** Companies it knows, by name. */
  readonly companies: string[];
};

type Company = { id: string; name: string; land: string; stand: string; fehlt: string[] };
type Owner = { nr: string; name: string; art: string; anteil: string };

const accountNumber = '9300762011623852957';

export async function startAlpine(): Promise<Alpine> {
  const credentials = { contract: '44-1200', user: 'treasury', pin: '90817263' };
  const book = newBook(accountNumber, 'CHF', { opening: 125_000n, count: 47, prefix: 'AK' });
  const companies: Company[] = [
    { id: 'G1', name: 'Gletscher Optik AG', land: 'CHE', stand: 'draft', fehlt: ['SHAREHOLDERS'] },
  ];
  const owners: Owner[] = [];
  const tokens = new Set<string>();

  const routes: Record<string, (asked: BankRequest) => BankAnswer> = {
    'POST /platform/rest/anmelden': ({ body }) => {
      const login = (body['login'] ?? {}) as Record<string, unknown>;
      const fits = Object.entries(credentials).every(([name, value]) => login[name] === value);
      if (!fits) return refused(401, 'Vertrag, Benutzer oder PIN falsch');
      const token = randomUUID();
      tokens.add(token);
      return whole({ marke: token });
    },
    'POST /platform/rest/wer': () =>
      whole({
        benutzer: {
          nr: 'U1',
          kunde: 'K-9',
          firma: 'Nostro Test AG',
          vorname: 'Reto',
          nachname: 'Frei',
        },
      }),
    'POST /platform/rest/konten': () => whole({ konten: [konto()] }),
    'GET /platform/client-service/api/v1/accounts/by': ({ query }) =>
      query.get('accountNumber') === accountNumber
        ? { body: { message: 'ok', account: standardAccount() } }
        : refused(400, 'Konto unbekannt'),
    [`GET /platform/client-service/api/v1/statement/clientStatement/${accountNumber}`]: ({
      query,
    }) => statement(query),
    'POST /platform/rest/firmen/suchen': () => whole({ firmen: companies }),
    'POST /platform/rest/firmen': ({ body }) => {
      const company = {
        id: `G${String(companies.length + 1)}`,
        name: textIn(body, 'name'),
        land: textIn(body, 'land'),
        stand: 'draft',
        fehlt: ['SHAREHOLDERS'],
      };
      companies.push(company);
      return whole({ firma: company });
    },
    'POST /platform/rest/eigner/suchen': () => whole({ eigner: owners.map(withShare) }),
    'POST /platform/rest/eigner': ({ body, text }) => {
      const owner = {
        nr: `E${String(owners.length + 1)}`,
        name: String(body['name']),
        art: String(body['art']),
        anteil: /"anteil":\s*([\d.]+)/.exec(text)?.[1] ?? '0',
      };
      owners.push(owner);
      const company = companies.find(({ id }) => id === body['firma']);
      if (company) company.fehlt = [];
      return whole({ eigner: withShare(owner) });
    },
    'POST /platform/rest/dokumente/suchen': () => whole({ dokumente: [] }),
  };

  const konto = () => ({
    id: 'K1',
    kunde: 'K-9',
    waehrung: 'CHF',
    name: 'Betriebskonto',
    stand: 'active',
    verfuegbar: numberOf(balanceOf(book)),
    einzahlung: [
      {
        accountNumber,
        accountName: 'Nostro Test AG',
        bic: 'ALPKCHZZ',
        bankName: 'Alpine Kantonal',
      },
    ],
  });

  const standardAccount = () => ({
    accountId: 'K1',
    clientId: 'K-9',
    currencyIso3Code: 'CHF',
    accountName: 'Betriebskonto',
    status: 'active',
    availableBalance: numberOf(balanceOf(book)),
    fundingDetails: konto().einzahlung,
  });

  function statement(query: URLSearchParams): BankAnswer {
    const { statement: page, ...whole } = statementOf(book, { ...questionIn(query), firstPage: 0 });
    const data = page.data.map((entry) => ({ ...entry, transactionType: 'zahlung' }));
    return { body: { ...whole, message: 'Auszug', statement: { ...page, data } } };
  }

  const bank = await serveBank((asked) => {
    if (asked.path !== '/platform/rest/anmelden') {
      const [scheme, token = ''] = (asked.headers.authorization ?? '').split(' ');
      if (scheme !== 'Marke' || !tokens.has(token)) return refused(401, 'Nicht angemeldet');
    }
    const route = routes[`${asked.method} ${asked.path}`];
    return route ? route(asked) : refused(404, 'Unbekannter Dienst');
  });
  return {
    ...bank,
    credentials,
    accountNumber,
    bankFile: bankFileOf(bank.baseUrl),
    get companies() {
      return companies.map(({ name }) => name);
    },
  };
}

const textIn = (body: Record<string, unknown>, name: string): string => {
  const value = body[name];
  return typeof value === 'string' ? value : '';
};

const whole = (ergebnis: unknown): BankAnswer => ({ body: { ok: true, ergebnis } });
const refused = (status: number, text: string): BankAnswer => ({
  status,
  body: { ok: false, meldungen: [{ text }] },
});

const withShare = ({ anteil, ...owner }: Owner) => ({ ...owner, anteil: exactly(anteil) });

const company = {
  entityId: '/id',
  name: '/name',
  countryOfRegistration: '/land',
  status: '/stand',
  stagesRemaining: '/fehlt',
};
const owner = { id: '/nr', name: '/name', shareholderType: '/art', ownershipPercentage: '/anteil' };
/** The same record alone in the envelope. */
const inEnvelope = (fields: Record<string, string>, at: string): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, pointer]) => [name, `/ergebnis/${at}${pointer}`]),
  );

const bankFileOf = (baseUrl: string): string =>
  JSON.stringify(
    {
      name: 'Alpine Kantonal Testsystem',
      environment: 'uat',
      baseUrl,
      auth: {
        request: { login: { contract: '{contract}', user: '{user}', pin: '{pin}' } },
        token: '/ergebnis/marke',
        scheme: 'Marke',
      },
      statement: {
        dates: ['startDate', 'endDate'],
        paging: ['pageNumber', 'pageSize'],
        firstPage: 0,
        pageSizeMax: 10,
      },
      errorMessage: ['/meldungen/0/text'],
      operations: {
        getToken: { path: '/rest/anmelden' },
        getCurrentUserInfo: {
          method: 'POST',
          path: '/rest/wer',
          response: {
            userId: '/ergebnis/benutzer/nr',
            clientId: '/ergebnis/benutzer/kunde',
            clientName: '/ergebnis/benutzer/firma',
            firstName: '/ergebnis/benutzer/vorname',
            lastName: '/ergebnis/benutzer/nachname',
          },
        },
        getAllAccounts: {
          method: 'POST',
          path: '/rest/konten',
          items: '/ergebnis/konten',
          response: {
            accountId: '/id',
            clientId: '/kunde',
            currencyIso3Code: '/waehrung',
            accountName: '/name',
            status: '/stand',
            availableBalance: '/verfuegbar',
            fundingDetails: '/einzahlung',
          },
        },
        getAllSubclients: {
          method: 'POST',
          path: '/rest/firmen/suchen',
          items: '/ergebnis/firmen',
          response: company,
        },
        createSubclient: {
          path: '/rest/firmen',
          request: { name: '{name}', land: '{countryOfRegistration}' },
          response: inEnvelope(company, 'firma'),
        },
        getSubclientShareholders: {
          method: 'POST',
          path: '/rest/eigner/suchen',
          request: { firma: '{id}' },
          items: '/ergebnis/eigner',
          response: owner,
        },
        createSubclientShareholder: {
          path: '/rest/eigner',
          request: {
            firma: '{id}',
            name: '{name}',
            art: '{shareholderType}',
            anteil: '{ownershipPercentage:number}',
          },
          response: inEnvelope(owner, 'eigner'),
        },
        getSubclientDocuments: {
          method: 'POST',
          path: '/rest/dokumente/suchen',
          request: { firma: '{id}' },
          items: '/ergebnis/dokumente',
          response: { id: '/id', documentType: '/art' },
        },
      },
    },
    null,
    2,
  );
