import crypto, { type ScryptOptions } from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

type Scrypt = (
  password: string,
  salt: Uint8Array,
  length: number,
  options: ScryptOptions,
  done: (error: Error | null, key: Buffer) => void,
) => void;

const mark = Symbol.for('nostro.tests.stretch-as-it-is');
const builtin = crypto as unknown as { scrypt: Scrypt; [mark]?: Scrypt };

/** As the product stretches; test/vault/stretching.test.ts holds its cost against it. */
export const stretchAsItIs: Scrypt = (builtin[mark] ??= builtin.scrypt);

/**
 * A password is stretched on purpose so that it takes long: a third of a second for every data folder of every test. Here the same
 * password, salt and cost give the same key, and any other gives another, in no time. Every process of the tests that opens a
 * local copy loads this, for one opens what another has locked.
 */
builtin.scrypt = (password, salt, length, { N, r, p }, done) => {
  const salted = Buffer.concat([salt, Buffer.from(JSON.stringify([N, r, p]))]);
  stretchAsItIs(password, salted, length, { N: 2, r: 1, p: 1 }, done);
};
syncBuiltinESMExports();
