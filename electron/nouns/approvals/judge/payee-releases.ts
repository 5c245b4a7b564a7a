import { changeName, payeeName } from '../order.ts';
import type { ApprovalState, ClaimsRead } from '../state.ts';
import { pairsOfEyes, approvesAs } from './pairs-of-eyes.ts';
import { deskOf } from './sending-desks.ts';

/** A payee with its bank details. */
export type DetailsOfPayee = {
  readonly payee: string;
  /** Fingerprint of the bank details. */
  readonly details: string;
};

type State = Pick<ApprovalState, 'desks' | 'delegations' | 'releases' | 'payeeChanges'> & {
  readonly claims: Pick<ClaimsRead, 'payeeChanges'>;
};

/**
 * Returns why no release of a payee counts; null where one does. A release must come from a person who did not change the payee. Where the
 * record does not know who did, it must come from a person other than `maker`, who makes the payment.
 */
export function whyUnreleased(
  state: State,
  of: DetailsOfPayee,
  maker: string,
  now: string,
): string | null {
  const changers = changersOf(state, of);
  const others = changers.length > 0 ? changers : [maker];
  if (releasersOf(state, of, others, now).length > 0) return null;
  const names = others.join(' and ');
  return changers.length > 0
    ? `somebody other than ${names}, who changed it, must look at its bank details.`
    : `it is not known who changed it, and somebody other than ${names}, who made the payment, must look at its bank details.`;
}

/** The persons whose release counts and who are no pair of eyes with any of `others`, in the order of the record. */
export function releasersOf(
  state: State,
  { payee, details }: DetailsOfPayee,
  others: readonly string[],
  now: string,
): readonly string[] {
  const releases = (state.releases.get(payeeName(payee, details)) ?? []).filter((release) => {
    const desk = deskOf(state, release);
    return desk !== null && approvesAs(desk.roles);
  });
  const eyesOf = pairsOfEyes(state, [...releases.map(({ at }) => at), now]);
  const persons = releases
    .map(({ person }) => person)
    .filter((person) => others.every((other) => eyesOf(other) !== eyesOf(person)));
  return [...new Set(persons)];
}

/** The persons who changed a payee while claims are remembered, or else the last one before. Empty where the record does not know. */
export function changersOf(
  { claims, payeeChanges }: Pick<State, 'claims' | 'payeeChanges'>,
  { payee, details }: DetailsOfPayee,
): readonly string[] {
  const names = [changeName(payee, details), changeName('', details)];
  const recent = claims
    .payeeChanges()
    .filter(({ order, details: changed }) => names.includes(changeName(order.payee, changed)));
  const persons =
    recent.length > 0
      ? recent.map(({ maker }) => maker)
      : names.flatMap((name) => payeeChanges.get(name) ?? []);
  return [...new Set(persons)];
}
