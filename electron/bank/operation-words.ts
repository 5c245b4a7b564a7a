/**
 * Every operation the specification names (section 1 and 4), in camelCase: 46, Get Transfer Fee twice.
 * A bank file may already describe those that the catalogue does not offer yet.
 */
const words = [
  ...['getToken', 'refreshToken', 'logoutUser', 'resetPassword', 'getCurrentUserInfo'],
  ...['createSubclient', 'getAllSubclients', 'getSubclient', 'updateSubclient'],
  ...['createSubclientShareholder', 'getSubclientShareholders', 'updateSubclientShareholder'],
  ...['uploadSubclientDocuments', 'getSubclientDocuments', 'deleteSubclient', 'submitSubclient'],
  ...['getStatement', 'downloadStatement', 'getStatementV2', 'downloadStatementV2'],
  ...['createVirtualAccount', 'getAccount', 'getAccountsBy', 'getAllAccounts', 'simulateInflow'],
  ...['getQuote', 'lockRate', 'getTrade', 'getAllTrades'],
  ...['getBankDetails', 'createBeneficiary', 'getAllBeneficiaries', 'getBeneficiary'],
  ...['updateBeneficiary', 'validateBeneficiaryAccount', 'createSingleTransfer'],
  ...['getTransferFee', 'postTransferFee', 'findTransfers'],
  ...['addANewClientConfiguration', 'updateClientConfigurationCurrentMode'],
  ...['getClientConfiguration', 'initiateRemittance', 'getRemittance'],
  ...['createReceivable', 'getReceivable'],
] as const;

export const operationWords: readonly string[] = words;

export const isOperationWord = (name: string): boolean => operationWords.includes(name);
