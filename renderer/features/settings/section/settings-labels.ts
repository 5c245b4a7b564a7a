import type { DeskState, KeychainState } from '../../../../shared/ipc/desk/desk.ts';

type Tone = 'good' | 'warn' | 'bad' | 'plain';
export type Words = { readonly label: string; readonly tone: Tone; readonly sentence: string };

/** The state of this machine's keychain, and its meaning for the person. */
export const keychainWords: Record<KeychainState, Words> = {
  ready: {
    label: 'Ready',
    tone: 'good',
    sentence: 'Credentials and the key of the local copy can be stored in it.',
  },
  locked: {
    label: 'Locked',
    tone: 'warn',
    sentence:
      'Nothing is lost: what is stored in it is intact, but cannot be read until you unlock the keychain.',
  },
  unavailable: {
    label: 'Not there',
    tone: 'plain',
    sentence:
      'This machine has no keychain that Nostro can reach. Nothing is ever stored in plain text; credentials last for this session only.',
  },
  timeout: {
    label: 'No answer',
    tone: 'warn',
    sentence:
      'The keychain did not answer in time. Nothing is lost; Nostro asks it again when it needs it.',
  },
};

/** The protection of the local copy's key, and its consequences. */
export const protectionWords: Record<NonNullable<DeskState['protection']>, Words> = {
  keychain: {
    label: 'In this machine’s keychain',
    tone: 'good',
    sentence:
      'Whoever signs in to this machine as you can open the copy; a copied disk cannot be read.',
  },
  credentials: {
    label: 'Under your bank credentials',
    tone: 'plain',
    sentence:
      'There is no keychain, so the key is wrapped with the credentials you type. Nothing secret is stored; the copy opens once you sign in.',
  },
};

const kilo = 1_024;
const units = ['kilobyte', 'megabyte', 'gigabyte'] as const;

/** A size as people say it: 640 kB, 2.1 MB. */
export function bytesWords(bytes: number, locale = 'en-GB'): string {
  const power = Math.floor(Math.log(Math.max(bytes, 1)) / Math.log(kilo));
  const step = Math.min(units.length, Math.max(1, power));
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: units[step - 1] ?? 'kilobyte',
    maximumFractionDigits: step > 1 ? 1 : 0,
  }).format(bytes / kilo ** step);
}
