import { createHash } from 'node:crypto';

import { z } from 'zod';

import { canonicalJson } from '../../engines/acts/canonical.ts';
import { digestTree, isUnder } from '../../engines/acts/digest-tree.ts';
import type { MemberKeys } from '../../engines/acts/member-keys.ts';

const Digest = z.string().regex(/^[A-Za-z0-9_-]{43}$/);

/** The payments that a desk sent before it asks to join: their number, and one digest for all of them. */
export const History = z.strictObject({ count: z.int().min(0).max(10_000_000), root: Digest });
export type History = z.infer<typeof History>;

/** The proof that a payment belongs to a history. */
export const HistoryProof = z.strictObject({
  salt: Digest,
  place: z.int().min(0),
  /** SHA-256 of the sent payload, hex. */
  payload: z.string().regex(/^[0-9a-f]{64}$/),
  path: z.array(Digest).max(32),
});
export type HistoryProof = z.infer<typeof HistoryProof>;

type Sent = { readonly reference: string; readonly payloadHash: string };

/** The salt keeps a payment from being guessed by its digest, which the database sees in a request to join. */
const textOf = (salt: string, { reference, payloadHash }: Sent): string =>
  canonicalJson([salt, reference, payloadHash]);

/** The salt is derived from the desk's signing key, so that a repeated request has the same words. */
function saltOf({ key, sign }: Pick<MemberKeys, 'key' | 'sign'>): string {
  const signature = sign(Buffer.from(`nostro history of ${key}`));
  return createHash('sha256').update(signature).digest('base64url');
}

/** The history of a desk's sent payments, given oldest first. `proofOf` returns null for a payment that is not in it. */
export function historyOf(
  sent: readonly Sent[],
  member: Pick<MemberKeys, 'key' | 'sign'>,
): { readonly history: History; readonly proofOf: (reference: string) => HistoryProof | null } {
  const salt = saltOf(member);
  const { root, pathOf } = digestTree(sent.map((one) => textOf(salt, one)));
  const places = new Map(sent.map(({ reference }, place) => [reference, place]));
  return {
    history: { count: sent.length, root },
    proofOf: (reference) => {
      const place = places.get(reference);
      const payload = place === undefined ? undefined : sent[place]?.payloadHash;
      if (place === undefined || payload === undefined) return null;
      return { salt, place, payload, path: [...pathOf(place)] };
    },
  };
}

/** Does a proof show that a payment belongs to a history, and so was sent before its desk was admitted? */
export const isOfHistory = (
  history: History,
  reference: string,
  { salt, payload, ...proof }: HistoryProof,
): boolean => isUnder(history, textOf(salt, { reference, payloadHash: payload }), proof);
