/** What Skerry holds: figures with every digit that it writes out. */
export const CLIENT = 'cl-skerry-1';
export const STAMP = '2026-01-05T08:30:00.125Z';

export type SkerryLine = {
  readonly ago: number;
  readonly amount: string;
  readonly direction: 'debit' | 'credit';
  readonly balance: string;
  readonly narration: string;
};
type Holding = { readonly id: string; readonly currency: string; readonly opening: string };

export const ACCOUNTS: Readonly<Record<string, Holding>> = {
  '10-00442': { id: 'acc-442', currency: 'USD', opening: '1000000.00' },
  '10-00443': { id: 'acc-443', currency: 'JPY', opening: '5000' },
  '10-00444': { id: 'acc-444', currency: 'BHD', opening: '1.005' },
};

const line = (
  ago: number,
  direction: SkerryLine['direction'],
  amount: string,
  balance: string,
  narration: string,
): SkerryLine => ({ ago, direction, amount, balance, narration });

/** By account number, oldest first. */
export const LINES: Readonly<Record<string, readonly SkerryLine[]>> = {
  '10-00442': [
    line(3, 'debit', '0.10', '999999.90', 'Fee'),
    line(2, 'credit', '12345678901234.56', '12345679901234.46', 'Sale of the fleet'),
    line(1, 'debit', '250000.00', '12345679651234.46', 'Rent, "north" quay'),
    line(1, 'debit', '1.05', '12345679651233.41', ''),
    line(0, 'credit', '3.00', '12345679651236.41', 'Interest'),
  ],
  '10-00443': [line(1, 'debit', '5000', '0', '振込手数料')],
  '10-00444': [line(2, 'credit', '0.995', '2.000', 'Top-up')],
};

/** The one beneficiary, as it stands at first. */
export const payeeAtFirst = {
  accountName: 'Harbour Works Ltd',
  accountNumber: '31926819',
  bankBicOrCode: 'NWBKGB2L',
  bankName: 'National Westminster Bank',
  bankAddress: '250 Bishopsgate, London',
  name: 'Harbour Works',
  addressLine1: '1 Quay Street',
  addressLine2: '',
  city: 'Leith',
  state: '',
  country: 'GBR',
  currencyIso3Code: 'GBP',
  emailAddress: 'pay@harbour.example',
  phoneNumber: '+44 131 555 0100',
  paymentMethod: 'local',
  clientId: CLIENT,
  subClientId: '',
  postcode: 'EH6 6AA',
  intermediaryBank: { bankName: '', bic: '', country: '' },
  branchInformation: { branchName: 'Leith', branchCode: '600001', city: 'Leith' },
};
/** The one sub-client, as it stands at first. */
export const companyAtFirst = {
  entityId: 'sub-01',
  name: 'Leith Chandlers',
  businessName: 'Leith Chandlers Ltd',
  subClientType: 'subsidiary',
  customerType: 'corporate',
  businessType: 'limited',
  businessContactPhone: '+44 131 555 0199',
  businessContactEmail: 'office@chandlers.example',
  countryOfRegistration: 'GBR',
  registrationDate: '2019-02-28',
  businessAddressLine1: '4 Tolbooth Wynd',
  city: 'Leith',
  state: '',
  postalCode: 'EH6 6DN',
  operatingCountries: ['GBR', 'NOR'],
  operatingIndustries: ['ship chandlers'],
  stagesRemaining: ['documents', 'submission'],
  approvalStatus: 'pending',
  status: 'draft',
  parentClientId: CLIENT,
  createdAt: STAMP,
  updatedAt: STAMP,
};
