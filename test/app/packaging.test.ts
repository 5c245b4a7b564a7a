import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';

import { expect, test } from 'vitest';

// electron-builder's own schema, with the validator and the YAML reader that come along with it.
const builder = createRequire(
  createRequire(import.meta.url).resolve('app-builder-lib/package.json'),
);
type Validator = { compile(schema: object): { (value: unknown): boolean; errors?: unknown } };
const Ajv = builder('ajv') as new (options: object) => Validator;
const yaml = builder('js-yaml') as { load(text: string): unknown };

type Target = { files: string[] };
type Config = Record<string, unknown> & {
  files: string[];
  electronFuses: Record<string, boolean>;
  win: Target & { signtoolOptions: { publisherName: string } };
  linux: Target;
  mac: Target;
};
const text = readFileSync(resolve(import.meta.dirname, '../../electron-builder.yml'), 'utf8');
const config = yaml.load(text) as Config;

test('the packaging is valid by electron-builder’s own schema, which notices a slip', () => {
  const schema = JSON.parse(readFileSync(builder.resolve('./scheme.json'), 'utf8')) as object;
  const validate = new Ajv({ strict: false, validateFormats: false }).compile(schema);
  expect(validate(config), JSON.stringify(validate.errors)).toBe(true);
  expect(validate({ ...config, electronFuse: {} })).toBe(false);
});

test('an unsigned release fails, and its archive is checked', () => {
  expect(config).toMatchObject({ forceCodeSigning: true, asar: true, appId: 'com.nostro.desk' });
  expect(config).not.toHaveProperty('disableAsarIntegrity');
  expect(config.win.signtoolOptions.publisherName).not.toBe('');
});

test('every fuse that opens a door is off', () => {
  expect(config.electronFuses).toEqual({
    runAsNode: false,
    enableNodeOptionsEnvironmentVariable: false,
    enableNodeCliInspectArguments: false,
    enableCookieEncryption: true,
    enableEmbeddedAsarIntegrityValidation: true,
    onlyLoadAppFromAsar: true,
    grantFileProtocolExtraPrivileges: false,
    loadBrowserProcessSpecificV8Snapshot: false,
  });
});

test.each(['linux', 'mac', 'win'] as const)('%s takes its own prebuilds only', (target) => {
  const platform = { linux: 'linux', mac: 'darwin', win: 'win32' }[target];
  expect(config[target].files).toEqual([
    'out/{main,preload,renderer}/**',
    // The list of a target comes behind the one of all, whose exclusions it would otherwise undo.
    '!**/*.map',
    'package.json',
    `!node_modules/better-sqlite3/prebuilds/!(${platform}-\${arch}).node`,
    `!node_modules/keytar/prebuilds/!(${platform}-\${arch})/**`,
  ]);
});

test('on Linux there are a deb and a portable archive, and nothing that starts without the sandbox', () => {
  const targets = (config.linux as unknown as { target: { target: string }[] }).target;
  expect(targets.map(({ target }) => target)).toEqual(['deb', 'tar.gz']);
  expect(text).not.toContain('executableArgs');
});
