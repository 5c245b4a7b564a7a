import type { IncomingEntry } from '../../../electron/nouns/statements/entries/incoming.ts';

export const key = new Uint8Array(32).fill(7);
export const accountNumber = '0690000031';
export const crashRange = { accountNumber, from: 20_000, to: 20_000 };
export const pageSize = 20;

/** A page whose entries show their own position. */
export function crashPage(page: number): IncomingEntry[] {
  return Array.from({ length: pageSize }, (_, index) => {
    const ordinal = page * pageSize + index;
    return {
      id: `e${ordinal}`,
      amountE4: 10_000n,
      currency: 'USD',
      direction: 'credit',
      transactionType: 'TRANSFER',
      at: '2024-10-04T10:00:00.000Z',
      day: 20_000,
      narration: `word${ordinal}`,
      customReference: '',
      balanceE4: BigInt(ordinal + 1) * 10_000n,
      ordinal,
    };
  });
}
