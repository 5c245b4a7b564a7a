import type {
  SendingDeskView,
  SendingRunView,
  SendingView,
} from '../../../shared/ipc/approvals.ts';
import { localTime } from '../../nouns/approvals/judge/local-time.ts';
import { pairsOfEyes } from '../../nouns/approvals/judge/pairs-of-eyes.ts';
import { sendingDesksOf, type SendingDesk } from '../../nouns/approvals/judge/sending-desks.ts';
import type { OpenApprovals } from './requests.ts';
import { paymentsToSend, type SendingRun } from './send-approved.ts';
import { mayVouchHere } from './sending-desk.ts';

/** A sending desk as the window shows it. */
export function sendingDeskView(
  open: OpenApprovals,
  { key, login, person, openedBy, isOpen }: SendingDesk,
): SendingDeskView {
  const { approvals, team } = open;
  const own = team.people.nameOf(team.record.key);
  const eyesOf = pairsOfEyes(
    approvals.state,
    openedBy.map(({ at }) => at),
  );
  const hasOpened = openedBy.some((one) => eyesOf(one.person) === eyesOf(own));
  return {
    ...{ login, person, isOpen, isOwn: key === team.record.key },
    openedBy: openedBy.map((one) => ({ person: one.person, at: one.at, n: one.n })),
    canOpen: !isOpen && !hasOpened && mayVouchHere(open),
  };
}

/** The sending desks of the team; null where every desk sends. */
export function sendingView(open: OpenApprovals, now: string): SendingView | null {
  const { approvals, team } = open;
  if (approvals.state.rules?.sendingDesks === undefined) return null;
  const desks = sendingDesksOf(approvals.state, now);
  const own = desks.find(({ key }) => key === team.record.key);
  return {
    day: localTime(now, approvals.state.rules.zone).day,
    desks: desks.map((desk) => sendingDeskView(open, desk)),
    toSend: own?.isOpen === true ? paymentsToSend(open, now).length : 0,
  };
}

export const runView = ({ sent, stop, left }: SendingRun): SendingRunView => ({
  ...{ sent: sent.length, left },
  stop: stop && {
    ...{ request: stop.request.digest, error: stop.error },
    reference: stop.reference,
  },
});
