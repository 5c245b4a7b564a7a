import { join } from 'node:path';

import {
  emptyHead,
  noDigest,
  type Head,
  type JsonObject,
  type NumberedAct,
  type SealedAct,
} from '../../../electron/engines/acts/act.ts';
import { digestAfter } from '../../../electron/engines/acts/chain.ts';
import { makeAct, type ActDraft } from '../../../electron/engines/acts/make-act.ts';
import { wrapFor, type MemberKeys } from '../../../electron/engines/acts/member-keys.ts';
import { readAct, type RecordSoFar } from '../../../electron/engines/acts/read-act.ts';
import { nameOf, packTeamKeys, type TeamKeys } from '../../../electron/engines/acts/team-keys.ts';
import {
  closeDatabase,
  inTransaction,
  type Journal,
  type TeamCopy,
} from '../../../electron/engines/store/database.ts';
import { openJournal } from '../../../electron/engines/store/opening/journal.ts';
import { openTeamCopy } from '../../../electron/engines/store/opening/team-copy.ts';
import {
  addAct,
  digestAt,
  headOf,
  lastOf,
} from '../../../electron/engines/team-record/record-copy.ts';
import { Membership, renewalText } from '../../../electron/nouns/people/membership.ts';
import type { OpenTeam } from '../../../electron/nouns/people/open-team.ts';
import { memberOf, teamKeysOf } from '../../acts/records.ts';
import { closing, key, temporaryFolder } from '../../support/stores/store.ts';

const keys = teamKeysOf(40);
const at = '2026-03-01T08:00:00.000Z';

/** Ada founds a team: her desk with its copy of the record, and whatever acts are added to it. */
export class LogScene {
  readonly ada = memberOf(1);
  readonly keys: TeamKeys = keys;
  readonly journal: Journal;
  readonly acts: NumberedAct[] = [];
  copy: TeamCopy;
  people: Membership;
  readonly #folder = temporaryFolder();

  constructor() {
    this.journal = closing(
      openJournal(join(this.#folder, 'journal.db'), key, { program: 'a test' }),
    );
    this.copy = this.#open('team.db');
    this.people = this.#newPeople();
    this.add(this.ada, {
      kind: 'found',
      of: this.#wrapped(this.ada),
      content: { name: 'Ada', sealingKey: this.ada.sealingKey, login: 'nostro_ada' },
    });
  }

  /** The parts of an open team that the log needs. */
  get team(): OpenTeam {
    const record = { copy: this.copy, key: this.ada.key, head: headOf(this.copy) };
    const row = { team: this.acts[0]?.digest ?? '', name: 'Ada', state: 'joined' };
    return { record, people: this.people, row: () => row } as unknown as OpenTeam;
  }

  /** The act of a member that follows all before it; returns why it is void. */
  add(member: MemberKeys, draft: Partial<ActDraft>, when = at, sealedBy = keys): string | null {
    const last = lastOf(this.copy, member.key);
    const place = {
      seq: (last?.seq ?? 0) + 1,
      prev: last?.digest ?? noDigest,
      seen: headOf(this.copy),
    };
    const author = { member, keys: sealedBy, team: this.acts[0]?.digest ?? noDigest };
    return this.put(makeAct(author, place, { kind: 'note', content: {}, ...draft }), when);
  }

  /** Any bytes, as a server would number them. */
  put(act: SealedAct, when = at): string | null {
    const head: Head = headOf(this.copy);
    const row = { ...act, n: head.n + 1, digest: digestAfter(head.digest, act), at: when };
    this.acts.push(row);
    return this.#store(row);
  }

  /** Changes of a shared record. */
  share(member: MemberKeys, kind: string, ...items: readonly JsonObject[]): string | null {
    const changes = items.map((item) => ({ at, item }));
    return this.add(member, { kind, content: { through: '', changes } });
  }

  claim(member: MemberKeys, ...references: readonly string[]): string | null {
    const claims = references.map((reference) => ({ r: this.name(reference), l: '', p: '' }));
    return this.add(member, { kind: 'claim', of: { claims }, content: { references } });
  }

  name = (reference: string): string => nameOf(keys, 'reference', reference);

  /** A desk of a person, invited and admitted by Ada. */
  join(byte: number, name: string): MemberKeys {
    const member = memberOf(byte);
    const login = `nostro_${String(byte)}`;
    const until = '2026-12-31T00:00:00.000Z';
    this.add(this.ada, { kind: 'invite', content: { login, name, roles: ['maker'], until } });
    this.add(this.ada, {
      kind: 'enrol',
      of: { key: member.key, login, ...this.#wrapped(member) },
      content: { sealingKey: member.sealingKey, at },
    });
    return member;
  }

  renew(member: MemberKeys, byte: number): MemberKeys {
    const next = memberOf(byte);
    const team = this.acts[0]?.digest ?? '';
    const proof = Buffer.from(next.sign(renewalText(team, member.key, next.key)));
    this.add(member, {
      kind: 'renew',
      of: { key: next.key, proof: proof.toString('base64url'), ...this.#wrapped(next) },
      content: { sealingKey: next.sealingKey },
    });
    return next;
  }

  /** The copy is lost, and the whole record is read again. */
  readAgain(): void {
    closeDatabase(this.copy);
    this.copy = this.#open('again.db');
    this.people = this.#newPeople();
    for (const row of this.acts) this.#store(row);
  }

  #open(name: string): TeamCopy {
    return closing(openTeamCopy(join(this.#folder, name), key));
  }

  #newPeople(): Membership {
    const people = new Membership(this.ada);
    people.startWith(keys);
    return people;
  }

  #wrapped(member: MemberKeys): JsonObject {
    return { wrapped: { [member.key]: wrapFor(member.sealingKey, packTeamKeys(keys)) } };
  }

  #store(row: NumberedAct): string | null {
    return inTransaction(this.copy, () => {
      const reading = readAct(this.#soFar(), row);
      if (reading.is === 'fatal') throw new Error(reading.why);
      const { act } = reading;
      const found = reading.is === 'void' ? reading.why : this.people.whyVoid(reading.act);
      const why = addAct(this.copy, { row, act, void: found }, this.name);
      if (act !== null && why === null) this.people.apply(act);
      return why;
    });
  }

  #soFar(): RecordSoFar {
    const head = headOf(this.copy);
    return {
      head: head.n === 0 ? emptyHead : head,
      team: head.n === 0 ? null : digestAt(this.copy, 1),
      keys: this.people.keys(),
      lastOf: (author) => lastOf(this.copy, author),
      digestAt: (n) => digestAt(this.copy, n),
    };
  }
}
