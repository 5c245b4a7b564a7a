import { fail, type Outcome } from '../../../shared/errors.ts';
import { ok } from '../../../shared/result.ts';
import type { ReadAct } from '../../engines/acts/read-act.ts';
import { nameOf } from '../../engines/acts/team-keys.ts';
import { timestampNow, type Context } from '../../engines/machine/context.ts';
import type { ApprovedClaim, WantedClaim } from '../../engines/team-record/wanted-claim.ts';
import type { ActReader, ReaderParts } from '../people/open-team.ts';
import { leavingCandidate } from './candidates.ts';
import { approvalKinds, noPremise, type Premise } from './contents.ts';
import { ApprovalFold } from './fold/fold.ts';
import type { Candidate } from './judge/case.ts';
import { ClaimsAndPending } from './judge/claim-index.ts';
import { judge } from './judge/judge.ts';
import { asNamed } from './order.ts';
import type { ApprovalState, Claimed } from './state.ts';
import { beginningOf, saveFold, storedFold } from './fold/stored-fold.ts';

/** The fold is saved after so many acts, or a tenth of its size if that is more: a save writes all of it. A start folds at most as many. */
const actsBetweenSaves = 200;
const savedShare = 10;

/** The approvals of a desk's team, from the acts that the desk has checked. */
export class Approvals implements ActReader {
  readonly kinds = [...approvalKinds, 'claim', 'settle', 'take-over'];
  readonly behind: number | null;
  readonly #parts: ReaderParts;
  readonly #fold: ApprovalFold;
  #savedN: number;
  #isUsed: boolean;

  constructor(parts: ReaderParts) {
    const { copy, people } = parts;
    this.#parts = parts;
    const stored = storedFold(copy);
    this.behind = stored?.n ?? beginningOf(copy);
    this.#isUsed = this.behind !== null;
    this.#savedN = this.behind ?? 0;
    this.#fold = new ApprovalFold(
      {
        members: () => people.members,
        isAwaited: (key) => people.awaited.some((member) => member.key === key),
        nameOf: (of, text) => {
          const keys = people.keys();
          return keys === null ? '' : nameOf(keys, of, text);
        },
      },
      stored,
    );
  }

  get state(): ApprovalState {
    return this.#fold.state;
  }

  whyVoid(act: ReadAct): string | null {
    return this.#fold.whyVoid(act);
  }

  apply(act: ReadAct): void {
    this.#fold.apply(act);
    this.#isUsed ||= this.#kindsOfApprovals.has(act.envelope.kind);
    const due = Math.max(actsBetweenSaves, this.#fold.size / savedShare);
    if (!this.#isUsed || act.n - this.#savedN < due) return;
    saveFold(this.#parts.copy, this.#fold.stored());
    this.#savedN = act.n;
  }

  readonly #kindsOfApprovals: ReadonlySet<string> = new Set(approvalKinds);

  judge(
    wanted: readonly WantedClaim[],
    context: Context,
  ): readonly Outcome<ApprovedClaim>[] | null {
    if (this.state.rules !== null) return this.#judgeAll(wanted, context);
    // Without rules only conversions under a limit are checked. Other claims of the same act carry no data about their payment.
    const areLimits = wanted.map((one) => this.#isOfLimit(one));
    if (!areLimits.includes(true)) return null;
    const ofLimits = wanted.filter((_, place) => areLimits[place]);
    const verdicts = this.#judgeAll(ofLimits, context).values();
    return areLimits.map((isLimit) =>
      isLimit ? (verdicts.next().value ?? silentClaim) : silentClaim,
    );
  }

  #isOfLimit(wanted: WantedClaim): boolean {
    if (wanted.sending?.operation !== 'lockRate') return false;
    const found = leavingCandidate(this.state, wanted, this.#person);
    return found !== null && found.candidate.request !== null;
  }

  #judgeAll(
    wanted: readonly WantedClaim[],
    { correlationId }: Context,
  ): readonly Outcome<ApprovedClaim>[] {
    const { state } = this;
    const now = timestampNow(this.#parts.clock);
    const claims = new ClaimsAndPending(state.claims);
    const isUnsigned = state.desks.get(this.#parts.key)?.counts !== true;
    return wanted.map((one): Outcome<ApprovedClaim> => {
      const past = one.sentBefore?.proof ?? null;
      if (past !== null && this.#fold.isNewcomer(this.#parts.key))
        return ok({ payment: { past }, tallies: [] });
      if (isUnsigned && one.sentBefore === undefined)
        return fail('team.not-approved', correlationId, { message: notSigned });
      const found = leavingCandidate(state, one, this.#person);
      if (found === null) return fail('team.not-approved', correlationId, { message: notChecked });
      const { candidate, payment, premise, outside } = found;
      const {
        may,
        missing,
        void: discounted,
        tallies,
      } = judge({ ...state, claims }, candidate, {
        ...{ premise, now, desk: this.#parts.key },
      });
      // A payment that was already sent is claimed even without approval: every desk sees what it lacks.
      if ((!may || outside !== null) && one.sentBefore === undefined)
        return fail('team.not-approved', correlationId, {
          message: [...(outside === null ? [] : [outside]), ...missing, ...discounted].join(' '),
        });
      // The sums for the next payment of this act include this one.
      claims.add(pendingClaim(candidate, premise, now));
      return ok({ payment, tallies });
    });
  }

  /** Does a rule in force name the operation? Then the operation is claimed even if it usually is not. */
  demands(operation: string): boolean {
    return this.demandsSince(operation) !== null;
  }

  /** Since when the rules have named the operation, ISO 8601; null where none in force does. */
  demandsSince(operation: string): string | null {
    return this.state.namedSince.get(operation) ?? null;
  }

  get #person(): string {
    const { people, key } = this.#parts;
    return people.nameOf(key);
  }
}

const notSigned =
  'One administrator admitted this desk, and the approval rules ask for more. Another one signs its enrolment first.';
const notChecked = 'It is claimed when its turn comes.';

const silentClaim: Outcome<ApprovedClaim> = ok({
  payment: { request: null, line: 0, order: null, premise: { ...noPremise } },
  tallies: [],
});

const pendingClaim = (
  { request, line, order, maker }: Candidate,
  premise: Premise,
  at: string,
): Claimed => ({
  ...{ n: 0, at, key: '', person: '', name: '', holder: '', outcome: null },
  ...{ request: request?.digest ?? null, line, maker, order },
  details: asNamed(order, premise).details,
  isApproved: true,
});
