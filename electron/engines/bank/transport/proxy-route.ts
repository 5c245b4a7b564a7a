import type { HttpProxy, Passable, Route } from './network.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Returns the route by HTTPS_PROXY and NO_PROXY, or their lower-case spellings. The address may contain the proxy's user name and
 * password.
 */
export function routeFromEnvironment(env: Environment, url: string): Route {
  const named = env['https_proxy'] ?? env['HTTPS_PROXY'] ?? env['all_proxy'] ?? env['ALL_PROXY'];
  if (named === undefined || named.trim() === '' || isSpared(env, url)) return { kind: 'direct' };
  const given = named.trim();
  const address = URL.parse(/^[a-z][a-z\d+.-]*:\/\//i.test(given) ? given : `http://${given}`);
  if (address && /^https?:$/.test(address.protocol))
    return { kind: 'proxy', proxy: proxyAt(address) };
  const what =
    address && isSocks(address.protocol) ? `a SOCKS proxy (${address.host})` : 'no proxy';
  return none(`HTTPS_PROXY names ${what} for ${hostOf(url)}; an HTTP proxy is needed.`);
}

function proxyAt({ origin, username, password }: URL): HttpProxy {
  return {
    address: origin,
    username: username === '' ? null : decoded(username),
    password: password === '' ? null : decoded(password),
  };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Does NO_PROXY name the host? `*`, names, `.names` and `*.names` with what lies below them, each with a port if given. */
function isSpared(env: Environment, url: string): boolean {
  const { hostname, port, protocol } = new URL(url);
  const standard = protocol === 'https:' ? '443' : '80';
  const entries = (env['no_proxy'] ?? env['NO_PROXY'] ?? '').toLowerCase().split(/[\s,]+/);
  return entries.some((entry) => {
    const [, name = '', onPort] = /^(.*?)(?::(\d+))?$/.exec(entry) ?? [];
    if (name === '' || (onPort !== undefined && onPort !== (port || standard))) return false;
    const suffix = name.replace(/^\*?\.?/, '');
    return suffix === '' || hostname === suffix || hostname.endsWith(`.${suffix}`);
  });
}

/** Returns the usable routes, in order, from a result of Electron's resolveProxy, such as `PROXY a:1; PROXY b:1; DIRECT`. */
export function routeFromPac(answer: string, url: string): Route {
  const named = answer.split(';').flatMap((part) => {
    const [, kind = '', place = ''] = /^\s*([A-Za-z\d]+)\s*([\w.:[\]-]*)\s*$/.exec(part) ?? [];
    return kind === '' ? [] : [{ kind: kind.toUpperCase(), place }];
  });
  const first = named
    .flatMap(passable)
    .slice(0, routesMax)
    .reduceRight<Passable | undefined>((otherwise, route) => ({ ...route, otherwise }), undefined);
  if (first) return first;
  const socks = named.find(({ kind }) => isSocks(kind));
  return none(
    socks
      ? `The system has only a SOCKS proxy (${socks.place}) for ${hostOf(url)}; an HTTP proxy is needed.`
      : `The system names no route to ${hostOf(url)} that Nostro can use.`,
  );
}

/** Bounded, since each route may take a whole connection timeout. */
const routesMax = 4;

function passable({ kind, place }: { kind: string; place: string }): Passable[] {
  if (kind === 'DIRECT') return [{ kind: 'direct' }];
  const proxy = URL.parse(`${kind === 'HTTPS' ? 'https' : 'http'}://${place}`);
  return /^(PROXY|HTTPS?)$/.test(kind) && proxy && place !== ''
    ? [{ kind: 'proxy', proxy: { address: proxy.origin, username: null, password: null } }]
    : [];
}

const isSocks = (kind: string): boolean => /^socks/i.test(kind);

const hostOf = (url: string): string => URL.parse(url)?.host ?? 'the bank';

const none = (words: string): Route => ({ kind: 'none', words });
