import type { FundingDetail } from '../../shared/bank/accounts.ts';
import type { Random } from './random.ts';

/** A bank that the sandbox knows in a currency's home country. */
export type HomeBank = {
  readonly bankName: string;
  readonly bic: string;
  readonly bankAddress: string;
  readonly city: string;
  readonly country: string;
  /** Makes an account number that passes the country's own check where it has one. */
  readonly accountNumber: (random: Random) => string;
  readonly sortCode: string;
};

const digits = (random: Random, count: number): string =>
  Array.from({ length: count }, () => random.below(10)).join('');

/** An IBAN with right check digits (ISO 13616, mod 97). */
export function ibanOf(country: string, bban: string): string {
  const text = `${bban}${country}00`.replace(/[A-Z]/g, (letter) =>
    String(letter.charCodeAt(0) - 55),
  );
  const check = 98n - (BigInt(text) % 97n);
  return `${country}${String(check).padStart(2, '0')}${bban}`;
}

export const homeBanks: Readonly<Record<string, HomeBank>> = {
  USD: {
    bankName: 'First Meridian Bank N.A.',
    bic: 'FMERUS33XXX',
    bankAddress: '200 Park Row, New York, NY 10038',
    city: 'New York',
    country: 'USA',
    sortCode: '021000021',
    accountNumber: (random) => digits(random, 10),
  },
  EUR: {
    bankName: 'Rheinkontor Bank AG',
    bic: 'RHKODEFFXXX',
    bankAddress: 'Mainzer Landstrasse 11, 60329 Frankfurt am Main',
    city: 'Frankfurt am Main',
    country: 'DEU',
    sortCode: '50010517',
    accountNumber: (random) => ibanOf('DE', `50010517${digits(random, 10)}`),
  },
  GBP: {
    bankName: 'Albion & Severn Bank plc',
    bic: 'ALSVGB2LXXX',
    bankAddress: '14 Lothbury, London EC2R 7HF',
    city: 'London',
    country: 'GBR',
    sortCode: '209325',
    accountNumber: (random) => ibanOf('GB', `ALSV209325${digits(random, 8)}`),
  },
  NGN: {
    bankName: 'Eko Merchant Bank',
    bic: 'EKOMNGLAXXX',
    bankAddress: '31 Marina, Lagos Island, Lagos',
    city: 'Lagos',
    country: 'NGA',
    sortCode: '058',
    accountNumber: (random) => nubanOf('058', digits(random, 9)),
  },
  KES: {
    bankName: 'Rift Valley Commercial Bank',
    bic: 'RVCBKENAXXX',
    bankAddress: 'Kenyatta Avenue 40, Nairobi',
    city: 'Nairobi',
    country: 'KEN',
    sortCode: '68000',
    accountNumber: (random) => digits(random, 13),
  },
  JPY: {
    bankName: 'Sakura Chuo Bank',
    bic: 'SAKCJPJTXXX',
    bankAddress: '2-4-1 Marunouchi, Chiyoda-ku, Tokyo',
    city: 'Tokyo',
    country: 'JPN',
    sortCode: '0009123',
    accountNumber: (random) => digits(random, 7),
  },
  KWD: {
    bankName: 'Gulf Pearl Bank KSCP',
    bic: 'GPBKKWKWXXX',
    bankAddress: 'Mubarak Al-Kabeer Street, Kuwait City',
    city: 'Kuwait City',
    country: 'KWT',
    sortCode: 'GPBK',
    accountNumber: (random) => ibanOf('KW', `GPBK${digits(random, 22)}`),
  },
};

/** The bank of a currency; accounts in currencies without one are in New York. */
export function homeBankOf(currency: string): HomeBank {
  const bank = homeBanks[currency] ?? homeBanks['USD'];
  if (!bank) throw new RangeError('the table of banks has no USD');
  return bank;
}

/** Coordinates by which others pay into an account. */
export function fundingDetailOf(
  accountName: string,
  currency: string,
  random: Random,
): FundingDetail {
  const { bankName, bic, bankAddress, country, sortCode, accountNumber } = homeBankOf(currency);
  return {
    accountName,
    bankOrSortCode: sortCode,
    bic,
    accountNumber: accountNumber(random),
    bankCountry: country,
    bankName,
    bankAddress,
    countryIso3Code: country,
  };
}

/** A Nigerian account number: nine digits and the check digit that goes with the bank's code. */
function nubanOf(bankCode: string, serial: string): string {
  const weights = [3, 7, 3, 3, 7, 3, 3, 7, 3, 3, 7, 3];
  const sum = Array.from(`${bankCode}${serial}`, Number).reduce(
    (total, digit, index) => total + digit * (weights[index] ?? 0),
    0,
  );
  return `${serial}${(10 - (sum % 10)) % 10}`;
}
