import { z } from 'zod';

import { roles, type Role } from '../../../shared/team/roles.ts';
import type { Envelope, JsonObject } from '../../engines/acts/act.ts';
import { isSignedBy, wrapFor, type MemberKeys } from '../../engines/acts/member-keys.ts';
import type { ReadAct } from '../../engines/acts/read-act.ts';
import { unpackTeamKeys, type TeamKeys } from '../../engines/acts/team-keys.ts';
import { attemptSync } from '../../engines/store/local-faults.ts';
import type { Members } from '../../engines/team-record/team-record.ts';

/** A founder has every role except that of a sending desk, which is a separate desk. */
const founderRoles: readonly Role[] = roles.filter((role) => role !== 'sender');

/** A desk of the team and its person. Two desks with the same name are the same person. */
export type Member = {
  readonly key: string;
  readonly sealingKey: string;
  readonly name: string;
  readonly login: string;
  readonly roles: readonly Role[];
  /** When the act that enrolled it was numbered. */
  readonly since: string;
  /** Null while it may write. */
  readonly revoked: { readonly at: string; readonly why: string } | null;
};

/** An invitation that was not used yet. */
export type Invited = {
  readonly name: string;
  readonly roles: readonly Role[];
  /** When it expires, by the clock of the administrator who admits. */
  readonly until: string;
};

const Name = z.string().min(1).max(100);
const Roles = z.array(z.enum(roles)).max(roles.length);
const Found = z.object({ name: Name, sealingKey: z.string(), login: z.string() });
const Invite = z.object({ login: z.string(), name: Name, roles: Roles, until: z.iso.datetime() });
const Enrol = z.object({ sealingKey: z.string(), at: z.iso.datetime() });
const Revoke = z.object({ why: z.string() });
const SetAside = z.object({ keys: z.array(z.string()) });
const OfKey = z.object({ key: z.string() });
const Renew = z.object({ sealingKey: z.string() });
const OfRenewal = z.object({ key: z.string(), proof: z.string() });
const OfLogin = z.object({ key: z.string(), login: z.string() });
const Wrapped = z.object({ wrapped: z.record(z.string(), z.string()) });

/** Kinds of acts that only an administrator may write. */
const adminKinds: ReadonlySet<string> = new Set([
  'invite',
  'enrol',
  'revoke',
  'team-key',
  'take-over',
  'repair',
  'set-aside',
  'end',
]);

/** The kinds of acts about members and claims. */
const ownKinds: readonly string[] = [
  ...adminKinds,
  ...['found', 'claim', 'settle', 'contradict', 'repaired', 'renew', 'approval-rules', 'propose'],
];

/** The members of the team, derived from its acts. */
export class Membership implements Members {
  readonly #own: MemberKeys;
  readonly #members = new Map<string, Member>();
  readonly #invited = new Map<string, Invited>();
  /** Desks that have not confirmed a repaired record yet. */
  #awaited: ReadonlySet<string> = new Set();
  #keys: TeamKeys | null = null;
  /** The number of keys that the team has had. `#holders` are the desks that were given the newest. */
  #epoch = 1;
  #holders: ReadonlySet<string> = new Set();
  #isEnded = false;
  #isOutdated = false;
  #knownKinds: ReadonlySet<string> = new Set(ownKinds);

  constructor(own: MemberKeys) {
    this.#own = own;
  }

  /** All desks that were ever enrolled, in that order. */
  get members(): readonly Member[] {
    return [...this.#members.values()];
  }

  /** Invitations that were not used, in their order. */
  get invitations(): readonly Invited[] {
    return [...this.#invited.values()];
  }

  get isEnded(): boolean {
    return this.#isEnded;
  }

  /** The desks whose confirmation a repaired record awaits. */
  get awaited(): readonly Member[] {
    return this.members.filter(({ key }) => this.#awaited.has(key));
  }

  /** The only desk of an administrator, without which none could admit or revoke; null unless there is exactly one. */
  get onlyAdmin(): Member | null {
    const [one, ...more] = this.members.filter(({ key }) => this.isAdmin(key));
    return one !== undefined && more.length === 0 ? one : null;
  }

  /** Does a desk that may not write have the team's newest key, or does a desk that may write lack it? */
  get needsNewKey(): boolean {
    return this.members.some(({ key }) => this.mayWrite(key) !== this.#holders.has(key));
  }

  member(key: string): Member | null {
    return this.#members.get(key) ?? null;
  }

  /** The person's name; for a key that was never enrolled, a text that it is unknown. */
  nameOf(key: string): string {
    return this.member(key)?.name ?? 'A desk outside the team';
  }

  mayWrite(key: string): boolean {
    return this.member(key)?.revoked === null;
  }

  isAdmin(key: string): boolean {
    return this.mayWrite(key) && this.member(key)?.roles.includes('admin') === true;
  }

  invited(login: string): Invited | null {
    return this.#invited.get(login) ?? null;
  }

  keys(): TeamKeys | null {
    return this.#keys;
  }

  /** Sets the keys of a reader before it has read the act that wraps them. */
  startWith(keys: TeamKeys): void {
    this.#keys = keys;
  }

  learnKeys({ of }: Envelope): void {
    const wrapped = Wrapped.safeParse(of).data?.wrapped[this.#own.key];
    const opened = wrapped === undefined ? null : this.#own.unwrap(wrapped);
    const keys = opened && unpackTeamKeys(opened);
    if (keys && keys.epochs.length >= (this.#keys?.epochs.length ?? 0)) this.#keys = keys;
  }

  /** Adds kinds that other parts of this desk read. */
  learnKinds(kinds: readonly string[]): void {
    this.#knownKinds = new Set([...this.#knownKinds, ...kinds]);
  }

  knowsKind(kind: string): boolean {
    return this.#knownKinds.has(kind);
  }

  isOutdated(): boolean {
    return this.#isOutdated;
  }

  whyVoid(act: ReadAct): string | null {
    const { key, kind } = act.envelope;
    if (this.#isEnded) return 'The team had ended.';
    if (kind === 'found') return Found.safeParse(act.content).success ? null : unreadable;
    const author = this.member(key);
    if (author === null) return 'Its author is no member.';
    if (author.revoked !== null) return 'Its author was revoked.';
    if (kind === 'revoke' && OfKey.safeParse(act.envelope.of).data?.key === key) return null;
    if (kind === 'renew') return this.#whyNotRenewed(act);
    if (!adminKinds.has(kind)) return null;
    if (!author.roles.includes('admin')) return 'Its author is no administrator.';
    return this.#whyUnfounded(act);
  }

  apply(act: ReadAct): void {
    const { kind, must, key } = act.envelope;
    if (!this.knowsKind(kind)) this.#isOutdated ||= must === true;
    if (kind === 'found') this.#found(act);
    if (kind === 'invite') this.#invite(act.content);
    if (kind === 'enrol') this.#enrol(act);
    if (kind === 'revoke') this.#revoke(act);
    if (kind === 'renew') this.#renew(act);
    if (kind === 'team-key') this.#epoch += 1;
    if (kind === 'end') this.#isEnded = true;
    if (givingKinds.has(kind)) this.#give(act.envelope);
    if (kind === 'repair') this.#awaited = new Set(this.#open().filter((other) => other !== key));
    if (kind === 'repaired') this.#confirm([key]);
    if (kind === 'set-aside') this.#confirm(SetAside.safeParse(act.content).data?.keys ?? []);
  }

  /** Checks the content of an administrator's act. Returns why it is void, or null. */
  #whyUnfounded({ envelope: { kind, of, epoch }, content }: ReadAct): string | null {
    if (kind === 'invite') return Invite.safeParse(content).success ? null : unreadable;
    // Of two keys that were given at the same time, the first counts: acts encrypted under it stay readable.
    if (kind === 'team-key' && epoch !== this.#epoch) return 'The team had another key by then.';
    if (kind !== 'enrol') return null;
    const desk = OfLogin.safeParse(of).data;
    const enrolled = Enrol.safeParse(content).data;
    if (desk === undefined || enrolled === undefined) return unreadable;
    if (this.member(desk.key) !== null) return 'Its key was enrolled before.';
    const invited = this.invited(desk.login);
    if (invited === null) return 'Its login was not invited.';
    // The acts of a revoked desk stay void: no other desk may continue under its login.
    if (this.members.some(({ login }) => login === desk.login))
      return 'Its login was enrolled before.';
    // The signed time counts: the server numbers an act again when a record is repaired.
    return hasRunOut(invited, Date.parse(enrolled.at)) ? 'The invitation had run out.' : null;
  }

  /** Checks a renewal. The new key must have signed too, so that no desk can take the key with which another will join. */
  #whyNotRenewed({ envelope: { key, of, team }, content }: ReadAct): string | null {
    const renewal = OfRenewal.safeParse(of).data;
    const sealingKey = Renew.safeParse(content).data?.sealingKey;
    if (renewal === undefined || sealingKey === undefined) return unreadable;
    // A new team key is wrapped for every member. A member for whom that fails would block the others.
    if (!attemptSync(() => wrapFor(sealingKey, Buffer.of(0))).ok) return unreadable;
    if (this.member(renewal.key) !== null) return 'Its key was enrolled before.';
    const proof = Buffer.from(renewal.proof, 'base64url');
    return isSignedBy(renewal.key, renewalText(team, key, renewal.key), proof)
      ? null
      : 'Its new key has not signed it.';
  }

  /** Reads the team's keys, and notes who was given the newest. Desks that a new key does not name no longer hold the newest. */
  #give(envelope: Envelope): void {
    this.learnKeys(envelope);
    const given = Object.keys(Wrapped.safeParse(envelope.of).data?.wrapped ?? {});
    if (envelope.kind === 'team-key') this.#holders = new Set(given);
    else if (envelope.epoch === this.#epoch) this.#holders = new Set([...this.#holders, ...given]);
  }

  #found({ envelope, content, at }: ReadAct): void {
    const { name, sealingKey, login } = Found.parse(content);
    const { key } = envelope;
    this.#members.set(key, {
      key,
      sealingKey,
      name,
      login,
      roles: founderRoles,
      since: at,
      revoked: null,
    });
  }

  #invite(content: JsonObject | null): void {
    const { login, ...invited } = Invite.parse(content);
    this.#invited.set(login, invited);
  }

  #enrol({ envelope, content, at }: ReadAct): void {
    const { key, login } = OfLogin.parse(envelope.of);
    const { sealingKey } = Enrol.parse(content);
    const { name, roles: given } = this.#invited.get(login) ?? { name: login, roles: [] };
    this.#invited.delete(login);
    this.#members.set(key, {
      key,
      sealingKey,
      name,
      login,
      roles: given,
      since: at,
      revoked: null,
    });
  }

  /** Moves a desk to another key. The team's key is not changed, because the desk is the same. */
  #renew({ envelope, content, at }: ReadAct): void {
    const member = this.member(envelope.key);
    const { key } = OfRenewal.parse(envelope.of);
    if (member === null) return;
    const { sealingKey } = Renew.parse(content);
    this.#members.set(member.key, { ...member, revoked: { at, why: 'renewed' } });
    this.#members.set(key, { ...member, key, sealingKey, since: at });
    const replaced = (keys: ReadonlySet<string>) =>
      new Set([...keys].map((one) => (one === member.key ? key : one)));
    this.#awaited = replaced(this.#awaited);
    this.#holders = replaced(this.#holders);
  }

  #revoke({ envelope, content, at }: ReadAct): void {
    const member = this.member(OfKey.safeParse(envelope.of).data?.key ?? '');
    const why = Revoke.safeParse(content).data?.why ?? '';
    if (member) this.#members.set(member.key, { ...member, revoked: { at, why } });
    if (member) this.#confirm([member.key]);
  }

  #confirm(keys: readonly string[]): void {
    this.#awaited = new Set([...this.#awaited].filter((key) => !keys.includes(key)));
  }

  #open(): readonly string[] {
    return this.members.filter(({ revoked }) => revoked === null).map(({ key }) => key);
  }
}

export const hasRunOut = ({ until }: Invited, nowMs: number): boolean => nowMs > Date.parse(until);

const unreadable = 'It cannot be read.';

/** The text that the new key of a desk signs. */
export const renewalText = (team: string, from: string, to: string): Uint8Array =>
  Buffer.from(`nostro renewal of ${from} by ${to} in ${team}`);

/** Kinds of acts that give the team's keys to desks. */
const givingKinds: ReadonlySet<string> = new Set(['found', 'enrol', 'renew', 'team-key']);

/** The kinds that decide who is in the team. */
export const membershipKinds: readonly string[] = [
  ...['found', 'invite', 'enrol', 'revoke', 'renew', 'team-key'],
  ...['repair', 'repaired', 'set-aside', 'end'],
];
