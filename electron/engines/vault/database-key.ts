import { randomBytes } from 'node:crypto';

import { DeskFault, errorCatalogue, type ErrorCode } from '../../../shared/errors.ts';
import { err, ok, type Result } from '../../../shared/result.ts';
import type { Credentials } from './credentials.ts';
import {
  codeOf,
  keyInfoFileName,
  publishKeyInfo,
  readKeyInfo,
  removeKeyInfo,
  type KeyInfo,
} from './key-info.ts';
import { lockAnew } from './rewrapping.ts';
import type { Keychain, KeychainAnswer, KeychainFailure } from './vault.ts';
import {
  checkOf,
  isNewest,
  newKey,
  openWrapping,
  wrapKey,
  wrappingLabel,
  type WrappedKey,
} from './wrapping.ts';

export type DatabaseKey = {
  /** 32 bytes. */
  readonly key: Uint8Array;
  readonly protection: 'keychain' | 'credentials';
};

/** `message` describes what happened. The advice of the code says what is safe and what to do. */
export type KeyProblem = { readonly code: ErrorCode; readonly message: string };

export type DatabaseKeyOptions = {
  readonly profileDir: string;
  readonly profileId: string;
  readonly keychain: Keychain;
  /** The typed or remembered credentials; null before a sign-in. */
  readonly credentials: Credentials | null;
  /** Are there database files that a new key could not open? */
  readonly hasData: boolean;
  readonly appVersion: string;
  /** The system and desktop that store secrets here; tests set their own. */
  readonly backend?: string;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
};

type Outcome = Result<DatabaseKey, KeyProblem>;

/**
 * Opens the key of a profile's local copy: the existing one, or a new one for a profile without data.
 * No new key is made while keyinfo.json or data exist: that would lock the old data for good.
 */
export async function openDatabaseKey(options: DatabaseKeyOptions): Promise<Outcome> {
  try {
    const info = await readKeyInfo(options.profileDir);
    if (info === 'damaged')
      return problem('vault.corrupt', `${keyInfoFileName} in the data folder is damaged.`);
    if (info !== 'missing') return await openKnown(options, info);
    if (options.hasData)
      return problem(
        'vault.key-lost',
        `The local copy is there, but ${keyInfoFileName}, which names its key, is not.`,
      );
    return await makeKey(options);
  } catch (error) {
    return problemOf(error);
  }
}

const lostKeys: ReadonlySet<string> = new Set([
  ...['vault.key-lost', 'vault.corrupt', 'vault.wrong-credentials'],
]);

/** Stores and protects a given key, such as that of a backup. A key of the folder that is not lost takes precedence. */
export async function adoptDatabaseKey(
  options: Omit<DatabaseKeyOptions, 'hasData'>,
  key: Uint8Array,
): Promise<Outcome> {
  const own = await openDatabaseKey({ ...options, hasData: true });
  if (own.ok || !lostKeys.has(own.error.code)) return own;
  await removeKeyInfo(options.profileDir);
  return makeKey({ ...options, hasData: false }, key);
}

/** Removes the key for good. Its data can never be read again. */
export async function forgetDatabaseKey(
  options: Pick<DatabaseKeyOptions, 'profileDir' | 'profileId' | 'keychain'>,
): Promise<KeychainAnswer> {
  const info = await readKeyInfo(options.profileDir);
  const isInKeychain = typeof info === 'object' && info.protectedBy === 'keychain';
  const answer: KeychainAnswer = isInKeychain
    ? await options.keychain.remove(accountOf(options, info.keyId))
    : { ok: true, value: '' };
  if (answer.ok) await removeKeyInfo(options.profileDir);
  return answer;
}

const accountOf = ({ profileId }: Pick<DatabaseKeyOptions, 'profileId'>, keyId: string): string =>
  `${profileId}:key:${keyId}`;

const labelOf = ({ profileId }: Pick<DatabaseKeyOptions, 'profileId'>, keyId: string): string =>
  wrappingLabel(profileId, keyId);

async function openKnown(options: DatabaseKeyOptions, info: KeyInfo): Promise<Outcome> {
  return info.protectedBy === 'keychain'
    ? openFromKeychain(options, info)
    : openWithCredentials(options, info);
}

async function openFromKeychain(options: DatabaseKeyOptions, info: KeyInfo): Promise<Outcome> {
  const answer = await options.keychain.read(accountOf(options, info.keyId));
  if (!answer.ok) return problem(codes[answer.state], sentenceOf(answer.state, options, info));
  const key = Buffer.from(answer.value, 'base64url');
  return checkOf(key) === info.check
    ? ok({ key, protection: 'keychain' })
    : problem('vault.corrupt', 'The keychain holds another key than the local copy was made with.');
}

async function openWithCredentials(options: DatabaseKeyOptions, info: KeyInfo): Promise<Outcome> {
  const { credentials } = options;
  if (!credentials) return needsCredentials();
  const opened = await openWrapping(info, credentials, labelOf(options, info.keyId));
  if (!opened)
    return problem(
      'vault.wrong-credentials',
      `${errorCatalogue['vault.wrong-credentials'].title}.`,
    );
  const { key } = opened;
  if (checkOf(key) !== info.check)
    return problem('vault.corrupt', `${keyInfoFileName} does not belong to its key.`);
  if (!isNewest(opened.by, credentials)) await lockAnew(options, info, { ...opened, credentials });
  return ok({ key, protection: 'credentials' });
}

async function makeKey(options: DatabaseKeyOptions, key = newKey()): Promise<Outcome> {
  const keyId = randomBytes(8).toString('hex');
  const saved = await options.keychain.write(
    accountOf(options, keyId),
    Buffer.from(key).toString('base64url'),
  );
  if (saved.ok) return publish(options, { key, protection: 'keychain' }, keyId, {});
  // A locked or slow keychain is not missing: the person can open it, and the key belongs there.
  if (saved.state === 'locked' || saved.state === 'timeout')
    return problem(codes[saved.state], freshSentences[saved.state]);
  if (!options.credentials) return needsCredentials();
  const wrapping = await wrapKey(key, options.credentials, labelOf(options, keyId));
  return publish(options, { key, protection: 'credentials' }, keyId, wrapping);
}

async function publish(
  options: DatabaseKeyOptions,
  made: DatabaseKey,
  keyId: string,
  wrapping: Partial<WrappedKey>,
): Promise<Outcome> {
  const { now = Date.now } = options;
  const isFirst = await publishKeyInfo(options.profileDir, {
    version: 1,
    keyId,
    protectedBy: made.protection,
    ...wrapping,
    check: checkOf(made.key),
    createdAt: new Date(now()).toISOString(),
    appVersion: options.appVersion,
    backend: backendOf(options),
  });
  if (isFirst) return ok(made);
  // Another process was first: its key counts, ours opens nothing.
  if (made.protection === 'keychain') await options.keychain.remove(accountOf(options, keyId));
  return openDatabaseKey(options);
}

/** Names the secret store, so that a change of desktop can be detected. */
const backendOf = ({ backend }: DatabaseKeyOptions): string =>
  backend ?? [process.platform, process.env['XDG_CURRENT_DESKTOP']].filter(Boolean).join(' ');

const codes: Readonly<Record<KeychainFailure, ErrorCode>> = {
  absent: 'vault.key-lost',
  locked: 'vault.locked',
  unavailable: 'vault.unavailable',
  timeout: 'vault.timeout',
  corrupt: 'vault.corrupt',
};

const freshSentences = {
  locked: 'The keychain is locked, so no key could be kept in it.',
  timeout: 'The keychain did not answer, so no key could be kept in it.',
};

function sentenceOf(state: KeychainFailure, options: DatabaseKeyOptions, info: KeyInfo): string {
  const here = backendOf(options);
  const moved =
    here === info.backend ? '' : ` It was kept by “${info.backend}”; this is “${here}”.`;
  if (state === 'absent')
    return `The keychain has no key ${info.keyId}: the entry was removed, or this data belongs to another machine or user.${moved}`;
  return `${errorCatalogue[codes[state]].title}.${moved}`;
}

const problem = (code: ErrorCode, message: string): Outcome => err({ code, message });

const needsCredentials = (): Outcome =>
  problem('session.required', 'This machine has no keychain: the local copy opens by signing in.');

function problemOf(error: unknown): Outcome {
  if (error instanceof DeskFault) return problem(error.code, error.message);
  const code = codeOf(error);
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return problem('store.full', 'The disk is full, so the key’s file could not be written.');
  if (code === 'EIO') return problem('store.disk-failed', 'The disk failed at the key’s file.');
  if (/^E[A-Z]+$/.test(code))
    return problem('store.readonly', `The data folder cannot be used (${code}).`);
  throw error;
}
