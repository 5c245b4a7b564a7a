import { bareCode } from './bare.ts';
import { ruleFor, type BeneficiaryRule } from './rules.ts';
import type { CodeBook } from './code-book.ts';
import type { Finding } from './pasted-findings.ts';

/** The numbers and codes that belong together in the payee's country; the rest were not needed. */
export type Chosen = {
  readonly account: Finding | null;
  readonly codes: readonly Finding[];
  /** As it is entered. */
  readonly code: string;
};

type Found = { readonly accounts: readonly Finding[]; readonly codes: readonly Finding[] };

/** Picks account number and bank code by the rule of country and currency, which may be unknown. */
export function chooseNumbers(
  found: Found,
  { country, currency }: { country: string; currency: string },
  book: CodeBook,
): Chosen {
  const rule = ruleFor(country, currency, book);
  const options = rule.forms.flatMap((form) =>
    found.accounts
      .filter(({ value }) => form.account.shape.test(bareCode(value)))
      .map((account) => ({ account, ...codeFor(form, found.codes) })),
  );
  const best = options.find(({ codes }) => codes.length > 0) ?? options[0];
  if (best) return best.codes.length > 0 ? best : { ...best, ...firstCode(found.codes) };
  return { account: found.accounts[0] ?? null, ...codeForAny(rule, found.codes) };
}

type Form = BeneficiaryRule['forms'][number];
type Code = Pick<Chosen, 'codes' | 'code'>;

/** The first code of a kind that goes with the form; bank and branch may be written separately and belong together. */
function codeFor({ codes: kinds }: Form, found: readonly Finding[]): Code {
  for (const { shape } of kinds) {
    const one = found.find(({ value }) => shape.test(bareCode(value)));
    if (one) return { codes: [one], code: bareCode(one.value) };
    for (const bank of found)
      for (const branch of found) {
        const both = `${bareCode(bank.value)}${bareCode(branch.value)}`;
        if (bank.kind === 'code' && branch.kind === 'branchCode' && shape.test(both))
          return { codes: [bank, branch], code: both };
      }
  }
  return { codes: [], code: '' };
}

const codeForAny = ({ forms }: BeneficiaryRule, found: readonly Finding[]): Code =>
  forms.map((form) => codeFor(form, found)).find(({ codes }) => codes.length > 0) ??
  firstCode(found);

/** None fits the country: the first is shown with its problem rather than none. */
function firstCode(found: readonly Finding[]): Code {
  const first = found.find(({ kind }) => kind === 'code');
  return first ? { codes: [first], code: bareCode(first.value) } : { codes: [], code: '' };
}
