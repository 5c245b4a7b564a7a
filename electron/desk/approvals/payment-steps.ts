import type { ApprovalStep } from '../../../shared/ipc/approvals.ts';
import { readStored, type ReadAct } from '../../engines/acts/read-act.ts';
import { nameOf, type TeamKeys } from '../../engines/acts/team-keys.ts';
import { claimNamed, listedItems } from '../../engines/team-record/claim-table.ts';
import {
  actOfKind,
  actsBehind,
  actsOfKindsBetween,
} from '../../engines/team-record/record-copy.ts';
import {
  ApproveContent,
  ClaimContent,
  RefuseContent,
  RequestContent,
  WithdrawContent,
} from '../../nouns/approvals/contents.ts';
import type { OpenTeam } from '../../nouns/people/open-team.ts';
import type { OpenApprovals } from './requests.ts';

/**
 * The steps of one payment in the acts that this desk has read, in their order: its request with the signatures on it, and its claim. Of
 * several requests of a payment, the claimed one counts, else the last one.
 */
export function paymentSteps(
  { team, approvals }: OpenApprovals,
  reference: string,
): ApprovalStep[] {
  const keys = team.people.keys();
  if (keys === null) return [];
  const claim = claimOf(team, keys, reference);
  const request = claim?.request ?? lastRequest(approvals.state, reference);
  const requested = request === null ? [] : stepsOfRequest(team, keys, request, claim?.act.n);
  const claimed = claim === null ? [] : [stepOf(team, claim.act, 'claimed')];
  return [...requested, ...claimed];
}

/** The act that claimed a reference, with the digest of the request in it; null without a claim. */
function claimOf(
  { record: { copy } }: OpenTeam,
  keys: TeamKeys,
  reference: string,
): { readonly act: ReadAct; readonly request: string | null } | null {
  const name = nameOf(keys, 'reference', reference);
  const claim = claimNamed(copy, name);
  const [row] = claim === null ? [] : actsBehind(copy, claim.n - 1, 1);
  const act = row === undefined ? null : readStored(row, keys);
  if (act === null) return null;
  const place = listedItems(act, 'claims').findIndex(({ r }) => r === name);
  const payments = ClaimContent.safeParse(act.content).data?.payments ?? [];
  const payment = payments[place];
  return { act, request: payment && 'request' in payment ? payment.request : null };
}

/** The digest of the newest request with this reference that is not forgotten yet. */
const lastRequest = (
  { requests }: OpenApprovals['approvals']['state'],
  reference: string,
): string | null => requests.withReference(reference).at(-1)?.digest ?? null;

const endingKinds = ['approve', 'refuse', 'withdraw'] as const;
const did = { approve: 'approved', refuse: 'refused', withdraw: 'withdrawn' } as const;

function stepsOfRequest(
  team: OpenTeam,
  keys: TeamKeys,
  digest: string,
  before: number = Number.MAX_SAFE_INTEGER,
): ApprovalStep[] {
  const { copy } = team.record;
  const row = actOfKind(copy, 'request', digest);
  const act = row && readStored(row, keys);
  if (act === null) return [];
  const words = RequestContent.safeParse(act.content).data?.words ?? '';
  const signed = actsOfKindsBetween(copy, endingKinds, { after: act.n, before }).flatMap((one) => {
    const signature = readStored(one, keys);
    return signature === null || concerned(signature)?.of !== digest
      ? []
      : [signedStep(team, signature)];
  });
  return [{ ...stepOf(team, act, 'requested'), words }, ...signed];
}

/** The act that an approval, a refusal or a withdrawal is about. */
const concerned = ({ content }: ReadAct): { readonly of: string } | undefined =>
  [ApproveContent, RefuseContent, WithdrawContent]
    .map((schema) => schema.safeParse(content).data)
    .find((data) => data !== undefined);

function signedStep(team: OpenTeam, act: ReadAct): ApprovalStep {
  const kind = act.envelope.kind as keyof typeof did;
  const words = RefuseContent.safeParse(act.content).data?.words ?? '';
  return { ...stepOf(team, act, did[kind]), words };
}

function stepOf(
  { people }: OpenTeam,
  { n, at, envelope: { key } }: ReadAct,
  what: ApprovalStep['did'],
): ApprovalStep {
  const person = people.nameOf(key);
  // A renewed key belongs to the same machine as its successor.
  const machines = people.members.filter(
    ({ name, revoked }) => name === person && revoked?.why !== 'renewed',
  );
  const desk = machines.length > 1 ? key.slice(0, 8) : '';
  return { did: what, person, desk, at: new Date(at).toISOString(), n, words: '' };
}
