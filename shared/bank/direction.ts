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

/** `debit` or `credit`, whatever the case and the short form; the bank's own word where it is none that is known. */
export function directionOf(text: string): string {
  const bare = text.trim().toLowerCase().replace(/\.$/, '');
  return directions.find((known) => spellings[known].includes(bare)) ?? text;
}
