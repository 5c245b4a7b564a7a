import type { TeamMember, TeamStatus, TeamView } from '../../../shared/ipc/team.ts';
import { ok } from '../../../shared/result.ts';
import { appError, fail } from '../../../shared/errors.ts';
import { sandboxDesk } from '../support/desk-records.ts';
import type { Answers } from '../support/fake-bridge.ts';

const keyOf = (letter: string): string => letter.repeat(43);

const member = (name: string, letter: string, changed: Partial<TeamMember> = {}): TeamMember => ({
  ...{ key: keyOf(letter), name, roles: ['maker'], since: '2026-02-03T09:00:00.000Z' },
  ...{ revoked: null, isOwn: false },
  last: { n: 4_019, at: '2026-11-21T16:02:00.000Z' },
  ...changed,
});

export const currentStatus: TeamStatus = {
  state: 'current',
  since: '2026-11-24T09:12:00.000Z',
  head: { n: 4_072, words: 'amber kite' },
};

export const noTeam: TeamView = {
  ...{ membership: 'none', name: '', server: '', status: null, problem: null },
  ...{ isAdmin: false, words: [], differences: [], members: [], invitations: [], waiting: [] },
  ...{ awaited: [], unsent: 0, acts: [], voidActs: [], rights: [] },
  deciding: { needed: 1, ends: [] },
};

const ada = member('Ada Merlin', 'A', { isOwn: true, roles: ['admin', 'maker'] });
export const ben = member('Ben Osei', 'B');

export const teamOfThree: TeamView = {
  ...noTeam,
  ...{ membership: 'joined', name: 'Ada Merlin', isAdmin: true, status: currentStatus },
  server: 'treasury-db.kestrel.example:5432/team',
  members: [
    ada,
    ben,
    member('Chidi Adeyemi', 'C', { roles: ['admin', 'maker'] }),
    member('Ben Osei', 'D', { since: '2026-09-14T08:00:00.000Z', last: null }),
    member('Marek Dvořák', 'E', {
      revoked: { at: '2026-11-19T10:00:00.000Z', why: 'laptop lost in Kraków' },
    }),
  ],
  acts: [
    { n: 4_072, at: '2026-11-24T09:38:00.000Z', by: 'Ben Osei', kind: 'settle' },
    { n: 4_071, at: '2026-11-24T09:31:00.000Z', by: 'Ben Osei', kind: 'claim' },
    { n: 4_070, at: '2026-11-24T09:20:00.000Z', by: 'Ada Merlin', kind: 'invite' },
  ],
};

export const inviting: TeamView = {
  ...teamOfThree,
  invitations: [
    { name: 'Tomasz Zieliński', roles: ['maker'], until: '2026-11-26T09:20:00.000Z' },
    { name: 'Nadia Petrova', roles: ['maker', 'admin'], until: '2026-11-26T11:00:00.000Z' },
  ],
  waiting: ['Tomasz Zieliński'],
};

export const sixWords = ['harbour', 'velvet', 'sixteen', 'lantern', 'meadow', 'cobalt'];

export const joining: TeamView = {
  ...noTeam,
  ...{ membership: 'joining', name: 'Tomasz Zieliński', words: sixWords },
  server: 'treasury-db.kestrel.example:5432/team',
  status: { ...currentStatus, state: 'waiting', head: { n: 0, words: '' } },
};

export const differing: TeamView = {
  ...joining,
  ...{ membership: 'importing', words: [] },
  differences: [
    {
      reference: 'INV-2026-45790',
      message: 'The team has this reference already: Ben Osei sent it.',
    },
    { reference: 'RENT-NOV', message: 'It looks like RENT-2026-11, which Ada Merlin sent.' },
  ],
};

const away = appError('team.unreachable', 'c-1');

/** A view in a state of the record. */
export const inState = (state: TeamStatus['state'], changed: Partial<TeamView> = {}): TeamView => ({
  ...teamOfThree,
  status: { ...currentStatus, state },
  problem: state === 'unreachable' ? away : null,
  ...changed,
});

/** A desk with a team, whose view is this one. */
export const teamAnswers = (view: TeamView, more: Answers = {}): Answers => ({
  'desk.state': () =>
    ok({
      ...sandboxDesk,
      hasTeam: view.status !== null,
      member: view.status === null ? null : view.name,
    }),
  'team.status': () => ok({ status: view.status }),
  'team.view': () => ok(view),
  'team.claims': () => ok({ claims: [] }),
  'approvals.counts': () => ok({ isUsed: false, waiting: 0 }),
  'team.chooseFile': ({ kind }) =>
    ok({
      file: {
        fileName: kind === 'invitation' ? 'Tomasz.json' : `${kind}.txt`,
        invitation:
          kind === 'invitation'
            ? {
                name: 'Tomasz Zieliński',
                server: 'treasury-db.kestrel.example:5432/team',
                until: '2026-11-26T09:20:00.000Z',
              }
            : null,
      },
    }),
  'team.admit': () => fail('team.words', 'c-2'),
  'team.continue': () => ok(view),
  ...more,
});

export const claimsOfOthers: Answers = {
  'team.claims': () =>
    ok({
      claims: [
        {
          ...{ reference: 'INV-2026-45790', by: 'Marek Dvořák', isUnknown: true, takeOver: [] },
          at: '2026-11-19T09:58:00.000Z',
        },
        {
          ...{ reference: 'SALARIES-2026-11-0045', by: 'Ben Osei', isUnknown: false, takeOver: [] },
          at: '2026-11-24T09:37:00.000Z',
        },
      ],
    }),
  'team.lookUp': () => ok({ isListed: false }),
};

/** Rules ask for two administrators: one signed the end of the team, and to take a claim over. */
export const deciding: TeamView = {
  ...teamOfThree,
  deciding: { needed: 2, ends: ['Chidi Adeyemi'] },
};

export const signedClaims: Answers = {
  ...claimsOfOthers,
  'team.claims': () =>
    ok({
      claims: [
        {
          ...{ reference: 'INV-2026-45790', by: 'Marek Dvořák', isUnknown: true },
          at: '2026-11-19T09:58:00.000Z',
          takeOver: [{ outcome: 'not-found', signed: ['Chidi Adeyemi'] }],
        },
      ],
    }),
};
