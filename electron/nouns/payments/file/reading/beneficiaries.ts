import { err, ok, type Result } from '../../../../../shared/result.ts';
import { inTurns } from '../../../../engines/files/turns.ts';

/** A payee as far as a payment file can name it. */
export type KnownBeneficiary = {
  readonly entityId: string;
  readonly name: string;
  readonly accountName: string;
  readonly accountNumber: string;
};

/** Payees indexed by everything that may name them. */
export type BeneficiaryIndex = {
  readonly byId: ReadonlyMap<string, KnownBeneficiary>;
  readonly byAccount: ReadonlyMap<string, readonly KnownBeneficiary[]>;
  readonly byName: ReadonlyMap<string, readonly KnownBeneficiary[]>;
};

export type NamedBeneficiary = {
  readonly id: string;
  readonly account: string;
  readonly name: string;
};

type BeneficiaryProblem = {
  readonly field: 'beneficiaryId' | 'beneficiaryAccount' | 'beneficiary';
  /** A whole sentence. */
  readonly words: string;
};

/** Indexes the payees once for a whole file; yields the thread every few milliseconds. */
export async function indexBeneficiaries(
  pieces: Iterable<readonly KnownBeneficiary[]>,
): Promise<BeneficiaryIndex> {
  const byId = new Map<string, KnownBeneficiary>();
  const byAccount = new Map<string, KnownBeneficiary[]>();
  const byName = new Map<string, KnownBeneficiary[]>();
  const index = (beneficiary: KnownBeneficiary): void => {
    byId.set(beneficiary.entityId, beneficiary);
    if (beneficiary.accountNumber !== '')
      push(byAccount, compact(beneficiary.accountNumber), beneficiary);
    for (const name of new Set([folded(beneficiary.name), folded(beneficiary.accountName)]))
      if (name !== '') push(byName, name, beneficiary);
  };
  for await (const piece of inTurns(pieces)) for (const beneficiary of piece) index(beneficiary);
  return { byId, byAccount, byName };
}

/**
 * Finds the payee of a line by its id, else by its exact account number, else by a name that only one payee has. Everything
 * else that the line states about the payee must agree: a name with another payee's number misdirects money.
 */
export function findBeneficiary(
  index: BeneficiaryIndex,
  named: NamedBeneficiary,
): Result<KnownBeneficiary, BeneficiaryProblem> {
  const found = foundBy(index, named);
  if (!found.ok) return found;
  const { name, accountName, accountNumber } = found.value;
  const shown = name || accountName;
  if (named.account !== '' && compact(named.account) !== compact(accountNumber))
    return problem(
      'beneficiaryAccount',
      `The account ${named.account} is not the account of ${shown}.`,
    );
  if (named.name !== '' && ![folded(name), folded(accountName)].includes(folded(named.name)))
    return problem(
      'beneficiary',
      `This payee is saved as “${shown}”, and the file calls it “${named.name}”.`,
    );
  return found;
}

function foundBy(
  { byId, byAccount, byName }: BeneficiaryIndex,
  { id, account, name }: NamedBeneficiary,
): Result<KnownBeneficiary, BeneficiaryProblem> {
  if (id !== '') {
    const beneficiary = byId.get(id);
    return beneficiary
      ? ok(beneficiary)
      : problem('beneficiaryId', `No saved payee has the ID ${id}.`);
  }
  if (account !== '') {
    const having = byAccount.get(compact(account)) ?? [];
    const fitting = having.filter((beneficiary) =>
      [folded(beneficiary.name), folded(beneficiary.accountName)].includes(folded(name)),
    );
    const [beneficiary, other] = fitting.length > 0 ? fitting : having;
    if (!beneficiary)
      return problem('beneficiaryAccount', `No saved payee has the account ${account}.`);
    return other
      ? problem('beneficiaryAccount', `Two saved payees have the account ${account}.`)
      : ok(beneficiary);
  }
  if (name === '') return problem('beneficiary', 'The line names no payee.');
  const [beneficiary, other] = byName.get(folded(name)) ?? [];
  if (!beneficiary) return problem('beneficiary', `No saved payee is called “${name}”.`);
  return other ? problem('beneficiary', `Two saved payees are called “${name}”.`) : ok(beneficiary);
}

const problem = (
  field: BeneficiaryProblem['field'],
  words: string,
): Result<never, BeneficiaryProblem> => err({ field, words });

function push(
  map: Map<string, KnownBeneficiary[]>,
  key: string,
  beneficiary: KnownBeneficiary,
): void {
  const known = map.get(key);
  if (known) known.push(beneficiary);
  else map.set(key, [beneficiary]);
}

/** An account number without the spaces that people group it with, in upper case. */
export const compact = (text: string): string => text.replace(/\s+/g, '').toUpperCase();

/** The text without case and accents, with single spaces. */
export const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{Mark}+/gu, '')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim();
