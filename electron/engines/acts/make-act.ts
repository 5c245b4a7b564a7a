import type { Head, JsonObject, SealedAct } from './act.ts';
import { canonicalJson } from './canonical.ts';
import type { MemberKeys } from './member-keys.ts';
import { sealBody } from './sealing.ts';
import type { TeamKeys } from './team-keys.ts';

/** Who writes acts: a desk, the digest of its team's founding act, and the team's keys. */
export type Author = {
  readonly member: MemberKeys;
  readonly team: string;
  readonly keys: TeamKeys;
};

export type ActDraft = {
  readonly kind: string;
  /** The part that the server may read. */
  readonly of?: JsonObject;
  /** The part that only members read. */
  readonly content: JsonObject;
  readonly must?: true;
};

/** The place of an act among the author's own, and the head that the author had seen. */
export type ActPlace = { readonly seq: number; readonly prev: string; readonly seen: Head };

/** Encrypts, signs and returns an act. The body is encrypted with the newest key. */
export function makeAct(
  { member, team, keys }: Author,
  { seq, prev, seen }: ActPlace,
  { kind, of, content, must }: ActDraft,
): SealedAct {
  const epoch = keys.epochs.length;
  const key = keys.epochs[epoch - 1];
  if (key === undefined) throw new RangeError('the team has no key');
  const { body, digest, cipher } = sealBody(key, content);
  const text = canonicalJson({
    ...{ v: 1, team, key: member.key, seq, prev, kind, epoch, seen, body: digest, cipher },
    ...(of === undefined ? {} : { of }),
    ...(must === undefined ? {} : { must }),
  });
  const envelope = Buffer.from(text);
  return { envelope, signature: member.sign(envelope), body };
}
