import { isAboutUs, isUnknownAuthority } from '../../engines/bank/transport/tls-messages.ts';

type Failed = { readonly code: string; readonly error: { readonly code: string } };

/** Advice for when no connection was made. */
export function connectionAdvice({ code, error }: Failed): string {
  if (error.code.startsWith('network.proxy'))
    return 'Look at the proxy in Settings > Network, or ask your network team.';
  if (/^(ENOTFOUND|EAI_)/.test(code))
    return 'No address is known for this name: look for a mistake in baseUrl, and whether this machine is online.';
  if (code === 'ECONNREFUSED')
    return 'Nothing listens there: ask the bank whether host and port in baseUrl are right.';
  return 'A firewall or a missing VPN may be in the way: ask the bank and your network team.';
}

/** Advice for when the server cannot be trusted. `code` is Node's. */
export function certificateAdvice(code: string, hasEnded: boolean, nowMs: number): string {
  const today = new Date(nowMs).toISOString().slice(0, 10);
  if (isAboutUs(code))
    return 'Write "clientCertificate": true in the bank file at auth, and sign in with the one that the bank gave you.';
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return 'Write the host name that the bank confirms in baseUrl. Nothing was sent.';
  if (hasEnded || code === 'CERT_HAS_EXPIRED')
    return `Ask the bank to renew its certificate; by this machine’s date it is ${today}. Nothing was sent.`;
  if (code === 'CERT_NOT_YET_VALID')
    return `Look at this machine’s date, which is ${today}. Nothing was sent.`;
  if (isUnknownAuthority(code))
    return 'Ask the bank who signs its certificate. If your network inspects traffic, add your company’s certificate in Settings > Network. Nothing was sent.';
  return 'Ask the bank for its address and for how it is to be trusted. Nothing was sent.';
}
