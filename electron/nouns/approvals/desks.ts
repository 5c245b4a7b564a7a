import type { ApprovalState } from './state.ts';

type Desks = ApprovalState['desks'];

/** The person of a desk; empty for one that never joined. */
export const personOf = (desks: Desks, key: string): string => desks.get(key)?.person ?? '';

export function isAdmin(desks: Desks, key: string): boolean {
  const desk = desks.get(key);
  return desk?.counts === true && desk.roles.includes('admin');
}

/** The persons with an administrator's desk that counts. */
export function adminsOf(desks: Desks): ReadonlySet<string> {
  const admins = [...desks.values()].filter(
    ({ counts, roles }) => counts && roles.includes('admin'),
  );
  return new Set(admins.map(({ person }) => person));
}

/** The persons of desks, each once. */
export const personsOf = (desks: Desks, keys: ReadonlySet<string>): string[] => [
  ...new Set([...keys].map((key) => personOf(desks, key))),
];
