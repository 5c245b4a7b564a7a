import { expect, test } from 'vitest';

import { refusedSwitch } from '../../electron/app/switches.ts';

test.each([
  '--remote-debugging-port=9222',
  '--remote-debugging-pipe',
  '--REMOTE-DEBUGGING-PORT=9222',
  '-remote-debugging-port=9222',
  '--inspect',
  '--inspect-brk=0',
  '--inspect-port=1',
  '--no-sandbox',
  '--disable-web-security',
  '--ignore-certificate-errors',
  '--ignore-certificate-errors-spki-list=x',
  '--proxy-server=127.0.0.1:1',
  '--proxy-pac-url=http://x',
  '--host-rules=MAP * 127.0.0.1',
  '--host-resolver-rules=MAP * 127.0.0.1',
  '--load-extension=/tmp/x',
  '--js-flags=--expose-gc',
])('the packaged app refuses %s', (word) => {
  expect(refusedSwitch(['--other', word])).toBe(word);
});

test.each([
  [],
  ['sync', '--account', '0123456789'],
  ['--force-device-scale-factor=2'],
  ['--bank=x'],
])('it starts with %j', (...words) => {
  expect(refusedSwitch(words)).toBeUndefined();
});
