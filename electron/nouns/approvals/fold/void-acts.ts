import type { ReadAct } from '../../../engines/acts/read-act.ts';
import { listedItems } from '../../../engines/team-record/claim-table.ts';
import {
  ApproveContent,
  DelegateContent,
  NamedContent,
  OpenSendingContent,
  ProposeContent,
  RefuseContent,
  ReleasePayeeContent,
  RequestContent,
  RulesContent,
  WithdrawContent,
} from '../contents.ts';
import { adminsNeeded, isDecided } from '../decisions.ts';
import { adminsOf, isAdmin, personOf } from '../desks.ts';
import { localTime } from '../judge/local-time.ts';
import { isSendingDesk, mayVouch } from '../judge/sending-desks.ts';
import { requestDays } from './forgetting.ts';
import type { ApprovalState } from '../state.ts';

/** Returns why an act of approvals changes nothing, given the acts before it; null for one that counts, and for every other kind. */
export function whyVoid(state: ApprovalState, act: ReadAct): string | null {
  return checks[act.envelope.kind]?.(state, act) ?? null;
}

const checks: Readonly<Record<string, (state: ApprovalState, act: ReadAct) => string | null>> = {
  'approval-rules': whyNoRules,
  propose: whyNoProposal,
  'take-over': whyNoTakeOver,
  settle: whyNoOutcome,
  end: whyNoEnd,
  request: whyNoRequest,
  approve: whyNoApproval,
  refuse: whyNoRefusal,
  withdraw: whyNoWithdrawal,
  delegate: whyNoDelegation,
  'open-sending': whyNoOpening,
  'release-payee': whyNoRelease,
};

function whyNoRules(
  { desks, rules }: ApprovalState,
  { envelope: { key }, content }: ReadAct,
): string | null {
  const { data } = RulesContent.safeParse(content);
  if (data === undefined) return unreadable;
  if (!isAdmin(desks, key)) return 'Its author is no administrator.';
  const nextVersion = (rules?.version ?? 0) + 1;
  if (data.admins > adminsOf(desks).size) return 'The team has not so many administrators.';
  return data.version === nextVersion
    ? null
    : `Rules with number ${String(nextVersion)} come next.`;
}

function whyNoProposal({ desks }: ApprovalState, { envelope, content }: ReadAct): string | null {
  if (!ProposeContent.safeParse(content).success) return unreadable;
  return isAdmin(desks, envelope.key) ? null : 'Its author is no administrator.';
}

/** Checks a take-over. For each claim, enough administrators must have signed the outcome that they found at the bank. */
function whyNoTakeOver(state: ApprovalState, act: ReadAct): string | null {
  if (adminsNeeded(state) === 1) return null;
  const { data } = NamedContent.safeParse(act.content);
  const listed = listedItems(act, 'claims');
  if (data?.references.length !== listed.length) return unreadable;
  const isSigned = data.references.every((takesOver) =>
    foundOutcomes.some((outcome) => isDecided(state, { takesOver, outcome })),
  );
  return isSigned ? null : notSigned;
}

/** Checks outcomes. A claim taken over is not freed where administrators found the payment at the bank. */
function whyNoOutcome({ found }: ApprovalState, act: ReadAct): string | null {
  const isAgainst = listedItems(act, 'outcomes').some(
    ({ r, is }) => found.get(r) === 'accepted' && is !== 'accepted' && is !== 'unknown',
  );
  return isAgainst ? 'Administrators found this payment at the bank.' : null;
}

function whyNoEnd(state: ApprovalState): string | null {
  return isDecided(state, { ends: true }) ? null : notSigned;
}

function whyNoApproval(
  { desks, proposals, requests }: ApprovalState,
  { envelope: { key }, content }: ReadAct,
): string | null {
  const { data } = ApproveContent.safeParse(content);
  if (data === undefined) return unreadable;
  if (proposals.has(data.of)) return isAdmin(desks, key) ? null : 'Its author is no administrator.';
  const request = requests.get(data.of);
  if (request === undefined) return unknownAct;
  if (request.ended !== null) return 'The request had ended.';
  return data.premises.length === request.lines.length ? null : unreadable;
}

function whyNoRefusal(
  { desks, proposals, requests }: ApprovalState,
  { envelope: { key }, content }: ReadAct,
): string | null {
  const { data } = RefuseContent.safeParse(content);
  if (data === undefined) return unreadable;
  if (proposals.has(data.of)) return isAdmin(desks, key) ? null : 'Its author is no administrator.';
  if (!requests.has(data.of)) return unknownAct;
  const desk = desks.get(key);
  const isReader = desk?.counts !== true || desk.roles.every((role) => role === 'reader');
  return isReader ? 'Its author may not refuse.' : null;
}

function whyNoWithdrawal(
  { desks, delegations, requests, proposals, openings }: ApprovalState,
  act: ReadAct,
): string | null {
  const { data } = WithdrawContent.safeParse(act.content);
  if (data === undefined) return unreadable;
  const person = personOf(desks, act.envelope.key);
  const delegation = delegations.get(data.of);
  const authors = delegation
    ? [delegation.from, delegation.to]
    : [
        requests.get(data.of)?.maker.person,
        proposals.get(data.of)?.author.person,
        openings.get(data.of)?.person,
      ];
  if (authors.every((author) => author === undefined)) return unknownAct;
  return authors.includes(person) ? null : 'It is not its author’s to withdraw.';
}

function whyNoDelegation({ desks }: ApprovalState, act: ReadAct): string | null {
  const { data } = DelegateContent.safeParse(act.content);
  if (data === undefined) return unreadable;
  const { key } = act.envelope;
  const person = personOf(desks, key);
  if (desks.get(key)?.counts !== true) return 'Its author may not approve.';
  const isMember = [...desks.values()].some((desk) => desk.person === data.to);
  return isMember && data.to !== person ? null : 'It names no other person of the team.';
}

function whyNoOpening(
  { desks, rules }: ApprovalState,
  { envelope: { key }, content, at }: ReadAct,
): string | null {
  const { data } = OpenSendingContent.safeParse(content);
  if (data === undefined) return unreadable;
  if (rules?.sendingDesks === undefined) return 'The approval rules name no sending desks.';
  if (!mayVouch(desks.get(key))) return 'Its author may not open a sending desk.';
  if (localTime(at, rules.zone).day !== data.day)
    return 'It opens another day than the one on which it was signed.';
  const isFound = [...desks.values()].some(
    (desk) => desk.login === data.login && isSendingDesk(desk),
  );
  return isFound ? null : 'It names no sending desk.';
}

function whyNoRelease(
  { desks, rules }: ApprovalState,
  { envelope: { key }, content }: ReadAct,
): string | null {
  if (!ReleasePayeeContent.safeParse(content).success) return unreadable;
  if (rules?.payeeRelease === undefined) return 'The approval rules ask for no release of payees.';
  return mayVouch(desks.get(key)) ? null : 'Its author may not release a payee.';
}

function whyNoRequest(
  { desks }: ApprovalState,
  { envelope: { key }, content, at }: ReadAct,
): string | null {
  const { data } = RequestContent.safeParse(content);
  if (data === undefined) return unreadable;
  if (desks.get(key)?.counts !== true) return unsignedDesk;
  const lastMs = Date.parse(at) + requestDays * 86_400_000;
  return Date.parse(data.until) > lastMs ? 'A request waits for 31 days at most.' : null;
}

/** The reason why a desk that one administrator admitted neither requests nor sends, where the rules require more. */
export const unsignedDesk = 'Administrators must sign the enrolment of its desk first.';

const foundOutcomes = ['accepted', 'not-found'] as const;

const notSigned = 'Not as many administrators signed it as the rules ask for.';
const unreadable = 'It cannot be read.';
const unknownAct = 'It names nothing that it could change.';
