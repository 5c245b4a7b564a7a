import { randomUUID } from 'node:crypto';

import { appError, DeskFault } from '../../../shared/errors.ts';
import { limits } from '../../../shared/limits.ts';
import { knowCurrenciesOf } from '../../../shared/money/currencies.ts';
import { sandboxSignIn } from '../../../shared/sandbox-sign-in.ts';
import { builtInBankFile, parseBankFile } from '../../engines/bank/file/bank-file.ts';
import { certificateNames } from '../../engines/bank/transport/client-certificate.ts';
import { credentialFieldsOf } from '../../engines/bank/session/credential-fields.ts';
import { credentialsPlace } from '../../connections/profiles/credentials-place.ts';
import { profileOf, type Profile } from '../../connections/profiles/profiles.ts';
import { openSandboxBank } from '../../connections/session/sandbox-bank.ts';
import { readCredentials, type Credentials } from '../../engines/vault/credentials.ts';
import { createKeychain } from '../../engines/vault/keychain.ts';
import { CommandFailed, WrongUse, type Global } from './command.ts';
import { readTextFile } from './text-file.ts';

type Chosen = { readonly profile: Profile; readonly close: () => Promise<void> };

/** The bank of this run. The sandbox is started for it, unless it runs already. */
export async function chooseBank({ bankFile, dataDir, io }: Global): Promise<Chosen> {
  if (bankFile === undefined) {
    const sandbox = await openSandboxBank(io.programs.sandbox, dataDir);
    const profile = profileOf(dataDir, builtInBankFile(sandbox.baseUrl), null);
    return { profile: chosen(profile), close: sandbox.close };
  }
  return { profile: chosen(profileFromFile(dataDir, bankFile)), close: () => Promise.resolve() };
}

/** The same without starting anything: for commands that only read the local copy. */
export function chosenProfile({ bankFile, dataDir }: Global): Profile {
  if (bankFile !== undefined) return chosen(profileFromFile(dataDir, bankFile));
  return chosen(profileOf(dataDir, builtInBankFile('http://127.0.0.1:1'), null));
}

function chosen(profile: Profile): Profile {
  knowCurrenciesOf(profile.bankFile.currencies);
  return profile;
}

/** The bank that `--bank` names; null without it. */
export const profileGiven = (global: Global): Profile | null =>
  global.bankFile === undefined ? null : chosenProfile(global);

function profileFromFile(dataDir: string, path: string): Profile {
  const text = bankFileText(path);
  const parsed = parseBankFile(text);
  if (!parsed.ok)
    throw new CommandFailed(
      appError('bank-file.invalid', randomUUID(), {
        message: parsed.error.message,
        fields: parsed.error.fields,
      }),
    );
  return profileOf(dataDir, parsed.value, text);
}

function bankFileText(path: string): string {
  const read = readTextFile(path, limits.bankFileBytesMax);
  if (read.ok) return read.value;
  if (read.error === 'unreadable') throw new WrongUse(`--bank: the file cannot be read: ${path}.`);
  const why = read.error === 'too-large' ? 'is too large for a bank file' : 'is not UTF-8 text';
  throw new DeskFault('bank-file.invalid', `The bank file ${why}.`);
}

/** The credentials in `NOSTRO_CREDENTIALS`, else the built-in ones for the sandbox, else those in the keychain. */
export async function credentialsOf({ io }: Global, profile: Profile): Promise<Credentials | null> {
  const given = io.env['NOSTRO_CREDENTIALS'];
  if (given !== undefined) return credentialsIn(given, profile);
  if (profile.bankFile.builtIn) return sandboxSignIn;
  const stored = await readCredentials(credentialsPlace(profile, createKeychain()));
  return stored.ok ? stored.credentials : null;
}

function credentialsIn(text: string, { bankFile }: Profile): Credentials {
  const names = credentialFieldsOf(bankFile).map((field) => field.name);
  const saved = jsonObject(text);
  const missing = names.filter((name) => typeof saved?.[name] !== 'string');
  if (!saved || missing.length > 0)
    throw new WrongUse(
      `NOSTRO_CREDENTIALS must be a JSON object of texts with ${names.join(', ')}${certificateWords(bankFile)}.`,
    );
  const known = bankFile.auth.clientCertificate
    ? [...names, ...Object.values(certificateNames)]
    : names;
  const given = known.filter((name) => typeof saved[name] === 'string');
  return Object.fromEntries(given.map((name) => [name, String(saved[name])]));
}

const certificateWords = ({ auth }: Profile['bankFile']): string =>
  auth.clientCertificate
    ? ` and a client certificate: ${certificateNames.certificate} and ${certificateNames.key} in PEM, or ${certificateNames.pkcs12} in base64, with ${certificateNames.passphrase} where it is locked`
    : '';

function jsonObject(text: string): Record<string, unknown> | null {
  try {
    const value = JSON.parse(text) as unknown;
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}
