import type { PeerCertificate } from './connect.ts';

type Shown = PeerCertificate | null;

/** Explains why a TLS connection is not trusted, and what to do where that is known. `code` is Node's. */
export const untrustedSentence = (host: string, code: string, shown: Shown): string =>
  isAboutUs(code)
    ? `${host} requires a client certificate, or did not accept the one it was shown.`
    : `The connection to ${host} cannot be trusted: ${reason(code, shown)}`;

/** True for the alerts of a server that requires a client certificate, or does not accept the one it was shown. */
export const isAboutUs = (code: string): boolean =>
  /ALERT_(CERTIFICATE|BAD_CERTIFICATE|UNSUPPORTED_CERTIFICATE|NO_CERTIFICATE|UNKNOWN_CA|HANDSHAKE_FAILURE|ACCESS_DENIED)/.test(
    code,
  );

function reason(code: string, shown: Shown): string {
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return `its certificate is for another host${shown?.subject ? ` (${shown.subject})` : ''}.`;
  if (code === 'CERT_HAS_EXPIRED')
    return `its certificate has expired${shown ? ` on ${dayOf(shown.validTo)}` : ''}.`;
  if (code === 'CERT_NOT_YET_VALID')
    return `its certificate is not valid yet${shown ? `, only from ${dayOf(shown.validFrom)} on` : ''}; look whether this machine’s date is right.`;
  if (/WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|HTTP_REQUEST/.test(code))
    return 'it does not speak https there. Look at the address and its port.';
  if (/PROTOCOL_VERSION|UNSUPPORTED_PROTOCOL|NO_PROTOCOLS|VERSION_TOO_LOW/.test(code))
    return 'it offers only outdated encryption; TLS 1.2 or newer is needed.';
  if (isUnknownAuthority(code)) return `${authorityWords(shown)} ${ownCertificateAdvice}`;
  return 'its certificate is refused.';
}

/** Is the certificate's authority unknown to this machine? */
export const isUnknownAuthority = (code: string): boolean =>
  /^(UNABLE_TO_(VERIFY_LEAF|GET_ISSUER)|SELF_SIGNED|DEPTH_ZERO|INVALID_CA)/.test(code);

const authorityWords = (shown: Shown): string =>
  `its certificate is not signed by an authority that this machine knows${shown?.issuer ? ` (it is signed by “${shown.issuer}”)` : ''}.`;

const ownCertificateAdvice =
  'If your network inspects traffic, add your company’s certificate in Settings > Network.';

const dayOf = (at: string): string => at.slice(0, 10);
