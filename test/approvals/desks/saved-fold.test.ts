import { expect, test } from 'vitest';

import type { JsonObject } from '../../../electron/engines/acts/act.ts';
import { memberKeys } from '../../../electron/engines/acts/member-keys.ts';
import { newTeamKeys } from '../../../electron/engines/acts/team-keys.ts';
import { payloadOf } from '../team-of-approvals.ts';
import { ClaimingDesk } from './claiming-desk.ts';
import { OrderedRecord } from './ordered-record.ts';

const keys = newTeamKeys();
const { sealingKey } = memberKeys(Buffer.alloc(32, 9));
const noon = '2026-11-24T12:00:00.000Z';

/** A desk that reads so many requests, a hundred at a time, and the numbers of acts at which its fold was stored. */
function readRequests(count: number) {
  const record = new OrderedRecord(null);
  record.at = noon;
  const add = (kind: string, content: JsonObject): void => {
    record.append({ key: 'ada', kind, content, seen: record.acts.length });
  };
  add('found', { name: 'ada', sealingKey, login: 'nostro_ada' });
  const desk = new ClaimingDesk('ada', record, keys, null);
  const stored = new Set<number>();
  for (let n = 1; n <= count; n += 1) {
    const reference = `R${String(n)}`;
    const lines = [{ reference, payload: payloadOf({ reference, amount: '1' }) }];
    const until = '2026-11-30T00:00:00.000Z';
    add('request', { operation: 'createSingleTransfer', bank: '', words: '', until, lines });
    if (n % 100 > 0) continue;
    desk.readOn();
    if (desk.storedThrough !== null) stored.add(desk.storedThrough);
  }
  return { desk, stored: [...stored] };
}

test('storing the fold costs in proportion to the acts, and a start folds a tenth of them at most', () => {
  const count = 12_000;
  const { desk, stored } = readRequests(count);
  const written = stored.reduce((sum, n) => sum + n, 0);
  // Stored whole every 200 acts it would be thirty times the acts.
  expect(written / count).toBeLessThan(15);
  expect(count - (stored.at(-1) ?? 0)).toBeLessThanOrEqual(count / 10);
  const before = [...desk.state.requests.keys()];
  desk.restart();
  expect([...desk.state.requests.keys()]).toEqual(before);
  desk.close();
}, 60_000);
