import { expect, test } from 'vitest';

import { grantPlacesIn } from '../../../electron/engines/bank/session/grant-places.ts';
import { parseExact } from '../../../shared/json/exact-json.ts';

const opaque = 'canary0123456789abcdef';

test.each([
  [{ data: { jwt: opaque, ttl: 900 } }, ['/data/jwt'], [], ['/data/ttl']],
  [
    { userId: `${opaque}-user`, access_token: opaque, refresh_token: opaque, expires_in: 60 },
    ['/access_token', '/userId'],
    ['/refresh_token'],
    ['/expires_in'],
  ],
  [
    { 'a/b': { '~t': { sessionKey: opaque } }, life: 'long', message: 'Signed in well, welcome' },
    ['/a~1b/~0t/sessionKey'],
    [],
    [],
  ],
  [opaque, [''], [], []],
  [{ ok: true, text: 'Welcome to the bank' }, [], [], []],
  [[opaque], [], [], []],
])(
  'places that look like parts of a grant are listed, without their content: %#',
  (answer, token, refreshToken, expiresIn) => {
    const places = grantPlacesIn(parseExact(JSON.stringify(answer)));
    expect(places).toEqual({ token, refreshToken, expiresIn });
    expect(JSON.stringify(places)).not.toContain('canary');
  },
);

test('an answer nested without end, or of very many texts, is looked at within bounds', () => {
  const deep = parseExact(`${'{"a":'.repeat(30)}"${opaque}"${'}'.repeat(30)}`);
  expect(grantPlacesIn(deep).token).toEqual([]);
  const wide = Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`t${at}`, opaque]));
  expect(grantPlacesIn(wide).token).toHaveLength(8);
});
