import type { ReadAct } from '../../../electron/engines/acts/read-act.ts';
import {
  ApproveContent,
  DelegateContent,
  RefuseContent,
  RequestContent,
  RulesContent,
  WithdrawContent,
  type Money,
  type Premise,
  type RequestBody,
  type Rules,
} from '../../../electron/nouns/approvals/contents.ts';
import type { Role } from '../../../shared/team/roles.ts';

/** A desk of a person, by its present key. */
export type DeskThen = {
  readonly login: string;
  readonly person: string;
  readonly roles: readonly Role[];
  /** Digest of the act that enrolled it. */
  readonly by: string;
  readonly isRevoked: boolean;
};

export type RequestThen = RequestBody & {
  readonly digest: string;
  readonly maker: string;
  readonly approvals: readonly {
    /** Digest of the act that enrolled the desk. */
    readonly desk: string;
    readonly person: string;
    readonly at: number;
    readonly premises: readonly (Premise | null)[];
  }[];
  readonly isEnded: boolean;
};

export type DelegationThen = {
  readonly from: string;
  readonly to: string;
  readonly begins: number;
  readonly ends: number;
  readonly limit: Money | null;
  readonly endedAt: number | null;
};

/** Who signed what still waits for administrators. */
type Waiting = { readonly author: string; readonly signers: ReadonlySet<string> } & (
  | { readonly rules: Rules }
  | { readonly enrolment: string }
);

/** What the acts before one of them come to, without claims. */
export type TeamThen = {
  readonly desks: ReadonlyMap<string, DeskThen>;
  readonly invited: ReadonlyMap<string, { readonly name: string; readonly roles: readonly Role[] }>;
  /** Digests of enrolments that administrators must still sign. */
  readonly unsigned: ReadonlySet<string>;
  readonly waiting: ReadonlyMap<string, Waiting>;
  readonly rules: Rules | null;
  /** Desks that were in the team when its first rules came. */
  readonly founders: ReadonlySet<string>;
  readonly requests: ReadonlyMap<string, RequestThen>;
  readonly delegations: ReadonlyMap<string, DelegationThen>;
};

export const noTeam: TeamThen = {
  ...{ desks: new Map(), invited: new Map(), unsigned: new Set(), waiting: new Map() },
  ...{ rules: null, founders: new Set(), requests: new Map(), delegations: new Map() },
};

/** How long a request may wait. */
const requestMs = 31 * 86_400_000;

export const timeOf = (at: string): number => Date.parse(at);

/** A desk counts while it is not revoked and administrators have signed its enrolment. */
const countsAt = (team: TeamThen, desk: DeskThen): boolean =>
  !desk.isRevoked && !team.unsigned.has(desk.by);

/** The roles of a desk that counts, whatever key it has now; null for one that does not count. */
export const rolesOfDesk = (team: TeamThen, by: string): readonly Role[] | null =>
  [...team.desks.values()].find((desk) => desk.by === by && countsAt(team, desk))?.roles ?? null;

/** Roles that a person has on any desk that counts. */
export const rolesOfPerson = (team: TeamThen, person: string): readonly Role[] =>
  [...team.desks.values()]
    .filter((desk) => desk.person === person && countsAt(team, desk))
    .flatMap(({ roles }) => roles);

const adminPersons = (team: TeamThen): ReadonlySet<string> =>
  new Set(
    [...team.desks.values()]
      .filter((desk) => desk.roles.includes('admin') && countsAt(team, desk))
      .map(({ person }) => person),
  );

const changed = <V>(map: ReadonlyMap<string, V>, key: string, value: V): ReadonlyMap<string, V> =>
  new Map(map).set(key, value);

const without = <V>(map: ReadonlyMap<string, V>, key: string): ReadonlyMap<string, V> =>
  new Map([...map].filter(([one]) => one !== key));

/** The team behind one more act. What is no act of its author's to write leaves it as it was. */
export function teamAfter(team: TeamThen, act: ReadAct): TeamThen {
  const { kind, key } = act.envelope;
  if (kind === 'found') return founded(team, act);
  const author = team.desks.get(key);
  if (author === undefined || author.isRevoked) return team;
  const step = steps[kind];
  return step === undefined ? team : step(team, act, author);
}

function founded(team: TeamThen, { content, envelope, digest }: ReadAct): TeamThen {
  const { name, login } = content as { name: string; login: string };
  const roles: readonly Role[] = ['admin', 'maker', 'checker', 'lead', 'reader'];
  const desk = { login, person: name, roles, by: digest, isRevoked: false };
  return { ...team, desks: changed(team.desks, envelope.key, desk) };
}

type Step = (team: TeamThen, act: ReadAct, author: DeskThen) => TeamThen;

const steps: Readonly<Record<string, Step>> = {
  invite: (team, { content }, { roles }) => {
    const { login, name, roles: given } = content as { login: string; name: string; roles: Role[] };
    if (!roles.includes('admin')) return team;
    return { ...team, invited: changed(team.invited, login, { name, roles: given }) };
  },
  enrol: (team, { envelope, digest }, author) => {
    const { key, login } = envelope.of as { key: string; login: string };
    const invited = team.invited.get(login);
    const isKnown = [...team.desks.values()].some((desk) => desk.login === login);
    if (!author.roles.includes('admin') || invited === undefined || team.desks.has(key) || isKnown)
      return team;
    const desk = {
      ...{ login, person: invited.name, roles: invited.roles },
      ...{ by: digest, isRevoked: false },
    };
    const next = {
      ...team,
      invited: without(team.invited, login),
      desks: changed(team.desks, key, desk),
    };
    if (team.rules === null) return next;
    const waits: Waiting = {
      author: author.person,
      signers: new Set(countsAt(team, author) ? [author.by] : []),
      enrolment: digest,
    };
    return decided(
      {
        ...next,
        unsigned: new Set([...team.unsigned, digest]),
        waiting: changed(team.waiting, digest, waits),
      },
      digest,
    );
  },
  revoke: (team, { envelope }, author) => {
    const { key } = envelope.of as { key: string };
    const desk = team.desks.get(key);
    if (desk === undefined || (desk !== author && !author.roles.includes('admin'))) return team;
    return { ...team, desks: changed(team.desks, key, { ...desk, isRevoked: true }) };
  },
  renew: (team, { envelope }, author) => {
    const { key } = envelope.of as { key: string };
    if (team.desks.has(key)) return team;
    const desks = changed(team.desks, envelope.key, { ...author, isRevoked: true });
    return { ...team, desks: changed(desks, key, author) };
  },
  'approval-rules': (team, { content, digest }, author) => {
    const { data: rules } = RulesContent.safeParse(content);
    if (rules === undefined || !countsAt(team, author) || !author.roles.includes('admin'))
      return team;
    if (rules.version !== (team.rules?.version ?? 0) + 1) return team;
    if (rules.admins > adminPersons(team).size) return team;
    const waits = { author: author.person, signers: new Set([author.by]), rules };
    return decided({ ...team, waiting: changed(team.waiting, digest, waits) }, digest);
  },
  request: (team, { content, digest, at }, author) => {
    const { person } = author;
    if (!countsAt(team, author)) return team;
    const { data: body } = RequestContent.safeParse(content);
    if (body === undefined || timeOf(body.until) > timeOf(at) + requestMs) return team;
    const request = { ...body, digest, maker: person, approvals: [], isEnded: false };
    return { ...team, requests: changed(team.requests, digest, request) };
  },
  approve: (team, { content, at }, author) => {
    const { data: body } = ApproveContent.safeParse(content);
    if (body === undefined) return team;
    const request = team.requests.get(body.of);
    if (request === undefined) return signed(team, body.of, author);
    if (request.isEnded || body.premises.length !== request.lines.length) return team;
    const approval = {
      ...{ desk: author.by, person: author.person },
      ...{ at: timeOf(at), premises: body.premises },
    };
    const next = { ...request, approvals: [...request.approvals, approval] };
    return { ...team, requests: changed(team.requests, body.of, next) };
  },
  refuse: (team, { content }, author) => {
    const { data: body } = RefuseContent.safeParse(content);
    if (body === undefined || !countsAt(team, author)) return team;
    if (team.waiting.has(body.of) && author.roles.includes('admin'))
      return { ...team, waiting: without(team.waiting, body.of) };
    return author.roles.some((role) => role !== 'reader') ? ended(team, body.of) : team;
  },
  withdraw: (team, { content, at }, { person }) => {
    const { data: body } = WithdrawContent.safeParse(content);
    if (body === undefined) return team;
    const waits = team.waiting.get(body.of);
    if (waits?.author === person) return { ...team, waiting: without(team.waiting, body.of) };
    if (team.requests.get(body.of)?.maker === person) return ended(team, body.of);
    const delegation = team.delegations.get(body.of);
    if (delegation === undefined || delegation.endedAt !== null) return team;
    if (![delegation.from, delegation.to].includes(person)) return team;
    const next = { ...delegation, endedAt: timeOf(at) };
    return { ...team, delegations: changed(team.delegations, body.of, next) };
  },
  delegate: (team, { content, digest, at }, author) => {
    const { data: body } = DelegateContent.safeParse(content);
    if (body === undefined || body.to === author.person) return team;
    const isMember = [...team.desks.values()].some(({ person }) => person === body.to);
    if (!isMember || !countsAt(team, author)) return team;
    const delegation = {
      ...{ from: author.person, to: body.to, limit: body.limit, endedAt: null },
      begins: Math.max(timeOf(body.begins), timeOf(at)),
      ends: timeOf(body.ends),
    };
    return { ...team, delegations: changed(team.delegations, digest, delegation) };
  },
};

function ended(team: TeamThen, of: string): TeamThen {
  const request = team.requests.get(of);
  if (request === undefined || request.isEnded) return team;
  return { ...team, requests: changed(team.requests, of, { ...request, isEnded: true }) };
}

/** An administrator signs rules or an enrolment. */
function signed(team: TeamThen, of: string, author: DeskThen): TeamThen {
  const waits = team.waiting.get(of);
  if (waits === undefined || !countsAt(team, author) || !author.roles.includes('admin'))
    return team;
  const next = { ...waits, signers: new Set([...waits.signers, author.by]) };
  return decided({ ...team, waiting: changed(team.waiting, of, next) }, of);
}

/** Puts in force what enough administrators signed who may still sign. Two desks of a person are one. */
function decided(team: TeamThen, of: string): TeamThen {
  const waits = team.waiting.get(of);
  if (waits === undefined) return team;
  const persons = new Set(
    [...team.desks.values()]
      .filter((desk) => waits.signers.has(desk.by) && countsAt(team, desk))
      .filter(({ roles }) => roles.includes('admin'))
      .map(({ person }) => person),
  );
  if (persons.size < (team.rules?.admins ?? 1)) return team;
  const next = { ...team, waiting: without(team.waiting, of) };
  if ('enrolment' in waits)
    return {
      ...next,
      unsigned: new Set([...team.unsigned].filter((one) => one !== waits.enrolment)),
    };
  // What was proposed to follow the old rules follows nothing any more.
  const waiting = new Map([...next.waiting].filter(([, one]) => !('rules' in one)));
  const founders =
    team.rules === null ? new Set([...team.desks.values()].map(({ by }) => by)) : team.founders;
  return { ...next, waiting, founders, rules: waits.rules };
}
