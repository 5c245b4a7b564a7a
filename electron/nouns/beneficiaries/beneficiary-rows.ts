import type { BeneficiaryChange, PartialBeneficiary } from '../../../shared/bank/beneficiaries.ts';
import { isHidden, isOther } from '../../engines/submissions/echo.ts';

/** How an answer compares with the fields that were sent. */
export type Shown = {
  /** Why the answer cannot be about what was sent, in words; null where none of its fields contradicts. */
  readonly mismatch: string | null;
  /** Why the answer does not show what was sent, in words; null where it contains every field. */
  readonly unshown: string | null;
};

/**
 * Compares an answer to Update Beneficiary (section 4.3) with what was sent. Banks tidy names and addresses, so case and blanks do not
 * count. Bank details must be as sent. A field that the answer leaves out is not shown. Of the free-form texts of intermediary and branch,
 * only those with a place in section 2 are compared.
 */
export function shownIn(sent: BeneficiaryChange, answer: PartialBeneficiary): Shown {
  const fields = fieldsOf(sent, answer);
  const missing = fields.find(({ now }) => now === undefined);
  return {
    mismatch: fields.map(problemOf).find((problem) => problem !== null) ?? null,
    unshown:
      fields.length === 0
        ? 'The bank’s answer has no place for what was sent.'
        : missing
          ? `The bank’s answer does not contain ${missing.name}, which was sent.`
          : null,
  };
}

/** Compares a created record, without names and addresses. Returns why its money would go elsewhere, in words, or null. */
export const otherPlace = (sent: BeneficiaryChange, answer: PartialBeneficiary): string | null => {
  const { accountNumber, bankBicOrCode, currencyIso3Code } = sent;
  const place = Object.entries({ accountNumber, bankBicOrCode, currencyIso3Code }).flatMap(
    ([name, text]) => {
      const now = answer[name as keyof typeof words];
      return text === undefined || text === '' || now === '' ? [] : [{ name, sent: text, now }];
    },
  );
  return place.map(problemOf).find((problem) => problem !== null) ?? null;
};

type Field = {
  readonly name: string;
  readonly sent: string;
  /** Undefined where the answer leaves it out. */
  readonly now: string | undefined;
};

function fieldsOf(sent: BeneficiaryChange, answer: PartialBeneficiary): Field[] {
  const { intermediaryBank, branchInformation, postCode, ...texts } = sent;
  const parts = [
    ...partsOf('intermediaryBank', intermediaryBank, answer.intermediaryBank),
    ...partsOf('branchInformation', branchInformation, answer.branchInformation),
  ];
  const plain = Object.entries({ ...texts, postcode: postCode }).flatMap(([name, text]) => {
    const now = answer[name as Exclude<keyof typeof texts, 'postCode'> | 'postcode'];
    const shownName = name === 'postcode' ? 'postCode' : name;
    return text === undefined ? [] : [{ name: shownName, sent: text, now: shown(name, text, now) }];
  });
  return [...plain, ...parts];
}

const parts = {
  intermediaryBank: ['bankName', 'bic', 'country'],
  branchInformation: ['branchName', 'branchCode', 'city'],
} as const;

type Texts = Readonly<Record<string, string | undefined>>;

function partsOf(
  name: keyof typeof parts,
  sent: Texts | undefined,
  answer: Texts | null | undefined,
): Field[] {
  if (sent === undefined) return [];
  const known: readonly string[] = parts[name];
  // Sent without any text, it was cleared: all its parts must then be empty.
  const wanted = Object.keys(sent).length === 0 ? known : known.filter((part) => part in sent);
  return wanted.map((part) => ({
    name: `${name}.${part}`,
    sent: sent[part] ?? '',
    now: answer === null ? '' : answer?.[part],
  }));
}

/** At least so many characters of a masked value must be visible to compare it. */
const leastSeen = 4;

/** Bank details that are almost wholly masked count as absent, unless they are what was sent. */
const shown = (name: string, sent: string, now: string | undefined): string | undefined =>
  isPlace(name) &&
  now !== undefined &&
  plain(sent) !== plain(now) &&
  isHidden(now) &&
  seen(now) < leastSeen
    ? undefined
    : now;

const seen = (text: string): number => text.replaceAll(/[^\p{L}\p{N}]/gu, '').length;

function problemOf({ name, sent, now }: Field): string | null {
  if (now === undefined || agrees(name, sent, now)) return null;
  return `The bank’s answer gives ${isPlace(name) ? words[name] : name} ${quoted(name, now)} instead of ${quoted(name, sent)}.`;
}

/** The fields that decide where the money goes, as a person calls them. */
const words = {
  accountNumber: 'the account',
  bankBicOrCode: 'the bank',
  currencyIso3Code: 'the currency',
} as const;

const isPlace = (name: string): name is keyof typeof words => name in words;

const quoted = (name: string, text: string): string =>
  text !== '' && isPlace(name) ? text : `“${text}”`;

function agrees(name: string, sent: string, now: string): boolean {
  if (plain(sent) === plain(now)) return true;
  if (isBlank(sent) || isBlank(now)) return false;
  if (name === 'bankBicOrCode' || name === 'intermediaryBank.bic')
    return !isOther(headOffice(sent), headOffice(now));
  if (isPlace(name) || name === 'phoneNumber')
    return !isOther(digits(name, sent), digits(name, now));
  return false;
}

/** Blanks and hyphens alone state nothing: compared without them, they would agree with any value. */
const isBlank = (text: string): boolean => /^[\s-]*$/.test(text);

const plain = (text: string): string =>
  text.normalize('NFC').trim().replaceAll(/\s+/g, ' ').toLowerCase();

/** A telephone number is written in many ways. */
const digits = (name: string, text: string): string =>
  name === 'phoneNumber' ? text.replaceAll(/[().]/g, '') : text;

/** Drops the branch XXX of a BIC: both forms name the head office. */
const headOffice = (code: string): string =>
  /^[A-Z]{6}[A-Z0-9]{2}XXX$/i.test(code) ? code.slice(0, 8) : code;
