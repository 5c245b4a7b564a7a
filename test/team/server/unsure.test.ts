import { expect, test } from 'vitest';

import { whyNotCalled } from '../../../electron/engines/team-record/postgres/server-errors.ts';

// A server that ends itself while it commits cannot be had in a test, so what it says is written down here.
test.each([
  [{ code: '53100', severity: 'PANIC' }, 'team.answer-lost'],
  [{ code: '58030', severity: 'FATAL' }, 'team.answer-lost'],
  [{ code: 'XX000', severity: 'PANIK' }, 'team.answer-lost'],
  [{ code: '57P02', severity: 'FATAL' }, 'team.answer-lost'],
  [{ code: '53100', severity: 'ERROR' }, 'team.full'],
  [{ code: '58030', severity: 'ERROR' }, 'team.unreachable'],
  // What our functions refuse, and a lock, is no end of the server in any language.
  [{ code: 'NO002', severity: 'FEHLER' }, 'team.stale'],
  [{ code: '55P03', severity: 'FEHLER' }, 'team.unreachable'],
  [{ code: 'ECONNRESET' }, 'team.answer-lost'],
  [new Error('Query read timeout'), 'team.answer-lost'],
  [null, 'team.answer-lost'],
])('whether a call was done after %j', (cause, code) => {
  expect(whyNotCalled(cause, { correlationId: 'test' }).code).toBe(code);
});
