import type {
  TakeOverSigned,
  TeamMember,
  TeamState,
  TeamStatus,
  TeamView,
} from '../../../shared/ipc/team.ts';
import type { Role } from '../../../shared/team/roles.ts';
import { formatCount } from '../../../shared/money/format.ts';
import { instantText } from '../../ui/text/dates.ts';

type Tone = 'good' | 'warn' | 'bad' | 'plain';
type StateLabel = {
  readonly label: string;
  readonly tone: Tone;
  /** The meaning, what is safe, and the next step. */
  readonly sentence: string;
};

export const stateLabels: Readonly<Record<TeamState, StateLabel>> = {
  current: {
    label: 'current',
    tone: 'good',
    sentence:
      'This desk has read and checked every act. It claims each payment before it sends it.',
  },
  'catching-up': {
    label: 'catching up',
    tone: 'plain',
    sentence: 'The newest acts are being read. Payments wait for them.',
  },
  waiting: {
    label: 'not joined',
    tone: 'warn',
    sentence: 'This desk has not joined yet. It sends nothing until it has.',
  },
  unreachable: {
    label: 'unreachable',
    tone: 'warn',
    sentence:
      'The database does not answer. Everything can be read, nothing is lost, and nothing can be sent until it is back. Nostro asks again every half minute.',
  },
  'server-behind': {
    label: 'behind',
    tone: 'bad',
    sentence:
      'An older copy of the database was restored, or a repair is not over. No desk sends. An administrator repairs the record on the desk that has read most.',
  },
  'wrong-team': {
    label: 'another team',
    tone: 'bad',
    sentence:
      'The database has the record of another team. Nothing was sent there, and this desk sends nothing. Ask whoever administers the database.',
  },
  damaged: {
    label: 'damaged',
    tone: 'bad',
    sentence:
      'The record is not what this desk has read. It sends nothing; what it has read is safe here. Call your colleagues on numbers that you had before, and whoever administers the database.',
  },
  outdated: {
    label: 'needs an update',
    tone: 'bad',
    sentence:
      'A colleague’s newer Nostro wrote something that this one does not know. Nothing is lost, and this desk sends nothing. Update Nostro.',
  },
  revoked: {
    label: 'revoked',
    tone: 'bad',
    sentence:
      'An administrator revoked this desk. It sends nothing; what it has read stays. Ask an administrator.',
  },
  closed: {
    label: 'keys closed',
    tone: 'bad',
    sentence:
      'The keys of this desk cannot be opened, so it sends nothing. Sign in, or leave the team and ask for an invitation.',
  },
};

/** The text of the line at the foot. */
export function footText({ state, head, since }: TeamStatus): string {
  const { label } = stateLabels[state];
  if (state === 'current') return `Team ${formatCount(head.n)} · ${head.words}`;
  if (state === 'unreachable') return `Team unreachable since ${instantText(since)}`;
  return head.n === 0 ? `Team ${label}` : `Team ${formatCount(head.n)} · ${label}`;
}

const actLabels: Readonly<Record<string, string>> = {
  found: 'founded the team',
  invite: 'invited somebody',
  enrol: 'admitted a desk',
  revoke: 'revoked a desk',
  'team-key': 'renewed the team’s key',
  propose: 'proposed a decision',
  claim: 'claimed payments',
  settle: 'recorded outcomes',
  'take-over': 'took over a claim',
  repair: 'repaired the record',
  repaired: 'confirmed the repair',
  'set-aside': 'went on without a desk',
  end: 'ended the team',
};

/** What an act did, as a predicate of its author. */
export const actLabel = (kind: string): string => actLabels[kind] ?? 'shared changes';

/** Names, each once. */
const personsOf = ({ members }: TeamView): readonly string[] => [
  ...new Set(members.filter(({ revoked }) => revoked === null).map(({ name }) => name)),
];

export function sizeText(view: TeamView): string {
  const persons = personsOf(view).length;
  const desks = view.members.filter(({ revoked }) => revoked === null).length;
  return `${persons === 1 ? '1 person' : `${formatCount(persons)} people`}, ${desks === 1 ? '1 desk' : `${formatCount(desks)} desks`}`;
}

/** What a role lets a desk do, in the words of an invitation. */
export const roleLabels: Readonly<
  Record<Role, { readonly label: string; readonly effect: string }>
> = {
  maker: { label: 'Maker', effect: 'makes and sends payments' },
  checker: { label: 'Checker', effect: 'counts where rules ask for a checker' },
  lead: { label: 'Lead', effect: 'counts where rules ask for a lead' },
  reader: { label: 'Reader', effect: 'approves and refuses nothing' },
  admin: {
    label: 'Administrator',
    effect: 'may invite, admit, revoke, repair and end the team, and writes the approval rules',
  },
  sender: {
    label: 'Sending desk',
    effect: 'sends what is approved, on days for which two persons opened it',
  },
};

/** The roles of each invitation of a name. */
export const invitedAs = ({ invitations }: TeamView, name: string): readonly string[] => [
  ...new Set(invitations.filter((one) => one.name === name).map(({ roles }) => roles.join(', '))),
];

const names = (persons: readonly string[]): string => new Intl.ListFormat('en').format(persons);

/** Who signed the end of the team, and how many must. */
export const endingText = ({ needed, ends }: TeamView['deciding']): string =>
  `It ends once ${String(needed)} administrators have done the same. ${
    ends.length === 0 ? 'None has yet.' : `${names(ends)} signed it.`
  }`;

const foundTexts: Readonly<Record<TakeOverSigned['outcome'], string>> = {
  accepted: 'the bank has it',
  'not-found': 'the bank does not have it',
};

/** `Ada Merlin signed that the bank has it, 1 of 2.` */
export const takeOverText = ({ outcome, signed }: TakeOverSigned, needed: number): string =>
  `${names(signed)} signed that ${foundTexts[outcome]}, ${String(signed.length)} of ${String(needed)}.`;

export type MemberRow = TeamMember & {
  /** The desk before has the same name: it is another machine of that person. */
  readonly isFurther: boolean;
};

/** Persons in the order in which they came, each with all their machines; the revoked last. */
export function memberRows(members: readonly TeamMember[]): readonly MemberRow[] {
  const open = members.filter(({ revoked }) => revoked === null);
  const names = [...new Set(open.map(({ name }) => name))];
  const grouped = names.flatMap((name) =>
    open
      .filter((member) => member.name === name)
      .map((member, at) => ({ ...member, isFurther: at > 0 })),
  );
  const revoked = members.filter((member) => member.revoked !== null);
  return [...grouped, ...revoked.map((member) => ({ ...member, isFurther: false }))];
}

/** The part of a key that people compare. */
export const shortKey = (key: string): string => key.slice(0, 8);
