import type { Claimable, Claims, TeamTwin } from '../../../electron/engines/submissions/claims.ts';
import { ok } from '../../../shared/result.ts';

export type FakeClaims = { -readonly [Name in keyof Claims]: Claims[Name] } & {
  /** What was asked of the team, in order: `claim R-1`, `ahead 50`, `settled R-1 accepted`. */
  readonly acts: string[];
  readonly claimed: Claimable[];
  readonly ahead: (readonly Claimable[])[];
  /** What other desks of the team have sent. */
  readonly twins: (TeamTwin & { readonly likeness: string })[];
};

/** A team that grants every claim until a test says otherwise. */
export function fakeClaims(given: Partial<Claims> = {}): FakeClaims {
  const acts: string[] = [];
  const claimed: Claimable[] = [];
  const ahead: (readonly Claimable[])[] = [];
  const twins: FakeClaims['twins'] = [];
  return {
    acts,
    claimed,
    ahead,
    twins,
    allows: () => ok(null),
    demands: () => false,
    claim: (claimable) => {
      acts.push(`claim ${claimable.reference}`);
      claimed.push(claimable);
      return Promise.resolve(ok(null));
    },
    claimAhead: (claimables) => {
      acts.push(`ahead ${String(claimables.length)}`);
      ahead.push(claimables);
      return Promise.resolve();
    },
    release: () => {
      acts.push('release');
      return Promise.resolve();
    },
    settled: ({ reference, state }) => acts.push(`settled ${reference} ${state}`),
    alike: (likeness, except) =>
      twins.filter((twin) => twin.likeness === likeness && twin.reference !== except),
    ...given,
  };
}
