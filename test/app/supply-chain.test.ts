import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

import { expect, test } from 'vitest';

import { softwareBill } from '../../tools/package/sbom.ts';
import {
  isAllowed,
  noticesOf,
  thirdParties,
  thirdPartyData,
} from '../../tools/package/third-party.ts';

const textOf = (name: string): string =>
  readFileSync(resolve(import.meta.dirname, '../..', name), 'utf8');

const packages = thirdParties();
const { dependencies } = JSON.parse(textOf('package.json')) as {
  dependencies: Record<string, string>;
};

test('every package that goes into the product has a licence that we may pass on', () => {
  const others = packages.filter(({ licence }) => !isAllowed(licence));
  expect(others.map(({ name, licence }) => `${name}: ${licence}`)).toEqual([]);
  expect(['GPL-3.0', '', 'MIT AND GPL-2.0', 'UNLICENSED'].map(isAllowed)).toEqual([
    ...[false, false, false, false],
  ]);
  expect(isAllowed('MIT or MPL-2.0')).toBe(true);
});

test('the notices have each of them with its version and its own text', () => {
  const notices = noticesOf(packages);
  const names = packages.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['svelte', 'undici', 'zod', 'hono', 'pino']));
  for (const wanted of Object.values(dependencies))
    expect(notices).toContain(wanted.replace(/^npm:/, '').replace(/@(?=[^@]*$)/, ' '));
  for (const { text } of packages) expect(notices).toContain(text);
  const silent = packages.filter(({ text }) => text === '').map(({ name }) => name);
  expect(silent).toEqual([
    '@tokenizer/token',
    'brotli',
    'dfa',
    'fontkit',
    'is-reference',
    'locate-character',
    'pg-types',
    'pgpass',
    'saxes',
  ]);
});

test('data of others is named with its version, and its licence is given along', () => {
  const notices = noticesOf(packages);
  expect(notices).toContain(
    'Unicode data: confusables.txt of UTS #39 10.0.0\nLicence: Unicode-DFS',
  );
  expect(notices).toContain('English word list of BIP39, from @scure/bip39 2.4.0\nLicence: MIT');
  expect(notices).toMatch(
    /Bank holidays, from date-holidays [\d.]+\nLicence: ISC AND CC-BY-SA-3\.0/,
  );
  for (const { text, licence } of thirdPartyData) {
    expect(isAllowed(licence)).toBe(true);
    expect(text).toMatch(
      /^UNICODE, INC\. LICENSE AGREEMENT[\s\S]*Unicode, Inc\. All rights reserved|^The MIT License[\s\S]*Copyright \(c\) |^The data contained in `holidays\.yaml` is available under CC BY-SA 3\.0[\s\S]*ISC License/,
    );
    expect(notices).toContain(text);
  }
});

test('the notices are made before the package and lie beside it, and so is the bill of materials', () => {
  const { scripts } = JSON.parse(textOf('package.json')) as { scripts: Record<string, string> };
  expect(scripts['package']).toMatch(
    /electron-vite build && node tools\/package\/third-party\.ts && node tools\/package\/sbom\.ts && electron-builder/,
  );
  expect(textOf('electron-builder.yml')).toContain('from: out/THIRD-PARTY-NOTICES.txt');
});

test('the bill of materials names what goes into the product by version', () => {
  const bill = JSON.parse(softwareBill()) as {
    bomFormat: string;
    components: { 'bom-ref': string }[];
  };
  expect(bill.bomFormat).toBe('CycloneDX');
  const named = new Set(bill.components.map((component) => component['bom-ref']));
  const missing = packages.filter(({ name, version }) => !named.has(`${name}@${version}`));
  expect(missing.map(({ name, version }) => `${name}@${version}`)).toEqual([]);
});

test('an installation takes no package that is younger than three days, none from git, and runs no unlisted script', () => {
  expect(
    textOf('.npmrc')
      .trim()
      .split('\n')
      .filter((line) => !line.startsWith('#'))
      .toSorted(),
  ).toEqual([
    'allow-git=none',
    'loglevel=error',
    'min-release-age=3',
    'save-exact=true',
    'strict-allow-scripts=true',
  ]);
});
