import { row, run, type TeamCopy } from '../../../engines/store/database.ts';
import { firstOfKind } from '../../../engines/team-record/record-copy.ts';
import { approvalKinds, type Rules } from '../contents.ts';
import type { History } from '../../people/history.ts';
import type { Claimed, Delegation, Objection, Proposal, Request } from '../state.ts';
import type { StoredSecondPersons } from './second-persons.ts';

/** The stored form of the fold, in the database of the copy. */
export type StoredFold = StoredSecondPersons & {
  readonly n: number;
  readonly rules: Rules | null;
  readonly namedSince: readonly (readonly [string, string])[];
  readonly day: string;
  readonly objections: readonly Objection[];
  readonly requests: readonly Request[];
  readonly proposals: readonly (readonly [
    string,
    Omit<Proposal, 'signers'> & { readonly signers: readonly string[] },
  ])[];
  readonly delegations: readonly (readonly [string, Delegation])[];
  readonly claims: readonly Claimed[];
  readonly paidPayees: readonly string[];
  readonly found: readonly (readonly [string, 'accepted' | 'not-found'])[];
  readonly unsigned: readonly string[];
  readonly newcomers: readonly (readonly [string, History])[];
};

/** Raise this number with every change to what a fold stores or decides. A fold of an older version is rebuilt from the acts. */
const foldVersion = 12;

/** The last stored fold; null where there is none of this version. */
export function storedFold(copy: TeamCopy): StoredFold | null {
  const stored = row<{ state: string }>(
    copy,
    'SELECT state FROM approval_fold WHERE one = 1 AND version = ?',
    foldVersion,
  );
  return stored && (JSON.parse(stored.state) as StoredFold);
}

export function saveFold(copy: TeamCopy, fold: StoredFold): void {
  run(
    copy,
    'INSERT OR REPLACE INTO approval_fold (one, n, version, state) VALUES (1, ?, ?, ?)',
    ...[fold.n, foldVersion, JSON.stringify(fold)],
  );
}

/** The number after which a new fold must read acts; null in a team without any act of approvals. */
export function beginningOf(copy: TeamCopy): number | null {
  const first = approvalKinds.map((kind) => firstOfKind(copy, kind)).filter((n) => n !== null);
  return first.length === 0 ? null : Math.min(...first) - 1;
}
