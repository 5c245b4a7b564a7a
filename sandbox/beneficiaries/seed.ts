import type { BeneficiaryRecord } from '../../shared/bank/beneficiaries.ts';
import { homeBankOf } from '../seed/home-banks.ts';
import { createRandom, mixSeeds, uuidOf, type Random } from '../seed/random.ts';
import { beneficiaryNames } from '../seed/words.ts';
import { clientId } from '../server/client.ts';
import { magicBeneficiaries } from './magic.ts';

const currencies = ['USD', 'EUR', 'GBP', 'NGN', 'KES', 'JPY', 'KWD'] as const;

/** Currencies that are paid over the country's own network. */
export const localCurrencies: ReadonlySet<string> = new Set(['NGN', 'KES']);

const places: Readonly<Record<string, { city: string; state: string; postcode: string }>> = {
  USD: { city: 'Hoboken', state: 'New Jersey', postcode: '07030' },
  EUR: { city: 'Köln', state: 'Nordrhein-Westfalen', postcode: '50667' },
  GBP: { city: 'Leeds', state: 'West Yorkshire', postcode: 'LS1 4DY' },
  NGN: { city: 'Ìbàdàn', state: 'Oyo', postcode: '200211' },
  KES: { city: 'Mombasa', state: 'Coast', postcode: '80100' },
  JPY: { city: '大阪市', state: '大阪府', postcode: '530-0001' },
  KWD: { city: 'Salmiya', state: 'Hawalli', postcode: '22001' },
};

/** Magic beneficiaries are alike: in the first of the currencies, US dollars. */
const magicPlace = 7;

/** Sixty beneficiaries, followed by the magic ones. */
export function seedBeneficiaries(seed: number): BeneficiaryRecord[] {
  const random = createRandom(mixSeeds(seed, 60));
  const ordinary = beneficiaryNames.map((name, index) =>
    beneficiaryOf(uuidOf(`beneficiary ${seed} ${index}`), name, { index, random }),
  );
  const magic = magicBeneficiaries.map(({ number, name = number }) =>
    beneficiaryOf(number, name, { index: magicPlace, random }),
  );
  return [...ordinary, ...magic];
}

export const isMagicBeneficiary = (entityId: string): boolean =>
  magicBeneficiaries.some(({ number }) => number === entityId);

function beneficiaryOf(
  entityId: string,
  name: string,
  { index, random }: { index: number; random: Random },
): BeneficiaryRecord {
  const currency = currencies[index % currencies.length] ?? 'USD';
  const bank = homeBankOf(currency);
  const place = places[currency] ?? { city: '', state: '', postcode: '' };
  return {
    entityId,
    accountName: name,
    accountNumber: bank.accountNumber(random),
    bankBicOrCode: index % 4 === 3 ? bank.sortCode : bank.bic,
    bankName: bank.bankName,
    bankAddress: bank.bankAddress,
    name,
    addressLine1: `${1 + random.below(190)} Harbour Road`,
    addressLine2: index % 3 === 0 ? `Suite ${1 + random.below(40)}` : '',
    ...place,
    country: bank.country,
    currencyIso3Code: currency,
    emailAddress: `accounts${index + 1}@payee.example`,
    phoneNumber: `+1555${String(random.below(10_000_000)).padStart(7, '0')}`,
    paymentMethod: localCurrencies.has(currency) ? 'local' : 'swift',
    clientId,
    subClientId: index % 5 === 0 ? uuidOf(`sub-client ${index % 3}`) : '',
    intermediaryBank:
      index % 6 === 0
        ? { bankName: 'Continental Correspondent Bank', bic: 'COCBUS3NXXX', country: 'USA' }
        : null,
    branchInformation:
      index % 4 === 1
        ? { branchName: 'Main branch', branchCode: String(100 + index), city: place.city }
        : null,
  };
}
