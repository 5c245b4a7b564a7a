import type * as Crypto from 'node:crypto';

import { vi } from 'vitest';

// A password is stretched on purpose so that it takes long. Within one process the same password with the same salt gives the
// same key: it is worked out once, however many commands a test runs.
vi.mock('node:crypto', async (original) => {
  const real = await original<typeof Crypto>();
  const known = new Map<string, Buffer>();
  const scrypt = (
    password: string,
    salt: Uint8Array,
    length: number,
    options: Crypto.ScryptOptions,
    done: (error: Error | null, key: Buffer) => void,
  ): void => {
    const question = JSON.stringify([password, [...salt], length, options]);
    const answer = known.get(question);
    if (answer) {
      setImmediate(done, null, Buffer.from(answer));
      return;
    }
    real.scrypt(password, salt, length, options, (error, key) => {
      if (!error) known.set(question, Buffer.from(key));
      done(error, key);
    });
  };
  return { ...real, default: { ...real, scrypt }, scrypt };
});
