import type { ChangingOperation, OperationInput } from '../../shared/bank/catalogue.ts';

const ofClient = { clientId: 'c-1' };
const ofSubClient = { clientId: 'c-1', id: 's-1' };
const order = { accountNumber: '1', reference: 'REF-1', amount: '10.00', currency: 'USD' };
const owner = { shareholderType: 'company', name: 'Ada Ltd', ownershipPercentage: '10' } as const;
const sender = { senderName: 'Ada', senderCountry: 'KEN', purpose: 'Goods' };
const recipient = { recipientName: 'Obi', recipientCountry: 'KEN', recipientAccountNumber: '2' };
const payee = { name: 'Ada', accountName: 'Ada Ltd', accountNumber: '0123456789', country: 'KEN' };

/** One input of every operation that changes something at the bank. */
export const changingInputs: { readonly [N in ChangingOperation]: OperationInput<N> } = {
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
