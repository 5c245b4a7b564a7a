import { editDistance } from '../../../../../shared/beneficiaries/edit-distance.ts';
import { distinctiveWords } from '../../../../../shared/beneficiaries/name-words.ts';
import { resemblanceOf } from '../../../../../shared/beneficiaries/resemblance.ts';
import { inTurns } from '../../../../engines/files/turns.ts';
import { compact, type KnownBeneficiary } from './beneficiaries.ts';

/** A payee as a line names it. */
export type WrittenPayee = { readonly name: string; readonly account: string };

/** A saved payee near the one that a line names. */
export type NearBeneficiary = {
  readonly beneficiary: KnownBeneficiary;
  /** The names differ by a letter or two, or are the same. */
  readonly isAlike: boolean;
  /** The line states this account number. */
  readonly hasLinesAccount: boolean;
};

/** Payees offered for a line. */
const offeredMax = 3;
/** Payees of a line that are compared letter by letter: the nearest by their pairs of letters. */
const comparedMax = 12;
/** The share of equal pairs of letters from which a name is near. */
const nearShare = 0.45;

type Scored = { readonly beneficiary: KnownBeneficiary; readonly score: number };

/** Returns the saved payees nearest to each written payee, the nearest first. Walks the payees once, and yields in between. */
export async function nearestPayees(
  pieces: Iterable<readonly KnownBeneficiary[]>,
  written: readonly WrittenPayee[],
): Promise<NearBeneficiary[][]> {
  const wanted = written.map((payee) => ({
    payee,
    pairs: pairsOf(payee.name),
    best: [] as Scored[],
  }));
  for await (const piece of inTurns(pieces))
    for (const beneficiary of piece) {
      const names = [...new Set([beneficiary.name, beneficiary.accountName])].map(pairsOf);
      for (const { payee, pairs, best } of wanted) {
        const score = scoreOf(
          payee,
          beneficiary,
          Math.max(...names.map((one) => likeness(pairs, one))),
        );
        if (score >= nearShare) insert(best, { beneficiary, score });
      }
    }
  return wanted.map(({ payee, best }) =>
    best
      .map(({ beneficiary, score }) => ({ ...nearOf(payee, beneficiary), score }))
      .toSorted((a, b) => rankOf(b) - rankOf(a))
      .slice(0, offeredMax)
      .map(({ score: _score, ...near }) => near),
  );
}

function nearOf({ name, account }: WrittenPayee, beneficiary: KnownBeneficiary): NearBeneficiary {
  const isAlike = name !== '' && resemblanceOf({ name, accountNumber: '' }, beneficiary) !== null;
  return { beneficiary, isAlike, hasLinesAccount: isSameAccount(account, beneficiary) };
}

const isSameAccount = (account: string, { accountNumber }: KnownBeneficiary): boolean =>
  account !== '' && compact(account) === compact(accountNumber);

const rankOf = (near: NearBeneficiary & { readonly score: number }): number =>
  Number(near.hasLinesAccount) * 4 + Number(near.isAlike) * 2 + near.score;

function scoreOf({ account }: WrittenPayee, beneficiary: KnownBeneficiary, names: number): number {
  if (isSameAccount(account, beneficiary)) return 2;
  return Math.max(names, isNearAccount(account, beneficiary.accountNumber) ? 1 : 0);
}

const nearAccountLength = 8;

/** Do two numbers of at least eight characters differ in at most two, with the same first or last four? */
function isNearAccount(written: string, accountNumber: string): boolean {
  const [one, other] = [compact(written), compact(accountNumber)];
  if (one.length < nearAccountLength || other.length < nearAccountLength) return false;
  if (one.slice(0, 4) !== other.slice(0, 4) && one.slice(-4) !== other.slice(-4)) return false;
  return editDistance(one, other, 2) <= 2;
}

function insert(best: Scored[], scored: Scored): void {
  const at = best.findIndex(({ score }) => score < scored.score);
  if (at === -1) best.push(scored);
  else best.splice(at, 0, scored);
  best.length = Math.min(best.length, comparedMax);
}

/** The pairs of neighbouring letters of a name, without the form of the company. */
function pairsOf(name: string): ReadonlySet<string> {
  const joined = distinctiveWords(name).join('');
  const letters = Array.from(joined);
  return new Set(
    letters.length === 1
      ? letters
      : letters.slice(1).map((letter, at) => `${letters[at] ?? ''}${letter}`),
  );
}

/** Dice's share of equal pairs, 0 to 1. */
function likeness(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  if (one.size === 0 || other.size === 0) return 0;
  let shared = 0;
  for (const pair of one) if (other.has(pair)) shared += 1;
  return (2 * shared) / (one.size + other.size);
}
