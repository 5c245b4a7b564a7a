import type { ParsedExtras } from '../../../../shared/bank/extras.ts';
import { limits } from '../../../../shared/limits.ts';
import { isRecord } from '../json/pointer.ts';
import { unreadNames } from '../json/unread-names.ts';
import { cleanText } from './bank-text.ts';

/** Removes secrets from a text; returns the same text where it has none. */
export type Redact = (text: string) => string;

/**
 * Limits a bank's extra fields in length, depth and names, and drops secrets. A dropped field is listed by its name.
 */
export function bounded(fields: Readonly<Record<string, unknown>>, redact: Redact): ParsedExtras {
  const lost = [...unreadNames(fields)];
  const fitting: Record<string, unknown> = {};
  let room = limits.extrasTextMax;
  for (const name of Object.keys(fields).toSorted()) {
    // A field whose name alone exceeds the room is skipped: a hostile answer may have a million names.
    if (name.length > Math.min(limits.extrasNameMax, room - 1)) {
      lost.push(name);
      continue;
    }
    const clean = cleared(fields[name], { name, depth: 1, redact, lost });
    if (clean === undefined) continue;
    const length = name.length + JSON.stringify(clean).length;
    if (length > room) lost.push(name);
    else {
      fitting[name] = clean;
      room -= length;
    }
  }
  return { fields: fitting, omitted: named(lost) };
}

type Clearing = {
  /** The path so far, with dots. */
  readonly name: string;
  readonly depth: number;
  readonly redact: Redact;
  /** The names of what was left out. */
  readonly lost: string[];
};

/** The value without secrets; undefined where nothing is left. */
function cleared(value: unknown, at: Clearing): unknown {
  const { name, depth, redact, lost } = at;
  if (isSecret(value, at) || depth > limits.extrasDepthMax) {
    lost.push(name);
    return undefined;
  }
  if (Array.isArray(value))
    return value.map((part, index) => {
      const inner = { ...at, name: `${name} ${String(index + 1)}`, depth: depth + 1 };
      return cleared(part, inner) ?? null;
    });
  if (!isRecord(value)) return value;
  lost.push(...unreadNames(value).map((part) => `${name}.${part}`));
  const parts = Object.entries(value).map(([part, inner]) => [
    part,
    cleared(inner, { name: `${name}.${part}`, depth: depth + 1, redact, lost }),
  ]);
  return Object.fromEntries(parts.filter(([, inner]) => inner !== undefined));
}

function isSecret(value: unknown, { name, redact }: Clearing): boolean {
  if (typeof value === 'boolean' || value === null) return false;
  if (containsSecret(name)) return true;
  return typeof value === 'string' && redact(value) !== value;
}

/** Names that end in a word for a credential. A passport or a key figure does not match. */
const secretWords =
  /(?:^| )(?:\w*passwords?|passphrase|passcode|\w*secrets?|\w*tokens?|jwt|authori[sz]ation|bearer|otp|pin|credentials?|(?:api|private|access) ?key)$/;

/** Caches the check per name, since the same names come with every row. */
const isSecretByPath = new Map<string, boolean>();
const cacheMax = 1_000;

function containsSecret(path: string): boolean {
  const known = isSecretByPath.get(path);
  if (known !== undefined) return known;
  if (isSecretByPath.size >= cacheMax) isSecretByPath.clear();
  const isSecretPath = namesSecret(path.slice(path.lastIndexOf('.') + 1));
  isSecretByPath.set(path, isSecretPath);
  return isSecretPath;
}

function namesSecret(name: string): boolean {
  const words = name.split(/[^A-Za-z]+|(?<=[a-z])(?=[A-Z])/).filter((part) => part !== '');
  return secretWords.test(words.join(' ').toLowerCase());
}

function named(lost: readonly string[]): string[] {
  const names = lost
    .slice(0, limits.extrasOmittedNamesMax)
    .map((name) => cleanText(name).slice(0, limits.extrasNameMax).toWellFormed());
  const more = lost.length - names.length;
  return more > 0 ? [...names, `and ${String(more)} more`] : names;
}
