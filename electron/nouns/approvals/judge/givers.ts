import type { Rule, Rules } from '../contents.ts';
import type { ApprovalState } from '../state.ts';
import { capacitiesOf, hasRole, isActive, pairsOfEyes } from './pairs-of-eyes.ts';

/** The persons who can give a rule's approvals, regardless of amounts and makers. */
export type Givers = {
  /** Persons by name, including those who stand in for a person with the role. */
  readonly givers: readonly string[];
  /** False where they are fewer pairs of eyes than the rule requires. */
  readonly canBeMet: boolean;
  /** Persons without whom the rule could not be met; empty where it cannot be met with them either. */
  readonly onlyWith: readonly string[];
};

/** The persons who can give a rule's approvals at an instant (ISO 8601, UTC). */
export function giversOf(
  { desks, delegations }: Pick<ApprovalState, 'desks' | 'delegations'>,
  rules: Rules,
  { role, count }: Rule['need'],
  now: string,
): Givers {
  const parts = { desks, delegations, rules };
  const able = [...desks.values()].filter(
    (desk) =>
      desk.counts && capacitiesOf(parts, desk, [now]).some((capacity) => hasRole(capacity, role)),
  );
  const givers = [...new Set(able.map(({ person }) => person))].toSorted();
  const eyesOf = pairsOfEyes({ delegations }, [now]);
  const eyesAmong = (persons: readonly string[]): number => new Set(persons.map(eyesOf)).size;
  const canBeMet = eyesAmong(givers) >= count;
  const isNeeded = (person: string): boolean =>
    eyesAmong(givers.filter((other) => other !== person)) < count;
  return { givers, canBeMet, onlyWith: canBeMet ? givers.filter(isNeeded) : [] };
}

/** The persons for whom a person stands in at an instant. */
export const standsInFor = (
  { delegations }: Pick<ApprovalState, 'delegations'>,
  person: string,
  now: string,
): readonly string[] => [
  ...new Set(
    [...delegations.values()]
      .filter(({ to }) => to === person)
      .filter((delegation) => isActive(delegation, now))
      .map(({ from }) => from),
  ),
];
