import { createKeychain } from '../../../electron/engines/vault/keychain.ts';

/** Runs inside a keyring lab: does what the argument says, and prints what came of it as JSON. */
const [task = ''] = process.argv.slice(2);
const keychain = createKeychain({ service: 'nostro-lab', timeoutMs: 8_000 });
const tasks: Record<string, () => Promise<unknown>> = {
  write: () => keychain.write('a', 'canary \0\n🔑'),
  read: () => keychain.read('a'),
  absent: () => keychain.read('never-kept'),
  remove: () => keychain.remove('a'),
  probe: () => keychain.probe(),
};
const results: Record<string, unknown> = {};
for (const name of task.split(',')) results[name] = await tasks[name]?.();
process.stdout.write(JSON.stringify(results));
