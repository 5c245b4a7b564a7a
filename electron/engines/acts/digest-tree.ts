import { sha256 } from './chain.ts';

/** A Merkle tree over a list of texts. */
export type DigestTree = {
  /** SHA-256, base64url. */
  readonly root: string;
  /** The sibling digests on the path from the text at a place to the root, which prove that the text is in the list. */
  readonly pathOf: (place: number) => readonly string[];
};

/** A text and an inner node never have the same digest: each input begins with a byte of its own. */
const leafOf = (text: string): Buffer => sha256(Buffer.of(0), Buffer.from(text));
const parentOf = (left: Uint8Array, right: Uint8Array): Buffer => sha256(Buffer.of(1), left, right);

export function digestTree(texts: readonly string[]): DigestTree {
  const levels: (readonly Buffer[])[] = [texts.map(leafOf)];
  for (let level = levels[0] ?? []; level.length > 1; levels.push(level)) level = above(level);
  const top = levels.at(-1)?.[0] ?? leafOf('');
  return {
    root: top.toString('base64url'),
    pathOf: (place) =>
      levels.flatMap((level, height) => {
        const sibling = level[Math.floor(place / 2 ** height) ^ 1];
        return sibling === undefined ? [] : [sibling.toString('base64url')];
      }),
  };
}

/** Returns the level above. A digest without a sibling goes up unchanged. */
function above(level: readonly Buffer[]): Buffer[] {
  const parents: Buffer[] = [];
  for (let at = 0; at < level.length; at += 2) {
    const [left, right] = [level[at], level[at + 1]];
    if (left) parents.push(right ? parentOf(left, right) : left);
  }
  return parents;
}

/** Does the path prove that a text is at a place in a list of `count` texts under a root? */
export function isUnder(
  { root, count }: { readonly root: string; readonly count: number },
  text: string,
  { place, path }: { readonly place: number; readonly path: readonly string[] },
): boolean {
  if (place < 0 || place >= count) return false;
  const rest = [...path];
  let digest = leafOf(text);
  let at = place;
  for (let size = count; size > 1; size = Math.ceil(size / 2)) {
    if ((at ^ 1) < size) {
      const sibling = Buffer.from(rest.shift() ?? '', 'base64url');
      digest = at % 2 === 0 ? parentOf(digest, sibling) : parentOf(sibling, digest);
    }
    at = Math.floor(at / 2);
  }
  return rest.length === 0 && digest.toString('base64url') === root;
}
