import { err, ok, type Result } from '../../../../shared/result.ts';

const lengthMax = 2_000;
const loopbackHosts = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/**
 * Checks a bank's address and normalises it, without a slash at the end.
 * The problem names the fix and never repeats the input, which may contain a password.
 */
export function checkBaseUrl(text: string): Result<string, string> {
  const url = URL.parse(text);
  if (url === null || text.length > lengthMax || /[\s\\]/.test(text) || url.host === '')
    return err('must be a full address, like https://uat.example.com');
  const problem = [...problemsOf(url)][0];
  return problem === undefined
    ? ok(`${url.origin}${url.pathname.replace(/\/+$/, '')}`)
    : err(problem);
}

/** True for an address on this machine. */
export const isLoopback = (baseUrl: string): boolean =>
  loopbackHosts.test(URL.parse(baseUrl)?.hostname ?? '');

function* problemsOf(url: URL): Generator<string> {
  const onThisMachine = loopbackHosts.test(url.hostname);
  if (url.username !== '' || url.password !== '')
    yield 'must not hold a user name or password; the desk asks for credentials at sign-in';
  if (url.protocol !== 'https:' && url.protocol !== 'http:') yield 'must start with https://';
  if (url.protocol === 'http:' && !onThisMachine)
    yield 'must be https; http is for this machine only (127.0.0.1, ::1, localhost)';
  if (url.search !== '' || url.hash !== '') yield 'must end before any “?” or “#”';
  if (!onThisMachine && /^(\[|\d{1,3}(\.\d{1,3}){3}$)/.test(url.hostname))
    yield 'must name the bank by its host name, not by numbers: a certificate proves names';
  if (/(^|\.)xn--/.test(url.hostname))
    yield 'must use plain letters; this host name has letters that look like others';
  if (/\/platform\/*$/.test(url.pathname)) yield 'must end before /platform, which the desk adds';
}
