import { isOver, totalOf } from './amounts.ts';
import { requestedTotal, type Case } from './case.ts';
import type { Premise } from '../contents.ts';
import { changersOf } from './known-payees.ts';
import { asNamed, type Order } from '../order.ts';
import { capacitiesOf, pairsOfEyes, reaches, type Capacity } from './pairs-of-eyes.ts';
import { deskOf } from './sending-desks.ts';
import type { Approval } from '../state.ts';

/** The capacities of counting approvals, by person; several persons who are one pair of eyes count as one. */
export type Counting = ReadonlyMap<string, readonly Capacity[]>;

/** Returns the approvals that count, by pair of eyes, and why the others do not. */
export function countApprovals(case_: Case): {
  readonly counting: Counting;
  readonly discounted: readonly string[];
} {
  const counting = new Map<string, Capacity[]>();
  const discounted = new Map<string, string>();
  const persons = new Set<string>();
  for (const approval of case_.candidate.request?.approvals ?? []) {
    const weighed = weigh(case_, approval);
    if (typeof weighed === 'string') {
      discounted.set(approval.person, weighed);
      continue;
    }
    persons.add(approval.person);
    counting.set(weighed.eyes, [...(counting.get(weighed.eyes) ?? []), ...weighed.capacities]);
  }
  const reasons = [...discounted].filter(([person]) => !persons.has(person));
  return { counting, discounted: reasons.map(([person, why]) => `${person}: ${why}`) };
}

type Weighed = { readonly eyes: string; readonly capacities: readonly Capacity[] };

/** Returns the capacities in which an approval counts, or the reason why it does not. */
function weigh(case_: Case, approval: Approval): Weighed | string {
  const { state, rules, candidate, now } = case_;
  const { person, at } = approval;
  const desk = deskOf(state, approval);
  if (desk === null) return 'The desk that signed it may not approve.';
  const eyesOf = pairsOfEyes(state, [
    ...(candidate.request?.approvals ?? []).map((one) => one.at),
    now,
  ]);
  if (eyesOf(person) === eyesOf(candidate.maker))
    return person === candidate.maker
      ? 'Whoever makes a request does not approve it.'
      : `${person} and ${candidate.maker} stand in for each other.`;
  const seen = approval.premises[candidate.line] ?? null;
  if (seen === null) return 'This line was taken out.';
  const changed = whyChanged(candidate.order, asNamed(candidate.order, seen), case_.premise);
  if (changed !== null) return changed;
  if (changersOf(case_).some((changer) => eyesOf(changer) === eyesOf(person)))
    return 'Whoever changed a payee does not approve its first payment for 30 days.';
  const total = requestedTotal(candidate);
  const capacities = capacitiesOf({ ...state, rules }, desk, [at, now]);
  const reaching = capacities.filter((capacity) => reaches(capacity, total, rules));
  return reaching.length === 0
    ? 'It is above the limit of this person.'
    : { eyes: eyesOf(person), capacities: reaching };
}

/** Compares the bank data of the approving desk with that of the sending desk. Returns the change; null where there is none. */
function whyChanged({ payee }: Order, seen: Premise, now: Premise): string | null {
  if (seen.details !== now.details)
    return payee === ''
      ? 'What it replaces at the bank changed since.'
      : 'The payee’s bank details changed since.';
  if (seen.country !== now.country) return 'The payee’s country changed since.';
  if (now.twins.some((twin) => !seen.twins.includes(twin)))
    return 'A payment that looks the same was not shown.';
  if (now.warnings.some((warning) => !seen.warnings.includes(warning)))
    return 'A warning was not shown.';
  const isMore = now.debit !== null && (seen.debit === null || exceeds(now, seen));
  return isMore ? 'It costs more than was shown.' : null;
}

const exceeds = (now: Premise, seen: Premise): boolean =>
  isOver(totalIn(now), { amount: seen.debit ?? '0', currency: 'EUR' }, { rates: [] });

/** Both debits are in the payment's currency, so any currency will do for the comparison. */
const totalIn = ({ debit }: Premise) =>
  totalOf([
    { operation: '', account: '', payee: '', money: { amount: debit ?? '0', currency: 'EUR' } },
  ]);
