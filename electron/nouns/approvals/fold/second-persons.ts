import type { ReadAct } from '../../../engines/acts/read-act.ts';
import { OpenSendingContent, ReleasePayeeContent } from '../contents.ts';
import { changeName, payeeName } from '../order.ts';
import type { ApprovalState, Claimed, Delegation, Opening, Release, Signed } from '../state.ts';
import { sumDays } from './forgetting.ts';

/** The stored form of openings of sending desks, releases of payees, authors of payee changes, and past delegations. */
export type StoredSecondPersons = {
  readonly openings: readonly (readonly [string, Opening])[];
  readonly releases: readonly (readonly [string, readonly Release[]])[];
  readonly payeeChanges: readonly (readonly [string, string])[];
  readonly pastDelegations: readonly (readonly [string, Delegation])[];
};

/** The part of the fold that tracks second persons outside requests. */
export class SecondPersons {
  readonly #openings: Map<string, Opening>;
  readonly #releases: Map<string, readonly Release[]>;
  readonly #payeeChanges: Map<string, string>;
  readonly #pastDelegations: Map<string, Delegation>;

  constructor(stored: StoredSecondPersons | null) {
    this.#openings = new Map(stored?.openings);
    this.#releases = new Map(stored?.releases);
    this.#payeeChanges = new Map(stored?.payeeChanges);
    this.#pastDelegations = new Map(stored?.pastDelegations);
  }

  get state(): Pick<ApprovalState, 'openings' | 'releases' | 'payeeChanges' | 'pastDelegations'> {
    return {
      ...{ openings: this.#openings, releases: this.#releases },
      ...{ payeeChanges: this.#payeeChanges, pastDelegations: this.#pastDelegations },
    };
  }

  stored(): StoredSecondPersons {
    return {
      ...{ openings: [...this.#openings], releases: [...this.#releases] },
      payeeChanges: [...this.#payeeChanges],
      pastDelegations: [...this.#pastDelegations],
    };
  }

  open(act: ReadAct, signed: Signed): void {
    this.#openings.set(act.digest, { ...signed, ...OpenSendingContent.parse(act.content) });
  }

  withdraw(digest: string): void {
    this.#openings.delete(digest);
  }

  release(act: ReadAct, signed: Signed): void {
    const { payee, details } = ReleasePayeeContent.parse(act.content);
    const name = payeeName(payee, details);
    const others = (this.#releases.get(name) ?? []).filter(({ key }) => key !== signed.key);
    this.#releases.set(name, [...others, { ...signed, payee, details }]);
  }

  /** Stores a delegation that no payment needs any more. A close is checked by the delegations of its time, however late it is read. */
  noteDelegation(digest: string, delegation: Delegation): void {
    this.#pastDelegations.set(digest, delegation);
  }

  /** Moves signatures under the old key to the new one: they still belong to the desk. */
  renew(key: string, next: string): void {
    const renewed = <S extends Signed>(signed: S): S =>
      signed.key === key ? { ...signed, key: next } : signed;
    for (const [digest, opening] of this.#openings) this.#openings.set(digest, renewed(opening));
    for (const [name, releases] of this.#releases) this.#releases.set(name, releases.map(renewed));
  }

  /** Stores the author of a payee change whose claim is forgotten. */
  noteChange({ order, details, maker }: Claimed): void {
    this.#payeeChanges.set(changeName(order.payee, details), maker);
  }

  /** Deletes openings whose day is more than {@link sumDays} ago. Releases stay: a payee may be paid for the first time after years. */
  forget(at: string): void {
    const before = new Date(Date.parse(at) - sumDays * 86_400_000).toISOString().slice(0, 10);
    for (const [digest, { day }] of this.#openings) if (day < before) this.#openings.delete(digest);
  }
}
