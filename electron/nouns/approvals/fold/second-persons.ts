import type { ReadAct } from '../../../engines/acts/read-act.ts';
import { OpenSendingContent, ReleasePayeeContent } from '../contents.ts';
import { changeName, payeeName } from '../order.ts';
import type { ApprovalState, Claimed, Delegation, Opening, Release, Signed } from '../state.ts';
import { sumDays } from './forgetting.ts';

/** Openings of sending desks, releases of payees, and who changed a payee, as they are stored. */
export type StoredSecondPersons = {
  readonly openings: readonly (readonly [string, Opening])[];
  readonly releases: readonly (readonly [string, readonly Release[]])[];
  readonly payeeChanges: readonly (readonly [string, string])[];
  readonly pastDelegations: readonly (readonly [string, Delegation])[];
};

/** The part of the fold that counts second persons outside of requests. */
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

  /** Takes a delegation that no payment needs any more: a close is checked by those of its time, however late it is read. */
  noteDelegation(digest: string, delegation: Delegation): void {
    this.#pastDelegations.set(digest, delegation);
  }

  /** What a desk signed under its old key stays its own. */
  renew(key: string, next: string): void {
    const renewed = <S extends Signed>(signed: S): S =>
      signed.key === key ? { ...signed, key: next } : signed;
    for (const [digest, opening] of this.#openings) this.#openings.set(digest, renewed(opening));
    for (const [name, releases] of this.#releases) this.#releases.set(name, releases.map(renewed));
  }

  /** Takes the author of a change whose claim is forgotten. */
  noteChange({ order, details, maker }: Claimed): void {
    this.#payeeChanges.set(changeName(order.payee, details), maker);
  }

  /** Deletes openings whose day is over. Releases stay: a payee may be paid first after years. */
  forget(at: string): void {
    const before = new Date(Date.parse(at) - sumDays * 86_400_000).toISOString().slice(0, 10);
    for (const [digest, { day }] of this.#openings) if (day < before) this.#openings.delete(digest);
  }
}
