import { readFile, realpath } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';

import { protocol, type Session } from 'electron';

import { appScheme, isAppAddress } from './address.ts';
import { contentSecurityPolicy } from './csp.ts';

/** Folders and a file name of plain characters. Nothing is decoded, so `..`, `%2e`, `\` and NUL cannot be expressed. */
const plainPath = /^(?:\/[A-Za-z0-9_-][A-Za-z0-9._-]*)+$/;

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
};

const headers = {
  'content-security-policy': contentSecurityPolicy('header'),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
};

/** Makes `desk://` an origin of its own, as secure as https; must run before the app is ready. It never bypasses the policy. */
export function declareScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: appScheme, privileges: { standard: true, secure: true, supportFetchAPI: true } },
  ]);
}

/** Serves only the files below `root` to the window. Writes `marks` into the `html` element of each page. */
export function serveFiles(session: Session, root: string, marks: () => string): void {
  session.protocol.handle(appScheme, (request) => answer(request, root, marks));
}

async function answer(request: Request, root: string, marks: () => string): Promise<Response> {
  if (request.method !== 'GET') return refusal(405);
  const path = isAppAddress(request.url) ? pathOf(request.url) : null;
  const file = path === null ? null : await fileBelow(root, path);
  if (file === null) return refusal(404);
  const type = contentTypes[extname(file.name)] ?? 'application/octet-stream';
  const body = type.startsWith('text/html')
    ? file.bytes.toString('utf8').replace('<html', `<html${marks()}`)
    : new Uint8Array(file.bytes);
  return new Response(body, {
    headers: { ...headers, 'content-type': type },
  });
}

function pathOf(address: string): string | null {
  // The address is cut by hand: a URL parser would resolve `..` and hide it.
  const path = address.slice(`${appScheme}://app`.length).split(/[?#]/, 1)[0] ?? '';
  return plainPath.test(path) ? path : null;
}

/** A link inside the folder that leads out of it counts as absent. */
async function fileBelow(
  root: string,
  path: string,
): Promise<{ name: string; bytes: Buffer } | null> {
  const folder = await realpath(root).catch(() => null);
  const name = await realpath(join(root, path)).catch(() => null);
  if (folder === null || !name?.startsWith(folder + sep)) return null;
  const bytes = await readFile(name).catch(() => null);
  return bytes === null ? null : { name, bytes };
}

const refusal = (status: 404 | 405): Response => new Response(null, { status, headers });
