/** The lines, ties and forms checked in one piece: some milliseconds of work. */
const inPiece = 5_000;

/** Counts work, so that a long loop ends its piece in time. */
export class Piece {
  #left = inPiece;

  spend(work: number): void {
    this.#left -= work;
  }

  /** Spends the work and returns whether the piece is over; then the next one begins. */
  isOver(work = 1): boolean {
    this.spend(work);
    if (this.#left > 0) return false;
    this.#left = inPiece;
    return true;
  }
}
