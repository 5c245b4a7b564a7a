import { ChainProver, type DayChain, type Ends, type Link } from './chain.ts';
import type { Break, Convention, SavedChain } from './chain-parts.ts';

/**
 * Proves a statement whose convention is unknown beforehand. The order shows on the first page. Whether amounts carry their own
 * sign may show only at the first debit, so both candidates continue until one breaks more often.
 */
export class StatementProver {
  #candidates: readonly ChainProver[];

  private constructor(candidates: readonly ChainProver[]) {
    this.#candidates = candidates;
  }

  static begin(firstPage: readonly Link[], ends: Ends): StatementProver {
    const newestFirst = isNewestFirst(firstPage, ends);
    return new StatementProver(proversOf(newestFirst, ends));
  }

  static resume(saved: readonly SavedChain[]): StatementProver {
    return new StatementProver(saved.map((chain) => ChainProver.resume(chain)));
  }

  save(): SavedChain[] {
    return this.#candidates.map((prover) => prover.save());
  }

  /** Returns what a page changed, for {@link follow}. */
  saveTouched(): SavedChain[] {
    return this.#candidates.map((prover) => prover.saveTouched());
  }

  /** Takes over the state of a reading that proved the same entries up to here. Drops the candidates it had dropped. */
  follow(saved: readonly SavedChain[]): void {
    this.#candidates = this.#candidates.flatMap((prover) => {
      const chain = saved.find(({ convention }) => convention.signed === prover.convention.signed);
      if (chain) prover.follow(chain);
      return chain ? [prover] : [];
    });
  }

  get convention(): Convention {
    return this.#best.convention;
  }

  get ends(): Ends {
    return this.#best.ends;
  }

  get days(): ReadonlyMap<number, DayChain> {
    return this.#best.days;
  }

  /** The earliest break in time. */
  get broken(): Break | null {
    return this.#best.broken;
  }

  get breaks(): number {
    return this.#best.breaks;
  }

  read(link: Link): void {
    for (const prover of this.#candidates) prover.read(link);
    this.#drop();
  }

  /** Records an unreadable entry; `day` is null if unknown. */
  gap(entryId: string, day: number | null, range: { from: number; to: number }): void {
    for (const prover of this.#candidates) prover.gap(entryId, day, range);
  }

  /** Call it after the last entry. `lastDay` is where an empty statement would break. */
  finish(lastDay: number): void {
    for (const prover of this.#candidates) prover.finish(lastDay);
    this.#drop();
  }

  get #best(): ChainProver {
    const [first] = this.#candidates;
    if (!first) throw new RangeError('a statement needs at least one candidate');
    return first;
  }

  #drop(): void {
    if (this.#candidates.length < 2) return;
    const fewest = Math.min(...this.#candidates.map((prover) => prover.breaks));
    this.#candidates = this.#candidates.filter((prover) => prover.breaks === fewest);
  }
}

const proversOf = (newestFirst: boolean, ends: Ends): ChainProver[] =>
  [false, true].map((signed) => new ChainProver({ newestFirst, signed }, ends));

/** Picks the order in which the first page breaks less often. If equal, the days decide, and then newest first. */
function isNewestFirst(firstPage: readonly Link[], ends: Ends): boolean {
  const [newest, oldest] = [true, false].map((order) => breaksOf(firstPage, order, ends));
  if (newest !== oldest) return (newest ?? 0) < (oldest ?? 0);
  return (firstPage.at(-1)?.day ?? 0) <= (firstPage[0]?.day ?? 0);
}

function breaksOf(links: readonly Link[], newestFirst: boolean, ends: Ends): number {
  const provers = proversOf(newestFirst, ends);
  for (const link of links) for (const prover of provers) prover.read(link);
  return Math.min(...provers.map((prover) => prover.breaks));
}
