import { expect, test } from 'vitest';

import { parseServerAddress } from '../../../electron/engines/team-record/postgres/server-address.ts';

test.each([
  ['postgres://nostro_a@db.example/team', ['db.example', 5432, 'team', 'nostro_a']],
  ['postgresql://nostro_a@db.example:6000/team', ['db.example', 6000, 'team', 'nostro_a']],
  ['postgres://nostro_a@[::1]:6000/team', ['::1', 6000, 'team', 'nostro_a']],
  ['postgres://n%40x@127.0.0.1/my%20team', ['127.0.0.1', 5432, 'my team', 'n@x']],
])('%s', (text, [host, port, database, login]) => {
  expect(parseServerAddress(text)).toEqual({ ok: true, value: { host, port, database, login } });
});

test.each([
  ...['', 'db.example', 'https://nostro_a@db.example/team', 'postgres:nostro_a@db.example/team'],
  ...['postgres://db.example/team', 'postgres://nostro_a@/team', 'postgres://nostro_a@db.example'],
  ...['postgres://nostro_a@db.example/', 'postgres://nostro_a@db.example/team/more'],
  ...['postgres://nostro_a@db.example/team?sslmode=disable', 'postgres://a@b/team#part'],
  ...['postgres://nostro_a@db.example:0/team', 'postgres://nostro_a@db.example:99999/team'],
  // An address that is badly escaped, or that would end the login in a message to the server.
  ...['postgres://a%zz@db.example/team', 'postgres://a@db.example/%E0%A4', 'postgres://a%00b@h/d'],
])('“%s” is refused with a sentence', (text) => {
  const refused = parseServerAddress(text);
  expect(refused.ok ? '' : refused.error).toMatch(
    /^it must be postgres:\/\/LOGIN@HOST\[:PORT\]\/DATABASE.*\.$/,
  );
});

test('an address with a password is refused, and the refusal does not repeat it', () => {
  const refused = parseServerAddress('postgres://nostro_a:s3cret@db.example/team');
  expect(refused.ok ? '' : refused.error).toContain('no password');
  expect(JSON.stringify(refused)).not.toContain('s3cret');
});
