import { createHash } from 'node:crypto';
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import { checkEvidence } from '../../../electron/nouns/invoices/evidence/check-evidence.ts';
import { addDays, todayAt } from '../../../shared/calendar/calendar.ts';
import type { InvoiceRow } from '../../../shared/ipc/changes/invoices.ts';
import { approve, openFundedDesk, type PayingDesk } from '../../support/desks/transfers-desk.ts';
import {
  ciiInvoice,
  plainInvoice,
  ublInvoice,
  type WrittenInvoice,
} from '../../support/files/invoices.ts';
import { runCommand } from '../../support/programs/cli.ts';
import { memoryKeychain } from '../../support/setup/memory-keychain.ts';
import { tempFolder } from '../../support/setup/temp-folder.ts';

type List = {
  readonly payments: readonly {
    readonly reference: string;
    readonly state: string;
    readonly amount: object;
    readonly files: readonly string[];
  }[];
  readonly files: readonly {
    readonly path: string;
    readonly name: string;
    readonly sha256: string;
    readonly reference: string;
    readonly fields: Readonly<Record<string, { value: string; from: string }>>;
  }[];
  readonly notReadable: readonly { readonly name: string; readonly reason: string }[];
};

/** A desk with a payee in dollars, invoices of it, and a folder that a person chooses. */
async function openEvidenceDesk() {
  const into = tempFolder();
  const chosen = { folder: into };
  const desk = await openFundedDesk({
    keychain: memoryKeychain('unavailable'),
    openFolder: () => Promise.resolve(chosen.folder),
  });
  const payee = await desk.get('payments.beneficiary', { beneficiaryId: 'beneficiary-accepted' });
  const invoice = (given: WrittenInvoice = {}): WrittenInvoice => ({
    ...{ ...plainInvoice, dueDay: todayAt(Date.now()), currency: 'USD' },
    means: [{ code: '30', iban: payee.accountNumber, holder: payee.name }],
    ...given,
  });
  const give = (fileName: string, xml: string): Promise<InvoiceRow> =>
    desk.get('invoices.read', { fileName, bytes: Buffer.from(xml) });
  const pay = async ({ reference, narration, stated }: InvoiceRow): Promise<void> => {
    const entered = {
      ...{ reference, narration, amount: stated.amount, currency: 'USD' },
      ...{ accountNumber: desk.usd, beneficiaryId: payee.entityId },
    };
    await desk.get('payments.send', await approve(desk, entered));
  };
  const save = async (...references: string[]) => {
    const saved = await desk.get('evidence.save', { references });
    if (!saved.saved) expect.fail('a folder was chosen');
    const folder = join(into, saved.folderName);
    return { ...saved, folder, list: listIn(folder) };
  };
  return { desk, invoice, give, pay, save, into, chosen };
}

const listIn = (folder: string): List =>
  JSON.parse(readFileSync(join(folder, 'evidence.json'), 'utf8')) as List;

const digestOf = (bytes: string | Buffer): string =>
  createHash('sha256').update(bytes).digest('hex');

const problemsIn = async (folder: string, digest?: string): Promise<string[]> =>
  (await checkEvidence(folder, digest)).problems.map(({ path, problem }) => `${problem} ${path}`);

/** The encrypted bytes of the invoices on this machine. */
function blobsOf({ dataDir }: PayingDesk): string[] {
  const folder = join(dataDir, 'banks', 'sandbox', 'attachments');
  return readdirSync(folder).map((name) => join(folder, name));
}

describe('the evidence of a payment', () => {
  test('has the invoice as it was dropped, its digest, its payment, and where each field was read', async () => {
    const { invoice, give, pay, save } = await openEvidenceDesk();
    const xml = ciiInvoice(invoice());
    const row = await give('RE-2026-117.xml', xml);
    await pay(row);
    const { folder, list, digest } = await save(row.reference);
    const path = 'files/00001_RE-2026-117.xml';
    expect(readFileSync(join(folder, path), 'utf8')).toBe(xml);
    expect(list.payments).toMatchObject([
      {
        ...{ reference: row.reference, state: 'accepted', files: [path] },
        amount: { amount: '1190.00', currency: 'USD' },
      },
    ]);
    expect(list.files).toMatchObject([
      {
        ...{ path, name: 'RE-2026-117.xml', sha256: digestOf(xml), reference: row.reference },
        fields: { amount: { value: '1190.00', from: 'XML BT-115' } },
      },
    ]);
    expect(digestOf(readFileSync(join(folder, 'evidence.json')))).toBe(digest);
    expect(readFileSync(join(folder, 'SHA256SUMS'), 'utf8')).toBe(
      `${digest}  evidence.json\n${digestOf(xml)}  ${path}\n`,
    );
    expect(await problemsIn(folder, digest)).toEqual([]);
  });

  test('has two invoices of one name side by side, also where they differ by case alone', async () => {
    const { invoice, give, save } = await openEvidenceDesk();
    const rows = [
      await give('invoice.xml', ciiInvoice(invoice({ number: 'A-1' }))),
      await give('invoice.xml', ciiInvoice(invoice({ number: 'A-2' }))),
      await give('INVOICE.XML', ciiInvoice(invoice({ number: 'A-3' }))),
    ];
    const { folder, list } = await save(...rows.map(({ reference }) => reference));
    const lower = list.files.map(({ path }) => path.toLowerCase());
    expect(new Set(lower).size).toBe(3);
    expect(list.payments.map(({ files }) => files.length)).toEqual([1, 1, 1]);
    expect(await problemsIn(folder)).toEqual([]);
  });

  test.each([
    ['parts of a path', '../../../etc/passwd.xml', 'files/00001_passwd.xml'],
    ['parts of a path of Windows', 'C:\\Windows\\system.xml', 'files/00001_system.xml'],
    ['characters that turn the direction', 'fdp.‮lmx.xml', 'files/00001_fdp.lmx.xml'],
    ['a line end', 'a\nb.xml', 'files/00001_ab.xml'],
    ['the name of a device', 'nul.xml', 'files/00001__nul.xml'],
  ])('has no name with %s', async (_what, name, path) => {
    const { invoice, give, save, into } = await openEvidenceDesk();
    const row = await give(name, ciiInvoice(invoice()));
    const { folder, list } = await save(row.reference);
    expect(list.files.map((file) => file.path)).toEqual([path]);
    expect(readdirSync(join(folder, 'files')).map((file) => `files/${file}`)).toEqual([path]);
    expect(readdirSync(into)).toHaveLength(1);
    expect(await problemsIn(folder)).toEqual([]);
  });

  test('of a payment file has each invoice with its own payment', async () => {
    const { desk, invoice, give, into } = await openEvidenceDesk();
    const numbers = ['R-1', 'R-2', 'R-3'];
    const rows: InvoiceRow[] = [];
    for (const number of numbers)
      rows.push(await give(`${number}.xml`, ciiInvoice(invoice({ number }))));
    const made = await desk.get('invoices.toFile', {
      invoiceIds: rows.map(({ invoiceId }) => invoiceId),
      accounts: [{ currency: 'USD', accountNumber: desk.usd }],
    });
    const batchId = made.batchId ?? '';
    const { seal, toConfirm } = await desk.get('paymentFiles.get', { batchId });
    const acknowledged = toConfirm.map(({ kind }) => kind);
    await desk.get('paymentFiles.start', { batchId, acknowledged, seal });
    const stateNow = async () => (await desk.get('paymentFiles.get', { batchId })).state;
    await expect.poll(stateNow).toBe('done');
    const saved = await desk.get('evidence.saveRun', { batchId });
    const list = listIn(join(into, saved.saved ? saved.folderName : ''));
    expect(
      list.payments.map(({ reference, state, files }) => [reference, state, ...files]),
    ).toEqual(
      rows.map(({ reference }, at) => [
        ...[reference, 'accepted', `files/0000${String(at + 1)}_R-${String(at + 1)}.xml`],
      ]),
    );
  });

  test('has every file of a payment, however many there are', async () => {
    const { invoice, give, save } = await openEvidenceDesk();
    const first = await give('0.xml', ciiInvoice(invoice()));
    for (let copy = 1; copy < 25; copy += 1)
      await give(`${String(copy)}.xml`, `${ciiInvoice(invoice())}<!-- ${String(copy)} -->`);
    const { list } = await save(first.reference);
    expect(list.files).toHaveLength(25);
    expect(list.payments[0]?.files).toHaveLength(25);
  });

  test('of what was not sent says so: nothing, scheduled, or refused', async () => {
    const { desk, invoice, give, save } = await openEvidenceDesk();
    const never = await give('never.xml', ciiInvoice(invoice({ number: 'N-1' })));
    const dueDay = addDays(todayAt(Date.now()), 40);
    const later = await give('later.xml', ciiInvoice(invoice({ number: 'N-2', dueDay })));
    const made = await desk.get('invoices.toFile', {
      invoiceIds: [later.invoiceId],
      accounts: [{ currency: 'USD', accountNumber: desk.usd }],
    });
    const batchId = made.batchId ?? '';
    const { seal, toConfirm } = await desk.get('paymentFiles.get', { batchId });
    const acknowledged = toConfirm.map(({ kind }) => kind);
    await desk.get('paymentFiles.start', { batchId, acknowledged, seal });
    const { list } = await save(never.reference, later.reference);
    expect(list.payments).toMatchObject([
      { state: 'none', amount: null, files: ['files/00001_never.xml'] },
      { state: 'scheduled', amount: { amount: '1190.00' }, files: ['files/00002_later.xml'] },
    ]);
  });

  test('of a reference that nothing is known of is not written', async () => {
    const { desk, into } = await openEvidenceDesk();
    const error = await desk.refused('evidence.save', { references: ['INV-NOBODY'] });
    expect(error.message).toContain('INV-NOBODY');
    expect(readdirSync(into)).toEqual([]);
  });

  test.each([
    ['damaged', (blob: string) => writeFileSync(blob, 'something else')],
    ['gone', (blob: string) => rmSync(blob)],
  ])('says of a file whose bytes are %s here that it is not in it', async (_how, damage) => {
    const { desk, invoice, give, save } = await openEvidenceDesk();
    const row = await give('a.xml', ciiInvoice(invoice()));
    for (const blob of blobsOf(desk)) damage(blob);
    const whole = await give('b.xml', ublInvoice(invoice()));
    expect(whole.reference).toBe(row.reference);
    const { folder, list, notReadable } = await save(row.reference);
    expect(list.files.map(({ path }) => path)).toEqual(['files/00001_b.xml']);
    expect(notReadable).toMatchObject([{ name: 'a.xml', reference: row.reference }]);
    expect(list.notReadable[0]?.reason).toContain('It is not in here');
    expect(readdirSync(join(folder, 'files'))).toEqual(['00001_b.xml']);
    expect(await problemsIn(folder)).toEqual(['not-readable a.xml']);
  });

  test('that cannot be written leaves nothing behind', async () => {
    const { desk, invoice, give, into, chosen } = await openEvidenceDesk();
    const row = await give('a.xml', ciiInvoice(invoice()));
    chosen.folder = join(into, 'no-folder');
    writeFileSync(chosen.folder, '');
    const error = await desk.refused('evidence.save', { references: [row.reference] });
    expect(error).toMatchObject({
      code: 'file.unwritable',
      message: expect.stringContaining(
        'The evidence could not be written: the folder does not',
      ) as string,
    });
    expect(readdirSync(into)).toEqual(['no-folder']);
  });

  test('replaces no other, and is the person’s own', async () => {
    const { invoice, give, save, into } = await openEvidenceDesk();
    const row = await give('a.xml', ciiInvoice(invoice()));
    const [first, second] = [await save(row.reference), await save(row.reference)];
    expect(readdirSync(into).toSorted()).toEqual([first.folderName, second.folderName].toSorted());
    if (process.platform === 'win32') return;
    expect(statSync(first.folder).mode & 0o77).toBe(0);
  });
});

describe('the check of an evidence', () => {
  async function written() {
    const { invoice, give, pay, save } = await openEvidenceDesk();
    const rows = [
      await give('a.xml', ciiInvoice(invoice({ number: 'A-1' }))),
      await give('b.xml', ciiInvoice(invoice({ number: 'B-1' }))),
    ];
    for (const row of rows) await pay(row);
    const saved = await save(...rows.map(({ reference }) => reference));
    const at = (name: string): string => join(saved.folder, name);
    return { ...saved, at, a: at('files/00001_a.xml'), b: at('files/00002_b.xml') };
  }

  test('notices a file that was changed, one that is missing, and one that was added', async () => {
    const { folder, a, b, at } = await written();
    writeFileSync(a, readFileSync(a, 'utf8').replace('1190.00', '1191.00'));
    rmSync(b);
    writeFileSync(at('files/00003_c.xml'), 'new');
    mkdirSync(at('more'));
    expect(await problemsIn(folder)).toEqual([
      'changed files/00001_a.xml',
      'missing files/00002_b.xml',
      'added files/00003_c.xml',
      'added more',
    ]);
  });

  test('notices two files that were swapped, and one that is a link to the same bytes', async () => {
    const { folder, a, b, at } = await written();
    renameSync(a, at('x'));
    renameSync(b, a);
    renameSync(at('x'), b);
    expect(await problemsIn(folder)).toEqual([
      'changed files/00001_a.xml',
      'changed files/00002_b.xml',
    ]);
    const outside = join(tempFolder(), 'b.xml');
    renameSync(a, outside);
    symlinkSync(outside, a);
    expect(await problemsIn(folder)).toContain('missing files/00001_a.xml');
  });

  test('notices a list that was changed with its file by the sums, or by the digest alone', async () => {
    const { folder, a, at, digest } = await written();
    const before = readFileSync(a, 'utf8');
    const after = before.replace('1190.00', '1191.00');
    writeFileSync(a, after);
    const list = readFileSync(at('evidence.json'), 'utf8');
    const forged = list.replaceAll(digestOf(before), digestOf(after));
    writeFileSync(at('evidence.json'), forged);
    expect(await problemsIn(folder)).toEqual(['changed SHA256SUMS']);
    const sums = readFileSync(at('SHA256SUMS'), 'utf8');
    writeFileSync(
      at('SHA256SUMS'),
      sums.replace(digestOf(before), digestOf(after)).replace(digest, digestOf(forged)),
    );
    expect(await problemsIn(folder)).toEqual([]);
    expect(await problemsIn(folder, digest)).toEqual(['changed evidence.json']);
  });

  test.each([
    ['leads out of the folder', (text: string) => text.replaceAll('files/00001_a.xml', '../a.xml')],
    ['names a file twice', (text: string) => text.replaceAll('00002_b.xml', '00001_a.xml')],
    ['names no file of a payment', (text: string) => text.replace('00001_a.xml', '00009_a.xml')],
    ['is cut', (text: string) => text.slice(0, 200)],
    ['is of another kind', (text: string) => text.replace('nostro-evidence', 'other')],
  ])('refuses a list that %s', async (_how, change) => {
    const { folder, at } = await written();
    writeFileSync(at('evidence.json'), change(readFileSync(at('evidence.json'), 'utf8')));
    await expect(checkEvidence(folder)).rejects.toMatchObject({ code: 'file.unreadable' });
  });
});

describe('the command evidence', () => {
  test('writes the payments of some days with their invoices, and checks what it wrote', async () => {
    const { desk, invoice, give, pay } = await openEvidenceDesk();
    const row = await give('a.xml', ciiInvoice(invoice()));
    await pay(row);
    const { dataDir } = desk;
    await desk.close();
    const out = tempFolder();
    const nostro = (...args: string[]) => runCommand(['--data-dir', dataDir, ...args]);
    const today = todayAt(Date.now());
    const days = (from: string, to: string) => ['--from', from, '--to', to, '--out', out];
    const run = await nostro('evidence', ...days(addDays(today, -1), addDays(today, 1)));
    expect([run.code, run.err]).toEqual([0, '']);
    const { folderName, digest } = run.json<{ folderName: string; digest: string }>();
    expect(run.json<object>()).toMatchObject({ payments: 1, files: 1, notReadable: [] });
    const folder = join(out, folderName);
    expect(listIn(folder)).toMatchObject({ payments: [{ reference: row.reference }] });
    const check = await nostro('evidence', '--check', folder, '--digest', digest);
    expect([check.code, check.json<object>()]).toMatchObject([0, { ok: true, digest, files: 1 }]);
    writeFileSync(join(folder, 'files', 'more.txt'), 'x');
    const found = await nostro('evidence', '--check', folder);
    expect([found.code, found.json<object>()]).toMatchObject([
      1,
      { ok: false, problems: [{ problem: 'added', path: 'files/more.txt' }] },
    ]);
    const none = await nostro('evidence', ...days(addDays(today, -9), addDays(today, -8)));
    expect(none.json<object>()).toMatchObject({ payments: 0, files: 0 });
  });

  test.each([
    [[], '--out is missing'],
    [['INV-1', '--out', '/nowhere/at/all'], '--out names no folder'],
    [['--out', '.'], '--from is missing'],
    [['INV-1', '--from', '2026-01-01', '--to', '2026-01-02', '--out', '.'], 'Name payments, or'],
    [['--check', '.', 'INV-1'], '--check stands alone'],
    [['--check', '.', '--digest', 'abc'], '--digest is a SHA-256'],
    [['--digest', 'abc', '--out', '.'], '--digest belongs to --check'],
  ] as const)('%j is wrong use', async (args, words) => {
    const run = await runCommand(['--data-dir', tempFolder(), 'evidence', ...args]);
    expect([run.code, run.error().message]).toEqual([2, expect.stringContaining(words)]);
  });
});
