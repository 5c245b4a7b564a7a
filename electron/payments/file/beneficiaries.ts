import { err, ok, type Result } from '../../../shared/result.ts';

/** A payee as far as a payment file can name it. */
export type KnownPayee = {
  readonly entityId: string;
  readonly name: string;
  readonly accountName: string;
  readonly accountNumber: string;
};

/** Payees by everything that may name them. */
export type BeneficiaryIndex = {
  readonly byId: ReadonlyMap<string, KnownPayee>;
  readonly byAccount: ReadonlyMap<string, readonly KnownPayee[]>;
  readonly byName: ReadonlyMap<string, readonly KnownPayee[]>;
};

export type NamedPayee = { readonly id: string; readonly account: string; readonly name: string };

type BeneficiaryProblem = {
  readonly field: 'beneficiaryId' | 'beneficiaryAccount' | 'beneficiary';
  readonly words: string;
};

/** Read once for a whole file. */
export function indexPayees(payees: readonly KnownPayee[]): BeneficiaryIndex {
  const byAccount = new Map<string, KnownPayee[]>();
  const byName = new Map<string, KnownPayee[]>();
  for (const payee of payees) {
    if (payee.accountNumber !== '') push(byAccount, compact(payee.accountNumber), payee);
    for (const name of new Set([folded(payee.name), folded(payee.accountName)]))
      if (name !== '') push(byName, name, payee);
  }
  return { byId: new Map(payees.map((payee) => [payee.entityId, payee])), byAccount, byName };
}

/**
 * Finds the one payee that is meant: by its id, else by its exact account number, else by its name if only one has it.
 * Whatever else the line says of it must agree: a name beside another payee's number is how money goes astray.
 */
export function findPayee(
  index: BeneficiaryIndex,
  named: NamedPayee,
): Result<KnownPayee, BeneficiaryProblem> {
  const found = foundBy(index, named);
  if (!found.ok) return found;
  const { name, accountName, accountNumber } = found.value;
  const shown = name || accountName;
  if (named.account !== '' && compact(named.account) !== compact(accountNumber))
    return problem('beneficiaryAccount', `is not the account of ${shown}`);
  if (named.name !== '' && ![folded(name), folded(accountName)].includes(folded(named.name)))
    return problem(
      'beneficiary',
      `this payee is saved as “${shown}”: write it so, or leave it out`,
    );
  return found;
}

function foundBy(
  { byId, byAccount, byName }: BeneficiaryIndex,
  { id, account, name }: NamedPayee,
): Result<KnownPayee, BeneficiaryProblem> {
  if (id !== '') {
    const payee = byId.get(id);
    return payee ? ok(payee) : problem('beneficiaryId', `no payee has the id ${id}`);
  }
  if (account !== '') {
    const having = byAccount.get(compact(account)) ?? [];
    const fitting = having.filter((payee) =>
      [folded(payee.name), folded(payee.accountName)].includes(folded(name)),
    );
    const [payee, other] = fitting.length > 0 ? fitting : having;
    if (!payee) return problem('beneficiaryAccount', 'no saved payee has this account number');
    return other
      ? problem(
          'beneficiaryAccount',
          'two payees have this account number: give the beneficiary id',
        )
      : ok(payee);
  }
  if (name === '') return problem('beneficiary', 'name the payee');
  const [payee, other] = byName.get(folded(name)) ?? [];
  if (!payee) return problem('beneficiary', 'no saved payee has this name');
  return other
    ? problem('beneficiary', 'two payees have this name: give the beneficiary id')
    : ok(payee);
}

const problem = (
  field: BeneficiaryProblem['field'],
  words: string,
): Result<never, BeneficiaryProblem> => err({ field, words });

function push(map: Map<string, KnownPayee[]>, key: string, payee: KnownPayee): void {
  const known = map.get(key);
  if (known) known.push(payee);
  else map.set(key, [payee]);
}

/** An account number as people group it. */
const compact = (text: string): string => text.replace(/\s+/g, '').toUpperCase();

/** Without case, accents and more than one space in a row. */
const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{Mark}+/gu, '')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim();
