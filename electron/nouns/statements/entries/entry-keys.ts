import { accountsMax } from '../../accounts/ordinals.ts';

/** An entry's key: day * 2^34 + account * 2^24 + slot. Below 2^53, so it is exact as a number, up to the year 3405. */

const accountFactor = 2 ** 24;
const dayFactor = accountFactor * accountsMax;
export const slotsPerDay = accountFactor;
const daysMax = 2 ** 19;
/** The last day that an entry can have. */
export const latestEntryDay = daysMax - 1;

/** Can an entry of this day have a key? Days count from 1970-01-01. */
export const isEntryDay = (day: number): boolean =>
  Number.isInteger(day) && day >= 0 && day < daysMax;

/** The smallest key of an account's day. */
export function firstKeyOf(account: number, day: number): number {
  if (!isEntryDay(day)) throw new RangeError(`${day} is not a day that an entry can have`);
  return day * dayFactor + account * accountFactor;
}

export const lastKeyOf = (account: number, day: number): number =>
  firstKeyOf(account, day) + slotsPerDay - 1;

export const dayOfKey = (key: number): number => Math.floor(key / dayFactor);
export const slotOfKey = (key: number): number => key % accountFactor;

export const accountOfKey = (key: number): number => Math.floor(key / accountFactor) % accountsMax;
export const dayOfKeySql = (column: string): string => `${column} >> 34`;

/**
 * An entry's row in the search index: account * 2^43 + day * 2^24 + slot. The rows of an account are contiguous, in the order of
 * its keys, so a search within one account reads no rows of another.
 */
const searchFactor = daysMax * accountFactor;

export const searchRowSql = (key: string): string =>
  `((((${key}) >> 24 & 1023) << 43) | (((${key}) >> 34) << 24) | ((${key}) & 16777215))`;

/** SQL: the entry's key from its row in the search index. */
export const keyOfSearchSql = (row: string): string =>
  `((((${row}) >> 24 & 524287) << 34) | (((${row}) >> 43) << 24) | ((${row}) & 16777215))`;

/** Returns the account's rows of the search index between two keys, both included. The keys may belong to other accounts. */
export function searchBounds(
  account: number,
  { low, high }: { low: number; high: number },
): { low: bigint; high: bigint } {
  const place = (key: number): number => account * searchFactor + dayOfKey(key) * accountFactor;
  const lowest = accountOfKey(low);
  const highest = accountOfKey(high);
  const slotsBelow = lowest < account ? 0 : lowest > account ? slotsPerDay : slotOfKey(low);
  const slotsTo = highest < account ? -1 : highest > account ? slotsPerDay - 1 : slotOfKey(high);
  return { low: BigInt(place(low) + slotsBelow), high: BigInt(place(high) + slotsTo) };
}

/**
 * Hashes an account's entry id to 53 bits. Two ids may collide: a lookup compares the text and continues with the next number, as in
 * an open-addressing hash table.
 */
export function hashOfId(account: number, id: string): number {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let index = -1; index < id.length; index++) {
    const unit = index < 0 ? account : id.charCodeAt(index);
    high = Math.imul(high ^ unit, 2654435761);
    low = Math.imul(low ^ unit, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return 4294967296 * (2097151 & low) + (high >>> 0);
}

export const nextHash = (hash: number): number => (hash + 1) % Number.MAX_SAFE_INTEGER;
