import type { ApprovalState, Desk, Opening, Signed } from '../state.ts';
import { localTime } from './local-time.ts';
import { approvesAs, pairsOfEyes } from './pairs-of-eyes.ts';

/** The number of persons who must open a sending desk for a day. */
const openersNeeded = 2;

export const isSendingDesk = ({ counts, roles }: Pick<Desk, 'counts' | 'roles'>): boolean =>
  counts && roles.includes('sender');

/** May this desk open a sending desk, and release a payee? All roles may, except readers and sending desks. */
export const mayVouch = (desk: Desk | undefined): boolean =>
  desk?.counts === true && approvesAs(desk.roles);

/** The desk that signed, if it still counts. */
export function deskOf(
  { desks }: Pick<ApprovalState, 'desks'>,
  { key }: Pick<Signed, 'key'>,
): Desk | null {
  const desk = desks.get(key);
  return desk?.counts === true ? desk : null;
}

/** A sending desk, with its openings for today. */
export type SendingDesk = {
  readonly key: string;
  readonly login: string;
  readonly person: string;
  /** The day in the time zone of the rules, YYYY-MM-DD. */
  readonly day: string;
  /** One for each pair of eyes whose opening counts, in the order of the record, with the digest of its act. */
  readonly openedBy: readonly (Opening & { readonly digest: string })[];
  /** Enough persons have opened it. */
  readonly isOpen: boolean;
};

type State = Pick<ApprovalState, 'desks' | 'rules' | 'openings' | 'delegations'>;

/** The sending desks of a team and their state at an instant. Empty where the rules name no sending desks. */
export function sendingDesksOf(state: State, now: string): readonly SendingDesk[] {
  const { desks, rules } = state;
  if (rules?.sendingDesks === undefined) return [];
  const { day } = localTime(now, rules.zone);
  return [...desks].flatMap(([key, desk]) => {
    if (!isSendingDesk(desk)) return [];
    const { login, person } = desk;
    const openedBy = openingsOf(state, login, day, now);
    return [{ key, login, person, day, openedBy, isOpen: openedBy.length >= openersNeeded }];
  });
}

/** Why a desk sends no payment; null where it is a sending desk that is open. */
export function whySendsNothing(state: State, key: string, now: string): string | null {
  const desk = sendingDesksOf(state, now).find((one) => one.key === key);
  if (desk === undefined) return 'Only a sending desk of the team sends payments.';
  const { isOpen, day, openedBy } = desk;
  const has = `${String(openedBy.length)} ${openedBy.length === 1 ? 'has' : 'have'}`;
  return isOpen ? null : `Two persons must open this sending desk for ${day}; ${has}.`;
}

/** The openings of a day that count, one for each pair of eyes: two desks of one person, or a stand-in and the person represented. */
function openingsOf(
  state: State,
  login: string,
  day: string,
  now: string,
): SendingDesk['openedBy'] {
  const found = [...state.openings].filter(
    ([, opening]) => opening.login === login && opening.day === day && counts(state, opening),
  );
  const eyesOf = pairsOfEyes(state, [...found.map(([, { at }]) => at), now]);
  const first = new Map<string, Opening & { readonly digest: string }>();
  for (const [digest, opening] of found) {
    const eyes = eyesOf(opening.person);
    if (!first.has(eyes)) first.set(eyes, { ...opening, digest });
  }
  return [...first.values()];
}

function counts(state: State, opening: Opening): boolean {
  const desk = deskOf(state, opening);
  return desk !== null && approvesAs(desk.roles);
}
