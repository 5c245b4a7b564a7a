import { expect, test } from 'vitest';

import type { MakeDraft } from '../../../electron/engines/team-record/team-record.ts';
import { fail, type Outcome } from '../../../shared/errors.ts';
import { ok } from '../../../shared/result.ts';
import { memoryRecord, sharedDesk } from '../../support/team/shared-desks.ts';

const context = { correlationId: 'a test' };

/** Writes an act whose answers are lost that often; what each sending came to, and the acts. */
async function write(lost: number, make: MakeDraft) {
  const { acts, ...memory } = memoryRecord();
  const desk = sharedDesk({ acts, ...memory }, 1, []);
  const sent: Uint8Array[] = [];
  const written = await desk.record().write<null>(
    make,
    (_server, { envelope }): Promise<Outcome<{ isWritten: boolean; value: null }>> => {
      sent.push(envelope);
      return Promise.resolve(
        sent.length <= lost
          ? fail('team.answer-lost', context.correlationId)
          : ok({ isWritten: true, value: null }),
      );
    },
    context,
  );
  return { written, sent };
}

test('an act whose answer was lost is sent again as it was, and is not made anew', async () => {
  let made = 0;
  const { written, sent } = await write(2, () => {
    made += 1;
    // By what was read meanwhile it would be refused.
    return made === 1
      ? ok({ kind: 'note', content: {} })
      : fail('team.not-approved', context.correlationId);
  });
  expect(written).toEqual(ok(null));
  expect(sent).toHaveLength(3);
  expect(new Set(sent.map((envelope) => Buffer.from(envelope).toString('hex'))).size).toBe(1);
  expect(made).toBe(1);
});

test('a draft that fails writes nothing', async () => {
  const { written, sent } = await write(0, () => fail('team.not-approved', context.correlationId));
  expect(written).toMatchObject({ ok: false, error: { code: 'team.not-approved' } });
  expect(sent).toEqual([]);
});
