import { expect, test } from 'vitest';

import {
  isChanging,
  operationNames,
  type ChangingOperation,
  type OperationInput,
} from '../../../shared/bank/catalogue.ts';
import {
  bankFileOf,
  codeOf,
  contextOf,
  credentials,
  grantOf,
  openClient,
  signedIn,
  tokenPath,
} from '../support/desk-client.ts';
import { answerJson, playBank } from '../support/scripted-server.ts';

const ofClient = { clientId: 'c-1' };
const ofSubClient = { clientId: 'c-1', id: 's-1' };
const order = { accountNumber: '1', reference: 'REF-1', amount: '10.00', currency: 'USD' };
const owner = { shareholderType: 'company', name: 'Ada Ltd', ownershipPercentage: '10' } as const;
const sender = { senderName: 'Ada', senderCountry: 'KEN', purpose: 'Goods' };
const recipient = { recipientName: 'Obi', recipientCountry: 'KEN', recipientAccountNumber: '2' };
const payee = { name: 'Ada', accountName: 'Ada Ltd', accountNumber: '0123456789', country: 'KEN' };

/** One input of every operation that changes something at the bank. */
const inputs: { readonly [N in ChangingOperation]: OperationInput<N> } = {
  createSubclient: { path: ofClient, body: { name: 'Ada Ltd' } },
  updateSubclient: { path: ofSubClient, body: { name: 'Ada Ltd' } },
  createSubclientShareholder: { path: ofSubClient, body: owner },
  updateSubclientShareholder: { path: { ...ofSubClient, shareholderId: 'h-1' }, body: owner },
  uploadSubclientDocuments: { path: ofSubClient, body: { documentType: 'PASSPORT' } },
  deleteSubclient: { path: ofSubClient },
  submitSubclient: { path: ofSubClient },
  createVirtualAccount: {
    body: {
      uniqueRequestId: '6f9619ff-8b86-4011-b42d-00c04fc964ff',
      currencyIso3Code: 'USD',
      accountName: 'Ada',
    },
  },
  simulateInflow: { body: { accountNumber: '1', amount: '10.00', currency: 'USD' } },
  lockRate: {
    body: { quoteId: 'q-1', reference: 'REF-1', sellAccountNumber: '1', buyAccountNumber: '2' },
  },
  updateBeneficiary: { path: { entityId: 'b-1' }, body: { name: 'Ada' } },
  createBeneficiary: { body: { ...payee, currencyIso3Code: 'USD' } },
  createSingleTransfer: { body: { ...order, beneficiaryId: 'b-1' } },
  initiateRemittance: {
    body: { ...order, ...sender, ...recipient, recipientBankBicOrCode: 'EQBLKENA' },
  },
  createReceivable: { body: { ...order, payerName: 'Ada' } },
  addANewClientConfiguration: {
    path: ofClient,
    body: { mode: 'live', callbackUrl: 'https://example.com/hook' },
  },
  updateClientConfigurationCurrentMode: { path: ofClient, body: { mode: 'live' } },
};

test.each(operationNames.filter(isChanging))(
  '%s is sent once where the bank answers 401, and what came of it is unknown [P9]',
  async (operation) => {
    let tokens = 0;
    const bank = await playBank((heard, response) => {
      if (heard.url.startsWith(tokenPath)) answerJson(response, grantOf((tokens += 1)));
      else answerJson(response, { message: 'Session is over' }, 401);
    });
    const open = { getToken: {}, refreshToken: {}, [operation]: {} };
    const { client } = await signedIn(bankFileOf(bank.url, { operations: open }));
    const { outcome } =
      operation === 'uploadSubclientDocuments'
        ? { outcome: await client.upload(inputs[operation], file, contextOf()) }
        : { outcome: await client.call(operation, inputs[operation], contextOf()) };
    expect(outcome).toMatchObject({
      error: { code: 'outcome.unknown', operation, bank: { status: 401 } },
    });
    const changes = bank.heard.filter(({ url }) => !url.startsWith(tokenPath));
    expect(changes).toHaveLength(1);
    expect(tokens).toBe(2);
  },
);

test.each(['basic', 'api-key'])(
  'a 401 to a change by a sign-in of the kind %s, which has no token to renew, is unknown too [P9]',
  async (way) => {
    const bank = await playBank((_heard, response) => {
      answerJson(response, { message: 'Not you' }, 401);
    });
    const { client } = openClient(
      bankFileOf(bank.url, { auth: { way }, operations: { submitSubclient: {} } }),
    );
    const typed = { ...credentials, apiKey: 'canary-token' };
    expect(codeOf(await client.session.signIn(typed, contextOf()))).toBe('ok');
    const outcome = await client.call('submitSubclient', { path: ofSubClient }, contextOf());
    expect(outcome).toMatchObject({
      error: {
        code: 'outcome.unknown',
        message: expect.stringContaining('The bank says: “Not you”. It may have been') as string,
      },
    });
    expect(bank.heard).toHaveLength(1);
  },
);

const file = { name: 'a.pdf', mimeType: 'application/pdf', bytes: new Uint8Array(5) };
