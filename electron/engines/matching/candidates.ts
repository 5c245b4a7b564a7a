import {
  areAlike,
  tiedToLeft,
  tiedToRight,
  tiesOfLeft,
  tiesOfRight,
  type Field,
  type Found,
} from './field.ts';
import type { Piece } from './pieces.ts';
import type { Tie } from './ties.ts';

export type Candidate = readonly [number, Tie];

/** The lines of the other side that one line could match: open, tied to it, of its amount and near in time. */
export type Candidates = {
  readonly all: readonly Candidate[];
  /** The candidates tied by a whole reference. */
  readonly whole: readonly Candidate[];
};

/** Caches the candidates of each line until a match changes them. Its work counts for the piece. */
export class CandidateCache {
  readonly #field: Field;
  readonly #piece: Piece;
  readonly #left = new Map<number, Candidates>();
  readonly #right = new Map<number, Candidates>();

  constructor(field: Field, piece: Piece) {
    this.#field = field;
    this.#piece = piece;
  }

  ofLeft(l: number): Candidates {
    return this.#cached(this.#left, l, () => {
      this.#piece.spend(tiesOfLeft(this.#field, l).size);
      return tiedToLeft(this.#field, l).filter(([r]) => areAlike(this.#field, l, r));
    });
  }

  ofRight(r: number): Candidates {
    return this.#cached(this.#right, r, () => {
      this.#piece.spend(tiesOfRight(this.#field, r).size);
      return tiedToRight(this.#field, r).filter(([l]) => areAlike(this.#field, l, r));
    });
  }

  /** Drops the cached candidates that a match of these lines changes. */
  drop({ left, right }: Pick<Found, 'left' | 'right'>): void {
    for (const l of left) for (const r of tiesOfLeft(this.#field, l).keys()) this.#right.delete(r);
    for (const r of right) for (const l of tiesOfRight(this.#field, r).keys()) this.#left.delete(l);
  }

  #cached(known: Map<number, Candidates>, at: number, find: () => Candidate[]): Candidates {
    const before = known.get(at);
    if (before) return before;
    const all = find();
    const found = { all, whole: all.filter(([, { kind }]) => kind === 'whole') };
    known.set(at, found);
    return found;
  }
}
