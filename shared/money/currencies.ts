/**
 * ISO 4217 codes with the digits of their minor unit, as published on 2024-06-25, with XAD and XCG, which came after it.
 * A frozen table: Intl follows CLDR, which differs from ISO 4217 for more than a dozen currencies.
 */
const codesByDigits = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
  2: `AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BOV BRL BSD BTN BWP BYN BZD
    CAD CDF CHE CHF CHW CNY COP COU CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS
    GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL
    MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK
    PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS
    TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED VES WST XAD XCD XCG YER ZAR ZMW ZWG ZWL`,
  3: 'BHD IQD JOD KWD LYD OMR TND',
  4: 'CLF UYW',
} as const;

/**
 * Codes that ISO 4217 does not have and banks keep accounts in all the same: renminbi dealt outside the mainland, and the
 * pounds of Guernsey, Jersey and Man. Each has the digits of the currency that it is at par with.
 */
const customary: ReadonlyMap<string, number> = new Map(
  ['CNH', 'GGP', 'IMP', 'JEP'].map((code) => [code, 2] as const),
);

/** A currency as a bank writes it. Those that {@link isCurrency} takes are known here, with the digits of their minor unit. */
export type Currency = string & { readonly __brand?: 'Currency' };

const digitsByCode: ReadonlyMap<string, number> = new Map(
  Object.entries(codesByDigits).flatMap(([digits, codes]) =>
    codes.split(/\s+/).map((code) => [code, Number(digits)] as const),
  ),
);

/** Digits by code. */
export type CurrencyDigits = Readonly<Record<string, number>>;

let ofBank: CurrencyDigits = {};

/** The currencies that the open bank's file adds to the table. One bank is open at a time; each thread is set up separately. */
export function knowCurrenciesOf(bank: CurrencyDigits): void {
  ofBank = bank;
}

export const currenciesOfBank = (): CurrencyDigits => ofBank;

/** Digits by the tables alone, without a bank's additions. */
export const tabledDigits = (code: string): number | undefined =>
  digitsByCode.get(code) ?? customary.get(code);

const digitsOf = (code: string): number | undefined =>
  tabledDigits(code) ?? (Object.hasOwn(ofBank, code) ? ofBank[code] : undefined);

/** Digits after the point that every amount of the desk can have; a currency may have more. */
const heldDigits = 4;

/** True if the currency is known here. Amounts can be entered only in a known one: the decimals of others are uncertain. */
export const isCurrency = (code: string): code is Currency => digitsOf(code) !== undefined;

/** Normalises a bank's currency code: one that is known here, or all in small letters, becomes capitals. */
export function currencyIn(text: string): string {
  const code = text.trim();
  const capitals = code.toUpperCase();
  return isCurrency(capitals) || /^[a-z\d]{2,10}$/.test(code) ? capitals : code;
}

/** Digits of the currency's minor unit. Throws RangeError for a code that is not known here. */
export function minorDigits(currency: Currency): number {
  const digits = digitsOf(currency);
  if (digits === undefined) throw new RangeError(`${currency} is not a currency known here`);
  return digits;
}

/** The least number of decimals with which an amount is shown. In an unknown currency it is 0: only significant digits are shown. */
export const shownDigits = (currency: string): number =>
  Math.min(digitsOf(currency) ?? 0, heldDigits);
