import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { dirname, join, resolve } from 'node:path';

import { holidayEdition } from '../../shared/calendar/holiday-edition.ts';
import { unicodeVersion } from '../../shared/beneficiaries/look-alikes.ts';

/**
 * Lists the packages of others that go into the package, with each one's licence: every package that the sources of the product import, and
 * all that those name as their dependencies. Run as a program it writes the notices that go next to the app.
 */

const root = resolve(import.meta.dirname, '../..');

/** What is shipped is built from these. */
const sources = ['electron', 'shared', 'sandbox', 'renderer'];

/** Licences whose terms are met by giving their text along. Another one is a decision, to be taken before it is added here. */
const allowedLicences: ReadonlySet<string> = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC-BY-SA-3.0',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1',
  'Unicode-DFS-2016',
]);

/** One of a choice is enough; where several hold together, all of them must be allowed. */
export const isAllowed = (licence: string): boolean =>
  licence
    .split(/ or /i)
    .some((one) =>
      one.split(/ and /i).every((each) => allowedLicences.has(each.replaceAll(/[()]/g, ''))),
    );

export type ThirdParty = {
  readonly name: string;
  readonly version: string;
  /** As SPDX has it; empty where the package does not say. */
  readonly licence: string;
  /** The package's own licence file; empty where it brings none. */
  readonly text: string;
  readonly author: string;
};

type Manifest = {
  readonly name?: string;
  readonly version?: string;
  readonly license?: string;
  readonly author?: string | { readonly name?: string };
  readonly dependencies?: Readonly<Record<string, string>>;
};

/** By name and version, each once. */
export function thirdParties(): ThirdParty[] {
  const found = new Map<string, ThirdParty>();
  const open = [...importedPackages()].map((name) => folderOf(name, root));
  for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
    const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
    const { name = '', version = '', license = '', author = '', dependencies = {} } = manifest;
    if (found.has(`${name}@${version}`)) continue;
    const text = licenceText(folder);
    found.set(`${name}@${version}`, {
      ...{ name, version, licence: license || licenceOf(text), text },
      author: typeof author === 'string' ? author : (author.name ?? ''),
    });
    for (const needed of Object.keys(dependencies)) open.push(folderOf(needed, folder));
  }
  return [...found.values()].toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
}

/** Data of others that the sources hold, whole or in part. */
export const thirdPartyData: readonly ThirdParty[] = [
  {
    name: 'Unicode data: confusables.txt of UTS #39',
    version: unicodeVersion,
    licence: 'Unicode-DFS-2016',
    text: readFileSync(join(import.meta.dirname, 'unicode-licence.txt'), 'utf8').trim(),
    author: 'Unicode, Inc.',
  },
  {
    name: 'English word list of BIP39, from @scure/bip39',
    version: '2.4.0',
    licence: 'MIT',
    text: readFileSync(join(import.meta.dirname, 'bip39-licence.txt'), 'utf8').trim(),
    author: 'Patricio Palladino, Paul Miller',
  },
  {
    name: 'Bank holidays, from',
    version: holidayEdition,
    licence: 'ISC AND CC-BY-SA-3.0',
    text: readFileSync(join(import.meta.dirname, 'date-holidays-licence.txt'), 'utf8').trim(),
    author: 'commenthol and contributors',
  },
];

/** The notices as they go into the package. */
export const noticesOf = (packages: readonly ThirdParty[]): string =>
  [
    'Nostro contains, or was made from, the packages below. Each is under its own licence.\n',
    'Electron brings its own, beside the program: LICENSE.electron.txt and LICENSES.chromium.html.\n',
    ...[...packages, ...thirdPartyData].map(
      ({ name, version, licence, text, author }) =>
        `${'-'.repeat(80)}\n${name} ${version}\nLicence: ${licence}\n\n${text || `Copyright (c) ${author}. The package brings no text of its licence.`}\n`,
    ),
  ].join('\n');

/** Returns the packages of the bare specifiers in the sources. Electron is left out: it brings its own notices. */
function importedPackages(): Set<string> {
  const names = new Set<string>();
  for (const folder of sources)
    for (const file of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })) {
      if (!/\.(ts|svelte|css)$/.test(file)) continue;
      const text = readFileSync(join(root, folder, file), 'utf8');
      for (const [, specifier = ''] of text.matchAll(importing)) names.add(packageOf(specifier));
    }
  for (const own of [...builtinModules, 'electron']) names.delete(own);
  return names;
}

/** A package's name, with or without a path into it. `node:` is none. */
const importing =
  /(?:from|import|require|\.resolve)\s*\(?\s*'((?:@[\w-]+\/)?[a-z][\w.-]*(?:\/[^']*)?)'/g;

const packageOf = (specifier: string): string =>
  specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');

/** Where a package is found from another one, as Node looks for it. */
function folderOf(name: string, from: string): string {
  const folder = join(from, 'node_modules', name);
  if (existsSync(join(folder, 'package.json'))) return folder;
  const above = dirname(from);
  if (above === from) throw new Error(`${name} is not installed`);
  return folderOf(name, above);
}

/** Of a package that names its licence in the text alone. */
const licenceOf = (text: string): string =>
  /Permission is hereby granted, free of charge, to any person[\s\S]*THE SOFTWARE IS PROVIDED "AS IS"/.test(
    text,
  )
    ? 'MIT'
    : '';

function licenceText(folder: string): string {
  const files = readdirSync(folder).filter((name) => /^(licen[cs]e|copying|notice)/i.test(name));
  return files
    .toSorted()
    .map((name) => readFileSync(join(folder, name), 'utf8').trim())
    .join('\n\n');
}

if (import.meta.main) {
  const out = join(root, 'out');
  mkdirSync(out, { recursive: true });
  writeFileSync(join(out, 'THIRD-PARTY-NOTICES.txt'), noticesOf(thirdParties()));
}
