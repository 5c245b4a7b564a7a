import type { Role } from '../../../../shared/team/roles.ts';
import { isOver, type Total } from './amounts.ts';
import type { Money, Rules } from '../contents.ts';
import type { ApprovalState, Delegation } from '../state.ts';

/** Does a delegation count at an instant? */
export const isActive = ({ begins, ends, withdrawnAt }: Delegation, at: string): boolean =>
  begins <= at && at <= ends && (withdrawnAt === null || at < withdrawnAt);

/**
 * Groups persons into pairs of eyes at any of these times. The returned function maps a person to a name that the whole group shares. A
 * stand-in and the person represented are one pair of eyes.
 */
export function pairsOfEyes(
  { delegations }: Pick<ApprovalState, 'delegations'>,
  times: readonly string[],
): (person: string) => string {
  const parents = new Map<string, string>();
  const rootOf = (person: string): string => {
    let root = person;
    for (let next = parents.get(root); next !== undefined; next = parents.get(root)) root = next;
    return root;
  };
  for (const delegation of delegations.values()) {
    if (!times.some((at) => isActive(delegation, at))) continue;
    const [from, to] = [rootOf(delegation.from), rootOf(delegation.to)];
    if (from !== to) parents.set(from, to);
  }
  return rootOf;
}

/** Are two persons one pair of eyes at any of these times, also by delegations that ended long ago? */
export function standIn(
  { delegations, pastDelegations }: Pick<ApprovalState, 'delegations' | 'pastDelegations'>,
  one: string,
  other: string,
  times: readonly string[],
): boolean {
  const all = new Map([...pastDelegations, ...delegations]);
  const eyesOf = pairsOfEyes({ delegations: all }, times);
  return eyesOf(one) === eyesOf(other);
}

/** One capacity in which a person may approve: with the own roles, or with those of a person for whom they stand in. */
export type Capacity = { readonly roles: ReadonlySet<Role>; readonly limits: readonly Money[] };

/** The capacities of a desk at all of these times, such as those of signing and of counting. */
export function capacitiesOf(
  { desks, delegations, rules }: Pick<ApprovalState, 'desks' | 'delegations'> & { rules: Rules },
  desk: { readonly person: string; readonly roles: readonly Role[] },
  times: readonly string[],
): readonly Capacity[] {
  const limitsOf = (person: string): Money[] =>
    rules.limits.filter((limit) => limit.person === person);
  const rolesOf = (person: string): Role[] =>
    [...desks.values()].flatMap((one) => (one.counts && one.person === person ? one.roles : []));
  const lent = [...delegations.values()]
    .filter(({ to }) => to === desk.person)
    .filter((delegation) => times.every((at) => isActive(delegation, at)))
    .map(({ from, limit }) => ({
      roles: new Set(rolesOf(from)),
      limits: [...limitsOf(from), ...(limit === null ? [] : [limit])],
    }));
  return [{ roles: new Set(desk.roles), limits: limitsOf(desk.person) }, ...lent];
}

/** Does a total stay within all limits of a capacity? A limit in the orders' currency is used as is; others use the rules' rates. */
export function reaches({ limits }: Capacity, total: Total, rules: Rules): boolean {
  const own = new Set(limits.map(({ currency }) => currency));
  return limits.every((limit) => !isOver(total, limit, rules, own));
}

export const hasRole = ({ roles }: Capacity, role: Role | 'any'): boolean =>
  role === 'any' ? approvesAs([...roles]) : roles.has(role);

/** May a desk with these roles approve anything? Readers and sending desks may not. */
export const approvesAs = (roles: readonly Role[]): boolean =>
  roles.some((role) => role !== 'reader' && role !== 'sender');
