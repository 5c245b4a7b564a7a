import { fail, type Outcome } from '../../../shared/errors.ts';
import { ok } from '../../../shared/result.ts';
import type { JsonObject } from '../../engines/acts/act.ts';
import type { ReadAct } from '../../engines/acts/read-act.ts';
import { nameOf } from '../../engines/acts/team-keys.ts';
import { timestampNow, type Context } from '../../engines/machine/context.ts';
import type { ApprovedClaim, WantedClaim } from '../../engines/team-record/team-claims.ts';
import { fingerprintOf } from '../beneficiaries/fingerprint.ts';
import type { ActReader, ReaderParts } from '../people/open-team.ts';
import { approvalKinds, type Premise } from './contents.ts';
import { ApprovalFold } from './fold.ts';
import { judge, type Candidate } from './judge.ts';
import { orderOf } from './order.ts';
import type { ApprovalState, Claimed, Request } from './state.ts';
import { beginningOf, saveFold, storedFold } from './stored-fold.ts';

/** Acts behind which the fold is stored again: so many are folded at a start. */
const actsBetweenSaves = 200;

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
    if (!this.#isUsed || act.n - this.#savedN < actsBetweenSaves) return;
    saveFold(this.#parts.copy, this.#fold.stored());
    this.#savedN = act.n;
  }

  readonly #kindsOfApprovals: ReadonlySet<string> = new Set(approvalKinds);

  judge(
    wanted: readonly WantedClaim[],
    { correlationId }: Context,
  ): readonly Outcome<ApprovedClaim>[] | null {
    const { state } = this;
    if (state.rules === null) return null;
    const now = timestampNow(this.#parts.clock);
    const claims = new Map(state.claims);
    return wanted.map((one): Outcome<ApprovedClaim> => {
      const found = candidateFor(state, one, this.#person);
      if (found === null) return fail('team.not-approved', correlationId, { message: notChecked });
      const { candidate, payment, premise } = found;
      const {
        may,
        missing,
        void: discounted,
        tallies,
      } = judge({ ...state, claims }, candidate, {
        ...{ premise, now },
      });
      if (!may)
        return fail('team.not-approved', correlationId, {
          message: [...missing, ...discounted].join(' '),
        });
      // The next one of this act is judged with this one.
      claims.set(`pending ${one.reference}`, pendingClaim(candidate, premise, now));
      return ok({ payment, tallies });
    });
  }

  get #person(): string {
    const { people, key } = this.#parts;
    return people.nameOf(key);
  }
}

const notChecked = 'It is claimed when its turn comes.';

/** The request whose line this is: the same reference and the same payload. The newest counts. */
function requestOf(
  { requests }: Pick<ApprovalState, 'requests'>,
  { reference, payload }: { readonly reference: string; readonly payload: string },
): { readonly request: Request; readonly line: number } | null {
  for (const request of [...requests.values()].toReversed()) {
    const line = request.lines.findIndex(
      (one) => one.reference === reference && one.payload === payload,
    );
    if (line >= 0 && request.ended === null) return { request, line };
  }
  return null;
}

/** What this desk has read of the bank for a payment that leaves now. */
export const premiseOf = ({
  sending,
  twins,
}: Pick<WantedClaim, 'twins'> & {
  readonly sending: Pick<NonNullable<WantedClaim['sending']>, 'bankDetails' | 'debit' | 'unread'>;
}): Premise => ({
  details: sending.bankDetails === null ? '' : fingerprintOf(sending.bankDetails),
  country: sending.bankDetails?.['country'] ?? '',
  twins: [...twins],
  warnings: [...sending.unread],
  debit: sending.debit,
});

function candidateFor(
  state: ApprovalState,
  { reference, sending, twins }: WantedClaim,
  sender: string,
): { candidate: Candidate; payment: JsonObject; premise: Premise } | null {
  if (!sending) return null;
  const { operation, payload } = sending;
  const premise = premiseOf({ sending, twins });
  const found = requestOf(state, { reference, payload });
  const order = orderOf(operation, payload);
  const place = found
    ? { request: found.request.digest, line: found.line, order: null }
    : { request: null, line: 0, order: { operation, payload } };
  return {
    candidate: {
      ...{ request: found?.request ?? null, line: found?.line ?? 0, order },
      maker: found?.request.maker.person ?? sender,
    },
    payment: { ...place, premise: { ...premise } },
    premise,
  };
}

const pendingClaim = (
  { request, line, order, maker }: Candidate,
  { details }: Premise,
  at: string,
): Claimed => ({
  ...{ n: 0, at, key: '', person: '', name: '', holder: '', outcome: null },
  ...{ request: request?.digest ?? null, line, maker, order, details },
  isApproved: true,
});
