/** What banks write for money that leaves the account and for money that comes in. For any other text the balances or the bank file decide. */
const spellings: Readonly<Record<'debit' | 'credit', readonly string[]>> = {
  debit: ['debit', 'debits', 'dr', 'd', 'dbit'],
  credit: ['credit', 'credits', 'cr', 'c', 'crdt'],
};

/** The two words of the specification (section 2). */
export const directions = ['debit', 'credit'] as const;
export type Direction = (typeof directions)[number];

export const isDirection = (text: string): text is Direction =>
  text === 'debit' || text === 'credit';

/** Returns `debit` or `credit` for a known spelling in any case; the bank's own word for any other. */
export function directionOf(text: string): string {
  const bare = text.trim().toLowerCase().replace(/\.$/, '');
  return directions.find((known) => spellings[known].includes(bare)) ?? text;
}
