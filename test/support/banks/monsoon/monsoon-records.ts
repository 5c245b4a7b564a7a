/** What Monsoon holds. */
export const CLIENT = 'клиент-1';
export const STAMP = '2026-03-01T00:00:00.000Z';
export const COMPANY = 'sub-✓-9';
export const PAYEE = 'ben-ñ-1';

type MonsoonLine = {
  readonly ago: number;
  readonly amount: string;
  readonly direction: 'debit' | 'credit';
  readonly balance: string;
  readonly narration: string;
};

const line = (
  ago: number,
  direction: MonsoonLine['direction'],
  amount: string,
  balance: string,
  narration: string,
): MonsoonLine => ({ ago, direction, amount, balance, narration });

/** Figures as this bank writes them, exponents and all. */
export const LINES: Readonly<Record<string, readonly MonsoonLine[]>> = {
  'XC-1': [
    line(3, 'credit', '1.25E3', '1.35E+3', 'Dépôt — Ålesund ✓'),
    line(2, 'debit', '5e-2', '1349.95', '👩‍🚀 crew 🇨🇼'),
    line(2, 'debit', '0.95', '1349', 'شركة الرياح الموسمية'),
    line(2, 'credit', '1E0', '135e1', 'é (two code points)'),
    line(2, 'debit', '50.0', '1300.00', 'line one\nline two\ttab'),
    line(0, 'debit', '0.3E3', '1.0E3', '\u202Eright to left'),
  ],
  'UT-9': [
    line(1, 'credit', '1e-6', '0.100001', 'dust'),
    line(1, 'debit', '1.00001E-1', '0E0', 'all of it'),
  ],
};
export const HOLDINGS: Readonly<Record<string, readonly [currency: string, opening: string]>> = {
  'XC-1': ['XCG', '1e2'],
  'UT-9': ['USDT', '0.1'],
};

/** The one beneficiary, as it stands at first. */
export const payeeAtFirst = {
  entityId: PAYEE,
  accountName: 'José Ñandú & Sœurs',
  accountNumber: 'CW12 0001',
  bankBicOrCode: 'MCBKCWCU',
  bankName: 'Maduro & Curiel’s',
  name: 'José',
  addressLine1: 'Kaya Grandi 1',
  addressLine2: '',
  city: 'Willemstad',
  country: 'CUW',
  currencyIso3Code: 'XCG',
  emailAddress: 'jose@example.cw',
  phoneNumber: '+599 9 555 0100',
  paymentMethod: 'wire',
  clientId: CLIENT,
  postcode: '',
  intermediaryBank: { bankName: '風の銀行', bic: 'WINDHKHH', country: 'HKG' },
  branchInformation: {},
};

/** The one sub-client, as it stands at first. */
export const companyAtFirst = {
  entityId: COMPANY,
  name: '季节风 株式会社',
  businessName: '季节风 株式会社',
  subClientType: 'subsidiary',
  customerType: 'corporate',
  operatingCountries: null,
  operatingIndustries: null,
  stagesRemaining: ['директор'],
  approvalStatus: 'pending',
  status: 'draft',
  parentClientId: CLIENT,
  createdAt: STAMP,
  updatedAt: STAMP,
};
