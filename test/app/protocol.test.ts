import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Session } from 'electron';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import { contentSecurityPolicy } from '../../electron/app/csp.ts';
import { declareScheme, serveFiles } from '../../electron/app/protocol.ts';

const electron = vi.hoisted(() => ({
  protocol: { registerSchemesAsPrivileged: vi.fn<(schemes: unknown) => void>() },
}));
vi.mock('electron', () => electron);

type Handler = (request: { method: string; url: string }) => Promise<Response>;
let folder: string;
let handler: Handler;
const get = (url: string, method = 'GET'): Promise<Response> => handler({ method, url });

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'nostro-files-'));
  mkdirSync(join(folder, 'renderer/assets'), { recursive: true });
  mkdirSync(join(folder, 'renderer-beside'));
  writeFileSync(join(folder, 'secret.txt'), 'secret');
  writeFileSync(join(folder, 'renderer-beside/secret.txt'), 'secret');
  writeFileSync(join(folder, 'renderer/index.html'), '<!doctype html><html lang="en"></html>');
  writeFileSync(join(folder, 'renderer/.hidden'), 'secret');
  writeFileSync(join(folder, 'renderer/assets/index-a_B-1.js'), 'export {}');
  symlinkSync('../secret.txt', join(folder, 'renderer/link.txt'));
  symlinkSync('../renderer-beside', join(folder, 'renderer/beside'));
  const session = {
    protocol: {
      handle: (_scheme: string, given: Handler) => {
        handler = given;
      },
    },
  };
  serveFiles(session as unknown as Session, join(folder, 'renderer'), () => ' data-theme="dark"');
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

test('a file of the window comes with its type, the policy, and no guessing; a page with its marks', async () => {
  const page = await get('desk://app/index.html');
  expect(page.status).toBe(200);
  expect(await page.text()).toBe('<!doctype html><html data-theme="dark" lang="en"></html>');
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(page.headers.get('content-security-policy')).toBe(contentSecurityPolicy('header'));
  expect(page.headers.get('x-content-type-options')).toBe('nosniff');
  const script = await get('desk://app/assets/index-a_B-1.js?v=1#x');
  expect(script.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
});

test.each([
  'desk://app/../secret.txt',
  'desk://app/..%2fsecret.txt',
  'desk://app/..%2F..%2Fetc/passwd',
  'desk://app/%2e%2e/secret.txt',
  'desk://app/%2e%2e%2fsecret.txt',
  'desk://app/%252e%252e%252fsecret.txt',
  'desk://app/..\\secret.txt',
  'desk://app/..%5csecret.txt',
  'desk://app/assets/../../secret.txt',
  'desk://app/assets/..;/../secret.txt',
  'desk://app//etc/passwd',
  'desk://app//secret.txt',
  'desk://app/index.html%00.js',
  'desk://app/index.html\0',
  'desk://app/index.html/',
  'desk://app/./index.html',
  'desk://app/.hidden',
  'desk://app/link.txt',
  'desk://app/beside/secret.txt',
  'desk://app/assets',
  'desk://app/assets/',
  'desk://app/',
  'desk://app',
  'desk://app/nowhere.js',
  'desk://app/C:/secret.txt',
  'desk://app/file:///etc/passwd',
  'desk://app/index.html%E0%A4%A',
  'desk://app/ındex.html',
  'desk://evil/index.html',
  'desk://app.evil/index.html',
  'desk://app@evil/index.html',
  'desk://user@app/index.html',
  'desk://app:80/index.html',
  'https://app/index.html',
  'file:///etc/passwd',
  'not an address',
])('%j is not there [F3]', async (address) => {
  const answer = await get(address);
  expect(answer.status).toBe(404);
  expect(await answer.text()).toBe('');
  expect(answer.headers.get('content-security-policy')).toBe(contentSecurityPolicy('header'));
});

test.each(['POST', 'PUT', 'HEAD', 'DELETE', 'OPTIONS'])('%s is refused', async (method) => {
  expect((await get('desk://app/index.html', method)).status).toBe(405);
});

test('the scheme is an origin of its own that never bypasses the policy', () => {
  declareScheme();
  expect(electron.protocol.registerSchemesAsPrivileged).toHaveBeenCalledWith([
    { scheme: 'desk', privileges: { standard: true, secure: true, supportFetchAPI: true } },
  ]);
});

test('the policy allows our own files and names every exit', () => {
  expect(contentSecurityPolicy('header')).toBe(
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; " +
      "connect-src 'none'; worker-src 'none'; object-src 'none'; base-uri 'none'; form-action 'none'; " +
      "frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types svelte-trusted-html",
  );
  expect(contentSecurityPolicy('meta')).not.toContain('frame-ancestors');
});
