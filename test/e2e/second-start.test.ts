import { expect, test } from 'vitest';

import { openSandbox, startDesk } from './support/desk.ts';
import { newPlace } from './support/place.ts';

test('a second start on the same data folder opens no window, and the first goes on [P12]', async () => {
  const place = await newPlace();
  const desk = await startDesk(place);
  await expect(startDesk(place)).rejects.toThrow();
  await openSandbox(desk);
});
