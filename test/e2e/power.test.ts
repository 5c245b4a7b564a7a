import { expect, test } from 'vitest';

import { answerOf } from './support/bridge.ts';
import { openSandbox, startDesk, type Desk } from './support/desk.ts';
import { emptyPlace } from './support/place.ts';

const stateOf = async ({ page }: Desk) =>
  ((await answerOf(page, 'desk.state', {})) as { value: Record<string, unknown> }).value;

test.each(['suspend', 'lock-screen'] as const)(
  'on %s the desk locks itself, and the key is read again to open it',
  async (event) => {
    const desk = await startDesk(emptyPlace());
    await openSandbox(desk);
    await desk.power(event);
    await expect.poll(() => stateOf(desk)).toMatchObject({ phase: 'locked', lockedBy: 'system' });
    await desk.power('resume');
    const requested = await answerOf(desk.page, 'accounts.position', {});
    expect(requested).toMatchObject({ ok: false, error: { code: 'session.required' } });
    await answerOf(desk.page, 'desk.unlock', {});
    expect(await stateOf(desk)).toMatchObject({ phase: 'open', lockedBy: null });
  },
);
