/**
 * What is said of an operation where no schema is at hand, as on the window's first screen, which carries no parser. The
 * catalogue declares each; what is written here otherwise than there does not compile.
 */
export const operationWords = {
  getToken: { title: 'Get Token', effect: 'change' },
  refreshToken: { title: 'Refresh Token', effect: 'change' },
  logoutUser: { title: 'Logout User', effect: 'change' },
  resetPassword: { title: 'Reset Password', effect: 'change' },
  getCurrentUserInfo: { title: 'Get Current User Info', effect: 'read' },
  createSubclient: { title: 'Create Subclient', effect: 'change' },
  getAllSubclients: { title: 'Get All Subclients', effect: 'read' },
  getSubclient: { title: 'Get Subclient', effect: 'read' },
  updateSubclient: { title: 'Update Subclient', effect: 'change' },
  createSubclientShareholder: { title: 'Create Subclient Shareholder', effect: 'change' },
  getSubclientShareholders: { title: 'Get Subclient Shareholders', effect: 'read' },
  updateSubclientShareholder: { title: 'Update Subclient Shareholder', effect: 'change' },
  getSubclientDocuments: { title: 'Get Subclient Documents', effect: 'read' },
  uploadSubclientDocuments: { title: 'Upload Subclient Documents', effect: 'change' },
  deleteSubclient: { title: 'Delete Subclient', effect: 'change' },
  submitSubclient: { title: 'Submit Subclient', effect: 'change' },
  getAllAccounts: { title: 'Get All Accounts', effect: 'read' },
  getAccount: { title: 'Get Account', effect: 'read' },
  getAccountsBy: { title: 'Get Accounts By', effect: 'read' },
  createVirtualAccount: { title: 'Create Virtual Account', effect: 'change' },
  simulateInflow: { title: 'Simulate Inflow', effect: 'money' },
  getStatement: { title: 'Get Statement', effect: 'read' },
  downloadStatement: { title: 'Download statement', effect: 'read' },
  getStatementV2: { title: 'Get statement by account entity Id', effect: 'read' },
  downloadStatementV2: { title: 'Download statement by account entity Id', effect: 'read' },
  getQuote: { title: 'Get Quote', effect: 'read' },
  lockRate: { title: 'Lock Rate', effect: 'money' },
  getTrade: { title: 'Get Trade', effect: 'read' },
  getAllTrades: { title: 'Get All Trades', effect: 'read' },
  getAllBeneficiaries: { title: 'Get All Beneficiaries', effect: 'read' },
  getBeneficiary: { title: 'Get Beneficiary', effect: 'read' },
  updateBeneficiary: { title: 'Update Beneficiary', effect: 'change' },
  createBeneficiary: { title: 'Create Beneficiary', effect: 'change' },
  validateBeneficiaryAccount: { title: 'Validate Beneficiary Account', effect: 'read' },
  getBankDetails: { title: 'Get Bank Details', effect: 'read' },
  getTransferFee: { title: 'Get Transfer Fee', effect: 'read' },
  postTransferFee: { title: 'Get Transfer Fee', effect: 'read' },
  createSingleTransfer: { title: 'Create Single Transfer', effect: 'money' },
  findTransfers: { title: 'Find Transfers', effect: 'read' },
  initiateRemittance: { title: 'Initiate Remittance', effect: 'money' },
  getRemittance: { title: 'Get Remittance', effect: 'read' },
  createReceivable: { title: 'Create Receivable', effect: 'change' },
  getReceivable: { title: 'Get Receivable', effect: 'read' },
  addANewClientConfiguration: { title: 'Add a New Client Configuration', effect: 'change' },
  updateClientConfigurationCurrentMode: {
    title: 'Update Client Configuration Current Mode',
    effect: 'change',
  },
  getClientConfiguration: { title: 'Get Client Configuration', effect: 'read' },
} as const;

/** Is it the name of an operation that the catalogue knows? */
export const isWorded = (name: string): name is keyof typeof operationWords =>
  Object.hasOwn(operationWords, name);
