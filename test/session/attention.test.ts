import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { Attention } from '../../electron/connections/session/attention.ts';
import type { QuietHours } from '../../shared/quiet-hours.ts';
import { tempFolder } from '../support/setup/temp-folder.ts';
import { openSandboxDesk } from '../support/desks/test-desk.ts';

function openAttention(dataDir = tempFolder()) {
  const at = { hour: 12, quiet: null as QuietHours };
  const badges: number[] = [];
  const sentences: string[] = [];
  const attention = new Attention({
    dataDir,
    signs: {
      badge: (needing) => void badges.push(needing),
      notify: (words) => void sentences.push(words),
    },
    quiet: () => at.quiet,
    hour: () => at.hour,
  });
  return { attention, at, badges, sentences };
}

test('what came anew is announced once, in a sentence without amounts; the number is given always', () => {
  const { attention, badges, sentences } = openAttention();
  attention.countExceptions({ needing: 3, fresh: 0 });
  attention.countExceptions({ needing: 4, fresh: 1 });
  attention.countExceptions({ needing: 4, fresh: 0 });
  attention.countExceptions({ needing: 6, fresh: 2 });
  attention.countExceptions({ needing: 0, fresh: 0 });
  expect(badges).toEqual([3, 4, 4, 6, 0]);
  expect(sentences).toEqual(['One thing more needs a person.', '2 things more need a person.']);
});

test('a planned run that was sent is announced once, behind quiet hours, without an amount', () => {
  const { attention, at, sentences } = openAttention();
  at.quiet = { fromHour: 22, toHour: 7 };
  at.hour = 23;
  attention.countRun();
  expect(sentences).toEqual([]);
  at.hour = 7;
  attention.countExceptions({ needing: 0, fresh: 0 });
  attention.countExceptions({ needing: 0, fresh: 0 });
  expect(sentences).toEqual(['The due payments that were planned are sent.']);
});

test('quiet hours hold sentences back, over midnight too; what still stands is announced after them', () => {
  const { attention, at, sentences } = openAttention();
  at.quiet = { fromHour: 22, toHour: 7 };
  for (const hour of [22, 23, 0, 6]) {
    at.hour = hour;
    attention.countExceptions({ needing: 5, fresh: 1 });
  }
  expect(sentences).toEqual([]);
  // Two of the four were settled meanwhile.
  attention.countExceptions({ needing: 2, fresh: 0 });
  at.hour = 7;
  attention.countExceptions({ needing: 2, fresh: 0 });
  expect(sentences).toEqual(['2 things more need a person.']);
});

test('who switched sentences off gets none, also after the next start; a damaged file switches nothing off', () => {
  const dataDir = tempFolder();
  openAttention(dataDir).attention.choose(false);
  const again = openAttention(dataDir);
  again.attention.countExceptions({ needing: 1, fresh: 1 });
  expect([again.attention.notifies, again.sentences, again.badges]).toEqual([false, [], [1]]);
  writeFileSync(join(dataDir, 'attention.json'), '{"notifies":0}');
  expect(openAttention(dataDir).attention.notifies).toBe(true);
});

test('the window reports what needs a person, and the system is given no more than numbers', async () => {
  const desk = await openSandboxDesk();
  expect(await desk.get('desk.needs', { needing: 7, fresh: 2 })).toEqual({ received: true });
  expect([desk.badge, desk.notified]).toEqual([7, ['2 things more need a person.']]);
  expect(await desk.get('settings.saveNotifies', { notifies: false })).toEqual({ notifies: false });
  expect((await desk.get('settings.get', {})).notifies).toBe(false);
  await desk.get('desk.needs', { needing: 8, fresh: 1 });
  expect([desk.badge, desk.notified.length]).toEqual([8, 1]);
  for (const wrong of [
    { needing: -1, fresh: 0 },
    { needing: 1.5, fresh: 0 },
    { needing: 1, fresh: 0, sentence: '12,500.00 EUR to Lagoon Marine' },
  ])
    expect((await desk.refused('desk.needs', wrong as never)).code).toBe('input.invalid');
});

test('requests that wait for this person are counted with the exceptions, and announced without a name or an amount', () => {
  const { attention, at, badges, sentences } = openAttention();
  attention.countExceptions({ needing: 2, fresh: 0 });
  attention.countRequests({ waiting: 1, fresh: 1, ending: 0 });
  attention.countRequests({ waiting: 4, fresh: 3, ending: 1 });
  attention.countExceptions({ needing: 3, fresh: 1 });
  // In quiet hours they wait for the morning, as far as they still stand.
  at.quiet = { fromHour: 12, toHour: 13 };
  attention.countRequests({ waiting: 6, fresh: 2, ending: 2 });
  attention.countRequests({ waiting: 1, fresh: 0, ending: 0 });
  at.quiet = null;
  attention.countExceptions({ needing: 3, fresh: 0 });
  attention.forgetRequests();
  expect(badges).toEqual([2, 3, 6, 7, 9, 4, 4, 3]);
  expect(sentences).toEqual([
    'One request more waits for your approval.',
    '3 requests more wait for your approval. A request that waits for your approval ends soon.',
    'One thing more needs a person.',
    'One request more waits for your approval. A request that waits for your approval ends soon.',
  ]);
});
