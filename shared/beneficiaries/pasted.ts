import type { NewBeneficiary } from '../bank/beneficiaries.ts';
import { bareCode } from './bare.ts';
import type { CodeBook } from './code-book.ts';
import { payeeBody } from './flat.ts';
import { PastedReader, type Finding } from './pasted-findings.ts';
import type { PastedKind } from './pasted-labels.ts';
import { chooseNumbers } from './pasted-numbers.ts';
import { piecesOf } from './pasted-pieces.ts';
import { currencyOf } from './pasted-shapes.ts';
import { tidyPayee } from './tidy.ts';

/** The payee that was read from a pasted block. */
export type PastedPayee = {
  readonly fields: Partial<NewBeneficiary>;
  /** The pasted texts that fit no field; nothing of a block is dropped. */
  readonly unread: readonly string[];
};

/** The fields of findings that need no choice. */
const fieldOf: Partial<Record<PastedKind, string>> = {
  name: 'name',
  accountName: 'accountName',
  bankName: 'bankName',
  bankAddress: 'bankAddress',
  address: 'addressLine1',
  address2: 'addressLine2',
  city: 'city',
  state: 'state',
  postCode: 'postCode',
  email: 'emailAddress',
  phone: 'phoneNumber',
  branchName: 'branchInformation.branchName',
  byBank: 'intermediaryBank.bankName',
  byBic: 'intermediaryBank.bic',
  byCountry: 'intermediaryBank.country',
};

/** Splits a pasted block of bank details into the fields of a payee. Nothing is guessed: text that fits nowhere is returned in `unread`. */
export function readPasted(text: string, book: CodeBook): PastedPayee {
  const { findings, unread } = new PastedReader(book, hasLabelledName(text)).read(text);
  const left: string[] = [...unread];
  const fields: Record<string, string> = {};
  for (const finding of findings) {
    const field = fieldOf[finding.kind];
    if (field === undefined) continue;
    fields[field] ??= finding.value;
    if (!isSame(fields[field], finding.value)) left.push(finding.source);
  }
  const place = placeIn(findings, book, left);
  const numbers = numbersIn(findings, place, left, book);
  const entered = {
    ...fields,
    country: place.country,
    currencyIso3Code: place.currency,
    ...numbers,
  };
  return { fields: payeeBody(tidyPayee(entered)), unread: left };
}

const hasLabelledName = (text: string): boolean =>
  text
    .split(/[\r\n]+/)
    .flatMap(piecesOf)
    .some(({ label }) => label?.kind === 'name' || label?.kind === 'accountName');

const isSame = (a: string, b: string): boolean => bareCode(a) === bareCode(b);

type Place = { readonly country: string; readonly currency: string };

/** The account's country: from its IBAN, else as written, else from what its labels imply, else from its BIC. */
function placeIn(findings: readonly Finding[], book: CodeBook, left: string[]): Place {
  const ofKind = (...kinds: PastedKind[]): Finding[] =>
    findings.filter((finding) => kinds.includes(finding.kind));
  const currencies = ofKind('currency').map((finding) => ({
    finding,
    code: currencyOf(finding.value),
  }));
  const currency = currencies.find(({ code }) => code !== null)?.code ?? '';
  for (const { finding, code } of currencies) if (code !== currency) left.push(finding.source);

  const written = [...ofKind('bankCountry'), ...ofKind('country')].map((finding) => ({
    finding,
    country: book.countryOf(finding.value),
  }));
  const country =
    ofKind('account')
      .map(({ value }) => ibanCountry(bareCode(value), book))
      .find((code) => code !== null) ??
    written.find((line) => line.country !== null)?.country ??
    findings.find((finding) => finding.country !== undefined)?.country ??
    ofKind('code')
      .map(({ value }) => bicCountry(bareCode(value), book))
      .find((code) => code !== null) ??
    '';
  for (const line of written) if (line.country !== country) left.push(line.finding.source);
  return { country, currency };
}

const ibanCountry = (number: string, book: CodeBook): string | null =>
  book.ibanProblem(number) === null ? book.countryOf(number.slice(0, 2)) : null;

const bicCountry = (code: string, book: CodeBook): string | null =>
  book.isBic(code) ? book.countryOf(code.slice(4, 6)) : null;

function numbersIn(
  findings: readonly Finding[],
  place: Place,
  left: string[],
  book: CodeBook,
): Record<string, string> {
  const accounts = findings.filter(({ kind }) => kind === 'account');
  const codes = findings.filter(({ kind }) => kind === 'code' || kind === 'branchCode');
  const chosen = chooseNumbers({ accounts, codes }, place, book);
  const branch = codes.find(
    (finding) => finding.kind === 'branchCode' && !chosen.codes.includes(finding),
  );
  const placed = new Set([chosen.account, branch, ...chosen.codes]);
  for (const finding of [...accounts, ...codes])
    if (
      !placed.has(finding) &&
      ![...placed].some((other) => other && isSame(other.value, finding.value))
    )
      left.push(finding.source);
  return {
    accountNumber: chosen.account?.value ?? '',
    bankBicOrCode: chosen.code,
    'branchInformation.branchCode': branch?.value ?? '',
  };
}
