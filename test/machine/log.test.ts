import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { createLog, scrubbed } from '../../electron/engines/machine/log.ts';
import { tempFolder } from '../support/setup/temp-folder.ts';
import { wallClock } from '../support/setup/time.ts';

test.each([
  ['{"password":"canary"}', 'canary'],
  ['{"accessToken":"canary"}', 'canary'],
  ['Authorization: Bearer canary.token-1', 'canary'],
  ['failed with eyJhbGciOi.eyJzdWIi.c2lnbmF0', 'eyJ'],
  ['mail to canary@bank.example', 'canary'],
  ['account 2010044871 of the client', '201004'],
])('%s does not reach the disk as it is [L1]', (line, canary) => {
  expect(scrubbed(line)).not.toContain(canary);
});

test('a log is one file a day, and a failure keeps its cause without its secrets', () => {
  const folder = tempFolder();
  let now = Date.parse('2026-11-20T23:59:59Z');
  const log = createLog(
    folder,
    wallClock(() => now),
  );
  log.info('desk started', { code: 'ok' });
  now += 2_000;
  log.error('route failed', {
    route: 'session.signIn',
    cause: new Error('no answer for {"pass":"canary-7"} at Bearer canary-8'),
  });
  expect(readFileSync(join(folder, '2026-11-20.log'), 'utf8')).toContain('desk started');
  const second = readFileSync(join(folder, '2026-11-21.log'), 'utf8');
  expect(second).toContain('no answer for');
  expect(second).not.toContain('canary');
});
