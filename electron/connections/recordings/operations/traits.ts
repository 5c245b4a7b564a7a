import type { OperationName } from '../../../../shared/bank/catalogue.ts';

/** The likely words in the path of an operation: nouns of the lexicon, and a word that distinguishes it from similar operations. */
type Trait = { readonly nouns: readonly string[]; readonly verb?: RegExp };

const search = /^(find|by|search|lookup|suchen|get)$/i;

/** Operations that can be recognised by their answers; sign-in, renewal and sign-out are found by their tokens. */
export const traits: Partial<Record<OperationName, Trait>> = {
  getCurrentUserInfo: { nouns: ['user'] },
  getAllAccounts: { nouns: ['accounts'] },
  getAccount: { nouns: ['accounts'] },
  getAccountsBy: { nouns: ['accounts'], verb: search },
  createVirtualAccount: { nouns: ['accounts'], verb: /^(virtual|create|open|new)$/i },
  simulateInflow: { nouns: ['inflow'], verb: /simulat|topup/i },
  getStatement: { nouns: ['statement'] },
  getStatementV2: { nouns: ['statement'], verb: /^v2$/i },
  downloadStatement: { nouns: ['statement'], verb: /download|export|file/i },
  getQuote: { nouns: ['quote'] },
  lockRate: { nouns: ['lock'] },
  getTrade: { nouns: ['trades'] },
  getAllTrades: { nouns: ['trades'] },
  getAllBeneficiaries: { nouns: ['beneficiaries'] },
  getBeneficiary: { nouns: ['beneficiaries'] },
  updateBeneficiary: { nouns: ['beneficiaries'], verb: /update|change/i },
  createBeneficiary: { nouns: ['beneficiaries'] },
  validateBeneficiaryAccount: {
    nouns: ['beneficiaries', 'accounts'],
    verb: /valid|verif|resolve|enquiry/i,
  },
  getBankDetails: { nouns: ['bankdetails'] },
  getTransferFee: { nouns: ['fee'] },
  postTransferFee: { nouns: ['fee'] },
  createSingleTransfer: { nouns: ['transfers'] },
  findTransfers: { nouns: ['transfers'], verb: search },
  createSubclient: { nouns: ['subclients'] },
  getAllSubclients: { nouns: ['subclients'], verb: search },
  getSubclient: { nouns: ['subclients'] },
  updateSubclient: { nouns: ['subclients'], verb: /update|change/i },
  submitSubclient: { nouns: ['subclients'], verb: /submit|einreichen/i },
  deleteSubclient: { nouns: ['subclients'], verb: /delete|remove|loeschen/i },
  createSubclientShareholder: { nouns: ['shareholders'] },
  getSubclientShareholders: { nouns: ['shareholders'], verb: search },
  updateSubclientShareholder: { nouns: ['shareholders'], verb: /update|change/i },
  getSubclientDocuments: { nouns: ['documents'], verb: search },
  uploadSubclientDocuments: { nouns: ['documents'], verb: /upload/i },
  initiateRemittance: { nouns: ['remittances'] },
  getRemittance: { nouns: ['remittances'] },
  createReceivable: { nouns: ['receivables'] },
  getReceivable: { nouns: ['receivables'] },
  addANewClientConfiguration: { nouns: ['webhooks'] },
  updateClientConfigurationCurrentMode: { nouns: ['webhooks'], verb: /mode/i },
  getClientConfiguration: { nouns: ['webhooks'] },
};
