import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { strFromU8, unzipSync } from 'fflate';
import { parse } from 'csv-parse/sync';
import { beforeEach, describe, expect, test } from 'vitest';

import {
  exportedLog,
  logFilterOf,
  readLog,
  searchTerms,
} from '../../../electron/desk/open-bank/team-log.ts';
import type { LogFormat } from '../../../electron/engines/act-log/log-file.ts';
import { altered } from '../../acts/records.ts';
import { temporaryFolder } from '../../support/stores/store.ts';
import { LogScene } from './log-scene.ts';

const entry = { accountNumber: '700000', entryId: 'EUR1' };
let scene: LogScene;

beforeEach(() => {
  scene = new LogScene();
  const ben = scene.join(2, 'Ben');
  scene.claim(ben, 'INV-1', 'INV-2');
  scene.claim(scene.ada, 'INV-1');
  scene.share(ben, 'note', { ...entry, text: 'Ask "Oduya"', on: 0 });
});

async function file(format: LogFormat, search = ''): Promise<Buffer> {
  await readLog(scene.team, scene.journal);
  const wanted = { person: null, kind: null, search };
  const filter = logFilterOf(scene.team, { ...wanted, terms: searchTerms(search, '2026-03-01') });
  const at = '2026-03-02T08:00:00.000Z';
  const pieces = [...exportedLog(scene.team, format, { filter, wanted: { search }, at })];
  return Buffer.concat(pieces.map((piece) => Buffer.from(piece)));
}

type Act = Record<'number', number> &
  Record<'envelope' | 'digest' | 'before' | 'signature' | 'key' | 'kind', string> & {
    content: string | null;
    void: string | null;
    items: readonly { about: string }[];
  };
type Log = { acts: Act[]; head: { n: number; digest: string }; team: string };

const parsed = async (search = ''): Promise<Log> =>
  JSON.parse((await file('json', search)).toString()) as Log;

/** What the program in the documentation says of a file, run with Node alone. */
function verified(log: Log): string {
  const folder = temporaryFolder();
  const [, program = ''] =
    /verify\.mjs log\.json[^]*?```js\n([^]*?)```/.exec(readFileSync('docs/TEAM.md', 'utf8')) ?? [];
  writeFileSync(join(folder, 'verify.mjs'), program);
  writeFileSync(join(folder, 'log.json'), JSON.stringify(log));
  try {
    return execFileSync(process.execPath, [join(folder, 'verify.mjs'), join(folder, 'log.json')], {
      encoding: 'utf8',
    }).trim();
  } catch (cause) {
    return (cause as { stdout: string }).stdout.trim();
  }
}

describe('JSON', () => {
  test('the program in the documentation verifies it, from zeros to the head', async () => {
    const log = await parsed();
    expect(verified(log)).toBe('6 acts are chained, 5 are signed.');
    expect(log.acts[0]).toMatchObject({ number: 1, before: '0'.repeat(64), digest: log.team });
    expect(log.acts.at(-1)?.digest).toBe(log.head.digest);
    expect(log.acts.map(({ items }) => items.length)).toEqual([1, 1, 1, 2, 1, 1]);
    expect(log.acts[4]?.void).toBe('It claims what an earlier act holds.');
  });

  test('a filtered one has whole acts, and each is proved', async () => {
    const log = await parsed('oduya');
    expect(verified(log)).toBe('1 acts are chained, 1 are signed.');
    expect(log.acts[0]?.content).toContain('Ask \\"Oduya\\"');
  });

  test.each<[string, (acts: Act[]) => unknown, string]>([
    [
      'a text of an envelope changed',
      ([, act]) => (act!.envelope = act!.envelope.replace('invite', 'invitE')),
      'Act 2: its digest is another',
    ],
    [
      'a signature changed',
      ([, act]) => (act!.signature = `00${act!.signature.slice(2)}`),
      'Act 2: its digest is another',
    ],
    [
      'a content changed',
      (acts) => (acts[5]!.content = acts[5]!.content!.replace('Oduya', 'Other')),
      'Act 6: its content is another',
    ],
    [
      'another key',
      ([, act]) => (act!.key = `ed25519:${'A'.repeat(43)}`),
      'Act 2: its key or kind is another',
    ],
    ['another kind', ([, act]) => (act!.kind = 'end'), 'Act 2: its key or kind is another'],
    ['two acts exchanged', (acts) => acts.reverse(), 'Act 5: its number does not follow'],
    [
      'an act renumbered',
      (acts) => {
        acts.splice(1, 1);
        acts[1]!.number = 2;
      },
      'Act 2: it does not follow the act before',
    ],
  ])('%s is found', async (_, change, finding) => {
    const log = await parsed();
    change(log.acts);
    expect(verified(log)).toMatch(new RegExp(finding.replace(/^Act \d/, 'Act \\d')));
  });

  test('a content that is not the one that was signed stays out', async () => {
    scene.share(scene.ada, 'note', { ...entry, text: 'signed', on: 0 });
    const last = scene.acts.pop()!;
    scene.readAgain();
    const lying = altered(last, scene.ada, { body: 'f'.repeat(64) });
    expect(scene.put(lying)).toBe('Its body cannot be opened.');
    const log = await parsed();
    expect(log.acts.at(-1)).toMatchObject({ number: last.n, content: null });
    expect(verified(log)).toBe('7 acts are chained, 5 are signed.');
  });

  test('parts of large files stay out, and the act is proved without them', async () => {
    const bytes = Buffer.alloc(90_000).toString('base64');
    const part = {
      fileId: 'F',
      name: 'invoice.pdf',
      sizeBytes: 90_000,
      sha256: 'a'.repeat(64),
      part: 0,
      parts: 1,
      bytes,
    };
    scene.share(scene.ada, 'file-part', { ...entry, ...part });
    const log = await parsed('invoice');
    expect(log.acts[0]).toMatchObject({ content: null, kind: 'file-part' });
    expect(verified(log)).toBe('1 acts are chained, 1 are signed.');
  });
});

describe('spreadsheets', () => {
  const formulas = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '＝1'];

  test('no cell of a CSV file begins as a formula, and each act is proved from it', async () => {
    const person = scene.join(3, '=HYPERLINK("x")');
    scene.share(person, 'reporting-currency', { currency: 'EUR' });
    for (const kind of ['note', 'end-of-day']) scene.add(person, { kind, content: { text: '=1' } });
    const text = (await file('csv')).toString();
    const rows: string[][] = parse(text, { bom: true });
    for (const cell of rows.flat()) expect(cell).not.toMatch(/^\s*[=+\-@\t\r＝＋－＠]/);
    expect(text).toContain(`"'=HYPERLINK(""x"")"`);
    const [names = [], ...lines] = rows;
    const acts = lines.map((line) => Object.fromEntries(names.map((name, at) => [name, line[at]])));
    const byNumber = new Map(acts.map((act) => [act['number'], act]));
    const log = [...byNumber.values()].map((act) => ({
      ...act,
      ...{
        number: Number(act['number']),
        content: null,
        void: act['void'] === '' ? null : act['void'],
      },
    }));
    expect(verified({ acts: log } as unknown as Log)).toBe('11 acts are chained, 10 are signed.');
  });

  test('a workbook has texts and numbers, and no formula', async () => {
    scene.share(scene.ada, 'template', {
      templateId: 't1',
      content: {
        name: formulas.join(' '),
        accountNumber: '700000',
        beneficiaryId: 'B-1',
        amount: '=2',
        narration: '',
      },
    });
    const files = unzipSync(await file('xlsx'));
    const sheet = strFromU8(files['xl/worksheets/sheet1.xml']!);
    expect(sheet).not.toContain('<f>');
    expect(sheet.match(/<row>/g)).toHaveLength(1 + 8);
    expect(sheet).toContain('amountFrom');
  });
});
