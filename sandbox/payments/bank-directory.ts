import type { BankDetails } from '../../shared/bank/transfers.ts';
import { homeBanks } from '../seed/home-banks.ts';
import { notFound } from '../server/refusal.ts';

type Row = readonly [code: string, name: string, city: string, address: string];

/** Banks by national code (ABA routing number, sort code, NGN bank code) or BIC. The names are made up. */
const others: readonly BankDetails[] = [
  ...inCountry('NGA', [
    ['011', 'Niger Bend Bank', 'Lagos', '2 Broad Street, Lagos'],
    ['033', 'United Savannah Bank', 'Lagos', '57 Marina, Lagos'],
    ['044', 'Atlantic Gate Bank', 'Lagos', '14 Adeola Odeku Street, Lagos'],
    ['057', 'Palm Crest Bank', 'Lagos', '84 Ajose Adeogun Street, Lagos'],
    ['214', 'Third Mainland Trust', 'Lagos', '3 Akin Adesola Street, Lagos'],
  ]),
  ...inCountry('USA', [
    ['026009593', 'Liberty Harbor Bank N.A.', 'New York', '100 Water Street, New York, NY 10005'],
    [
      '121000248',
      'Golden Ridge Bank N.A.',
      'San Francisco',
      '420 Montgomery Street, San Francisco',
    ],
    ['111000025', 'Lone Star Union Bank N.A.', 'Dallas', '900 Main Street, Dallas, TX 75202'],
    ['COCBUS3NXXX', 'Continental Correspondent Bank', 'New York', '55 Broad Street, New York'],
  ]),
  ...inCountry('GBR', [
    ['200415', 'Thames & Medway Bank plc', 'London', '1 Poultry, London EC2R 8EJ'],
    ['400515', 'Pennine Bank plc', 'London', '8 Canada Square, London E14 5HQ'],
    ['560036', 'Northumbria Bank plc', 'London', '250 Bishopsgate, London EC2M 4AA'],
  ]),
  ...inCountry('FRA', [
    ['BQSNFRPPXXX', 'Banque de la Seine', 'Paris', '16 boulevard Haussmann, 75009 Paris'],
  ]),
  ...inCountry('NLD', [
    ['MAASNL2RXXX', 'Maasbank N.V.', 'Rotterdam', 'Coolsingel 93, 3012 Rotterdam'],
  ]),
  ...inCountry('CHE', [
    ['LIMTCHZZXXX', 'Limmat Privatbank AG', 'Zürich', 'Bahnhofstrasse 31, 8001 Zürich'],
  ]),
];

function inCountry(country: string, rows: readonly Row[]): BankDetails[] {
  return rows.map(([bankBicOrCode, bankName, city, bankAddress]) => ({
    bankName,
    bankBicOrCode,
    bankAddress,
    city,
    country,
  }));
}

/** The seeded currencies' own banks are known by both of their codes. */
const seeded: readonly BankDetails[] = Object.values(homeBanks).flatMap(
  ({ bankName, bic, sortCode, bankAddress, city, country }) =>
    [bic, sortCode].map((bankBicOrCode) => ({
      bankName,
      bankBicOrCode,
      bankAddress,
      city,
      country,
    })),
);

const directory = [...seeded, ...others];

/** A BIC of 8 letters is its head office; blanks, hyphens and case do not count. Throws Refusal 404. */
export function bankDetailsOf(query: { code: string; country?: string | undefined }): BankDetails {
  const code = query.code.replace(/[\s-]/g, '').toUpperCase();
  const codes = [
    code,
    `${code}XXX`,
    /^[A-Z]{6}[A-Z0-9]{5}$/.test(code) ? `${code.slice(0, 8)}XXX` : '',
  ];
  const bank = directory.find(
    ({ bankBicOrCode, country }) =>
      codes.includes(bankBicOrCode) && (query.country ?? country) === country,
  );
  if (!bank) throw notFound(`Bank ${query.code}`);
  return bank;
}
