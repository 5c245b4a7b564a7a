import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

import { expect, test } from 'vitest';

import { refusedSwitch } from '../../electron/app/switches.ts';

test.each([
  '--remote-debugging-port=9222',
  '--remote-debugging-pipe',
  '--remote-debugging-address=0.0.0.0',
  '--remote-allow-origins=*',
  '--REMOTE-DEBUGGING-PORT=9222',
  '-remote-debugging-port=9222',
  '--inspect',
  '--inspect-brk=0',
  '--inspect-port=1',
  '--inspect-publish-uid=http',
  '--experimental-network-inspection',
  '--debug-brk',
  '--auto-open-devtools-for-tabs',
  '--js-flags=--expose-gc',
  '--log-net-log=/tmp/log',
  '--net-log-capture-mode=Everything',
  '--ssl-key-log-file=/tmp/keys',
  '--ssl-version-min=tls1',
  '--tls-keylog=/tmp/keys',
  '--tls-min-v1.0',
  '--no-sandbox',
  '--no-zygote',
  '--no-zygote-sandbox',
  '--single-process',
  '--in-process-gpu',
  '--allow-no-sandbox-job',
  '--disable-setuid-sandbox',
  '--disable-namespace-sandbox',
  '--disable-seccomp-filter-sandbox',
  '--disable-gpu-sandbox',
  '--disable-site-isolation-trials',
  '--disable-site-isolation-for-policy',
  '--browser-subprocess-path=/tmp/x',
  '--renderer-cmd-prefix=/tmp/x',
  '--utility-cmd-prefix=/tmp/x',
  '--gpu-launcher=/tmp/x',
  '--load-extension=/tmp/x',
  '--disable-extensions-except=/tmp/x',
  '--disable-web-security',
  '--allow-running-insecure-content',
  '--allow-insecure-localhost',
  '--allow-file-access-from-files',
  '--unsafely-treat-insecure-origin-as-secure=http://x',
  '--reduce-security-for-testing',
  '--enable-features=x',
  '--disable-features=IsolateOrigins',
  '--enable-blink-features=x',
  '--disable-blink-features=x',
  '--enable-experimental-web-platform-features',
  '--enable-automation',
  '--bypasscsp-schemes=desk',
  '--secure-schemes=http',
  '--use-fake-ui-for-media-stream',
  '--test-type',
  '--ignore-certificate-errors',
  '--ignore-certificate-errors-spki-list=x',
  '--use-mock-cert-verifier-for-testing',
  '--cipher-suite-blacklist=x',
  '--proxy-server=127.0.0.1:1',
  '--proxy-pac-url=http://x',
  '--proxy-bypass-list=*',
  '--no-proxy-server',
  '--host-rules=MAP * 127.0.0.1',
  '--host-resolver-rules=MAP * 127.0.0.1',
  '--dns-result-order=ipv4first',
  '--auth-server-whitelist=*',
  '--auth-negotiate-delegate-whitelist=*',
  '--user-data-dir=/tmp/x',
  '--disk-cache-dir=/tmp/x',
  '--crash-dumps-dir=/tmp/x',
  '--password-store=basic',
])('the packaged app refuses %s', (option) => {
  expect(refusedSwitch(['--other', option])).toBe(option);
});

test('a slash begins a switch on Windows and a path elsewhere', () => {
  const words = ['pay', '/inspect/november.csv', '/no-sandbox'];
  expect(refusedSwitch(words.slice(2), 'win32')).toBe('/no-sandbox');
  expect(refusedSwitch(words, 'linux')).toBeUndefined();
});

test.each([
  [],
  ['sync', '--account', '0123456789'],
  ['--force-device-scale-factor=2'],
  ['--ozone-platform=wayland', '--ozone-platform-hint=auto', '--enable-wayland-ime'],
  ['--disable-gpu', '--lang=de'],
  ['-psn_0_12345'],
  ['/home/ada/no-sandbox', 'C:\\inspect'],
  ['--bank=x'],
])('it starts with %j', (...words) => {
  expect(refusedSwitch(words)).toBeUndefined();
});

test('no option of the command line is refused as a switch', () => {
  const folder = resolve(import.meta.dirname, '../..');
  const page = readFileSync(resolve(folder, 'docs/COMMAND-LINE.md'), 'utf8');
  const options = [...page.matchAll(/--[a-z][a-z-]*/g)].map(([option]) => option);
  expect(options).toContain('--data-dir');
  const own = options.filter((option) => option !== '--silent');
  expect(refusedSwitch(own)).toBeUndefined();
});
