import type { BankFile } from '../../engines/bank/file/bank-file.ts';
import { proxyHost } from '../../engines/bank/transport/network.ts';
import type { Authority, NetworkSettings } from './network-settings.ts';

/**
 * A question in a dialog of the system. A compromised page could press every button of the window. So what would let it talk to a host of
 * its own, listen to the traffic, or destroy the journal is asked where no page can answer.
 */
export type Question = { readonly message: string; readonly detail: string; readonly yes: string };

/** Asks a person. True when they agreed. */
export type Confirm = (question: Question) => Promise<boolean>;

const money = {
  sandbox: 'play money',
  uat: 'the bank’s test environment',
  production: 'real money',
} as const;

/** Asked before the first byte goes to a host that this machine does not know yet. */
export const connectQuestion = ({ name, environment, baseUrl }: BankFile): Question => ({
  message: `Connect to ${new URL(baseUrl).host}?`,
  detail: [
    `A bank file names it “${plain(name)}”: ${money[environment]}.`,
    `What is entered for this bank, the sign-in first, goes to ${baseUrl}. Go on only if your bank gave you this address.`,
  ].join('\n\n'),
  yes: 'Connect',
});

/** Asked before data that only this machine has is deleted. */
export const forgetQuestion = ({ name, baseUrl }: BankFile): Question => ({
  message: `Forget “${plain(name)}” on this machine?`,
  detail: `The local copy and the journal for ${new URL(baseUrl).host} are deleted, with the record of every payment whose outcome is not known yet. This cannot be undone.`,
  yes: 'Forget this bank',
});

/** Asked before another journal replaces the one on this machine. */
export const restoreQuestion = (
  { name, environment, baseUrl, builtIn }: BankFile,
  writtenAt: string,
): Question => ({
  message: `Restore the backup of “${plain(name)}”?`,
  detail: [
    `It was written on ${writtenAt.slice(0, 10)} at ${writtenAt.slice(11, 16)} UTC: ${money[environment]}${builtIn ? '' : `, at ${new URL(baseUrl).host}`}.`,
    'The journal, notes, marks and drafts that are here are set aside, not deleted. Sending stays paused until the restored journal has been compared with the bank.',
  ].join('\n\n'),
  yes: 'Restore',
});

/** Asked before every connection to a bank goes through another machine. */
export const proxyQuestion = ({ address, username }: NetworkSettings): Question => ({
  message: `Reach banks through ${proxyHost(address ?? '')}?`,
  detail: [
    `Every connection to a bank goes over ${address ?? ''} from now on${username === null ? '' : `, with the user name “${plain(username)}”`}.`,
    'What is sent stays encrypted for the bank, unless an authority of the proxy’s owner is trusted too.',
  ].join('\n\n'),
  yes: 'Use this proxy',
});

/** Asked before another authority may vouch for the identity of a bank. */
export const trustQuestion = (authorities: readonly Authority[]): Question => ({
  message:
    authorities.length === 1
      ? `Trust “${authorities[0]?.subject ?? ''}” for connections to banks?`
      : `Trust these ${String(authorities.length)} authorities for connections to banks?`,
  detail: [
    'Whoever holds the key of an authority can read and change what goes between this machine and a bank. Compare the fingerprint with the one that your IT department gave you.',
    ...authorities.slice(0, shownMax).map(authorityWords),
    ...(authorities.length > shownMax
      ? [`And ${String(authorities.length - shownMax)} more.`]
      : []),
  ].join('\n\n'),
  yes: 'Trust',
});

/** The most authorities in a question: a dialog of the system does not scroll. */
const shownMax = 5;

const authorityWords = ({ subject, issuer, validTo, fingerprint }: Authority): string =>
  `${subject}, issued by ${issuer}, valid until ${validTo.slice(0, 10)}\n${fingerprint}`;

/** Foreign text on one line, so that it cannot look like words of ours. */
export const plain = (text: string): string =>
  text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').slice(0, 100);
