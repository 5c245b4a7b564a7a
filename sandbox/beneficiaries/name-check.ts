import type { BeneficiariesBank } from './state.ts';
import { magicOutcome } from '../server/magic.ts';
import { magicNameChecks } from './magic.ts';
import { createRandom, mixSeeds } from '../seed/random.ts';
import { invalid, Refusal } from '../server/refusal.ts';

const firstNames = ['Adaeze', 'Babatunde', 'Chiamaka', 'Ibrahim', 'Ngozi', 'Olumide'] as const;
const familyNames = ['Adeyemi', 'Balogun', 'Danjuma', 'Eze', 'Nwosu', 'Okafor'] as const;

type Question = { accountNumber: string; bankCode: string };

/** The name of whom an NGN account belongs to: a known beneficiary, or somebody. Throws Refusal 400 and 404. */
export function holderOf(bank: BeneficiariesBank, question: Question): string {
  refuseMalformed(question);
  const { accountNumber, bankCode } = question;
  const outcome = magicOutcome(magicNameChecks, accountNumber);
  if (outcome === 'no-such-account')
    throw new Refusal(404, 'account_not_found', 'There is no such account at this bank');
  if (outcome === 'similar-name') return 'Harmattan Food Limited';
  const beneficiary = [...bank.beneficiaries.values()].find(
    (known) => known.currencyIso3Code === 'NGN' && known.accountNumber === accountNumber,
  );
  if (beneficiary) return beneficiary.accountName;
  const { seed } = bank.parameters;
  const random = createRandom(mixSeeds(seed, Number(accountNumber), Number(bankCode)));
  return `${random.pick(firstNames)} ${random.pick(familyNames)}`;
}

function refuseMalformed({ accountNumber, bankCode }: Question): void {
  const errors = [
    /^\d{10}$/.test(accountNumber)
      ? []
      : [{ field: 'accountNumber', message: 'must have ten digits' }],
    /^\d{3}(\d{3})?$/.test(bankCode)
      ? []
      : [{ field: 'bankCode', message: 'must have three or six digits' }],
  ].flat();
  if (errors.length > 0) throw invalid(...errors);
}
