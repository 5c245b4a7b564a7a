import { randomInt } from 'node:crypto';

/** How many characters of ids one string holds. */
const charactersAtOnce = 16_384;
const slotsAtFirst = 4_096;

/**
 * The set of ids that a reading has seen: exact like a Set of strings, but in less memory and few objects, since a statement may
 * have millions. Ids are concatenated in long strings, each prefixed with its length; an open-addressing hash table locates them.
 */
export class SeenIds {
  readonly #hashOf: (id: string) => number;
  #hashes = new Int32Array(slotsAtFirst);
  /** Position of an id, counted from 1; 0 is free. 32 bits suffice: a thread cannot have 2^32 characters in memory. */
  #places = new Uint32Array(slotsAtFirst);
  readonly #texts: string[] = [];
  #open: string[] = [];
  #openLength = 0;
  #count = 0;

  constructor(hashOf = hashBy(randomInt(2 ** 31))) {
    this.#hashOf = hashOf;
  }

  /** Adds an id. Returns false if the set already has it. */
  add(id: string): boolean {
    const hash = this.#hashOf(id);
    const record = recordOf(id);
    let slot = hash & (this.#places.length - 1);
    for (let place = this.#places[slot]; place; place = this.#places[slot]) {
      if (this.#hashes[slot] === hash && this.#isAt(place, record)) return false;
      slot = (slot + 1) & (this.#places.length - 1);
    }
    this.#hashes[slot] = hash;
    this.#places[slot] = this.#append(record);
    this.#count += 1;
    if (this.#count * 2 > this.#places.length) this.#grow();
    return true;
  }

  #append(record: string): number {
    if (this.#openLength + record.length > charactersAtOnce) this.#close();
    const place = this.#texts.length * charactersAtOnce + this.#openLength + 1;
    this.#open.push(record);
    this.#openLength += record.length;
    return place;
  }

  #close(): void {
    this.#texts.push(this.#open.join(''));
    this.#open = [];
    this.#openLength = 0;
  }

  #isAt(place: number, record: string): boolean {
    const at = place - 1;
    const text = this.#texts[Math.floor(at / charactersAtOnce)] ?? this.#open.join('');
    return text.startsWith(record, at % charactersAtOnce);
  }

  #grow(): void {
    const [hashes, places] = [this.#hashes, this.#places];
    const slots = places.length * 2;
    this.#hashes = new Int32Array(slots);
    this.#places = new Uint32Array(slots);
    for (const [at, place] of places.entries()) {
      if (place === 0) continue;
      const hash = hashes[at] ?? 0;
      let slot = hash & (slots - 1);
      while (this.#places[slot]) slot = (slot + 1) & (slots - 1);
      this.#hashes[slot] = hash;
      this.#places[slot] = place;
    }
  }
}

/** Returns a seeded hash function: with a fixed one a bank could choose ids that all collide. */
function hashBy(seed: number): (id: string) => number {
  return (id) => {
    let hash = seed;
    for (let at = 0; at < id.length; at += 1)
      hash = Math.imul(hash ^ id.charCodeAt(at), 0x01000193);
    hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
    return Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35) | 0;
  };
}

/** Prefixes an id with its length in two characters, so that no record is a prefix of another. */
const recordOf = (id: string): string =>
  String.fromCharCode(id.length >>> 16, id.length & 0xffff) + id;
