import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';

import { expect } from 'vitest';

import { openApprovals, writeLine } from '../../../electron/desk/approvals/requests.ts';
import { systemClock } from '../../../electron/engines/machine/context.ts';
import { payloadOf } from '../../../electron/engines/submissions/submissions.ts';
import { invoicePieceKind, noPremise } from '../../../electron/nouns/approvals/contents.ts';
import { intentOf } from '../../../electron/nouns/payments/send.ts';
import { writeAct } from '../../../electron/nouns/people/acts-of-people.ts';
import { addDays, todayAt } from '../../../shared/calendar/calendar.ts';
import type { InvoiceRow } from '../../../shared/ipc/changes/invoices.ts';
import type { TestDesk } from '../../support/desks/test-desk.ts';
import { plainInvoice, ublInvoice, type WrittenInvoice } from '../../support/files/invoices.ts';
import { context, valueOf } from '../../support/desks/lone-desk.ts';
import { test, useCluster } from '../../support/postgres/cluster.ts';
import { openedCopy } from '../../support/team/opened-copy.ts';
import { join, teamScene, twoDesks } from '../../support/team/team-scene.ts';
import { windowOf } from '../../support/team/window-of.ts';

const cluster = useCluster();

const rules = JSON.stringify({
  rules: [
    { when: { over: { amount: '100', currency: 'EUR' } }, need: { role: 'checker', count: 1 } },
  ],
});

/** Of the bank's payee B-1. */
const ostrichInvoice: WrittenInvoice = {
  ...plainInvoice,
  ...{ number: 'RE-7', reference: 'RE-7', seller: 'Ostrich Glass BV', currency: 'EUR' },
  ...{ gross: '500.00', due: '500.00' },
  means: [{ code: '58', iban: 'NL91ABNA0417164300', holder: 'Ostrich Glass BV' }],
};

/** Ben's and Cy's desks in a team with a rule; Ada founded it on the command line. */
async function rulesScene() {
  const scene = await teamScene(cluster);
  const { ada, ben } = await twoDesks(cluster, scene);
  const cy = scene.person('cy');
  await join(ada, cy, 'Cy', scene.at('cy.json'), 'checker');
  const file = scene.write('rules.json', rules);
  expect((await ada.typing('RULES 1', 'approval-rules', 'set', '--file', file)).code).toBe(0);
  return { ...scene, ben, cy };
}

async function invoiceScene() {
  const scene = await rulesScene();
  const { ben, cy } = scene;
  return { maker: await windowOf(scene, ben), checker: await windowOf(scene, cy) };
}

const drop = (desk: TestDesk, text: string, fileName = 'RE-7.xml'): Promise<InvoiceRow> =>
  desk.get('invoices.read', { fileName, bytes: new Uint8Array(Buffer.from(text)) });

/** Requests a payment under the reference of an invoice. */
const requested = (
  maker: TestDesk,
  { reference }: Pick<InvoiceRow, 'reference'>,
  amount = '500.00',
) =>
  maker.get('approvals.request', {
    ...{ accountNumber: '700000', beneficiaryId: 'B-1', currency: 'EUR', narration: '', more: {} },
    ...{ reference, amount, words: 'Glass' },
  });

/** What the checker must open, but for what is said of every new payee. */
async function marksOn(checker: TestDesk, request: string): Promise<string[]> {
  await checker.get('approvals.view', { isFresh: true });
  const { marks } = await checker.get('approvals.review', { request });
  return marks
    .map(({ message }) => message)
    .filter((message) => !message.startsWith('The team has not paid this payee'));
}

test('whoever approves has the invoice of the payment, byte for byte, and reads nothing of an invoice that agrees', async () => {
  const { maker, checker } = await invoiceScene();
  const text = ublInvoice(ostrichInvoice);
  const invoice = await drop(maker, text);
  const { request } = await requested(maker, invoice);
  expect(await marksOn(checker, request)).toEqual([]);
  const { files } = await checker.get('invoices.ofPayment', { reference: invoice.reference });
  expect(files).toMatchObject([{ fileName: 'RE-7.xml', addedBy: 'Ben' }]);
  checker.saveTo = `${checker.dataDir}/copy.xml`;
  await checker.get('invoices.save', { invoiceId: files[0]?.invoiceId ?? '', open: false });
  expect(readFileSync(checker.saveTo, 'utf8')).toBe(text);
  // A second look stores no second file.
  expect(await marksOn(checker, request)).toEqual([]);
  const again = await checker.get('invoices.ofPayment', { reference: invoice.reference });
  expect(again.files).toHaveLength(1);
}, 400_000);

test('another amount or account than the invoice states is marked by the checker’s own reading', async () => {
  const { maker, checker } = await invoiceScene();
  const invoice = await drop(
    maker,
    ublInvoice({
      ...ostrichInvoice,
      means: [{ code: '58', iban: 'DE75512108001245126199', holder: 'Ostrich Glass BV' }],
    }),
  );
  const { request } = await requested(maker, invoice, '5000.00');
  expect(await marksOn(checker, request)).toEqual([
    'RE-7.xml states 500.00 EUR; 5,000.00 EUR is paid.',
    'RE-7.xml names the account DE75512108001245126199, and the payee has NL91ABNA0417164300. Ask the payee by a known telephone number.',
  ]);
}, 400_000);

test('an invoice that the checker’s desk has scheduled under another reference is marked', async () => {
  const { maker, checker } = await invoiceScene();
  const text = ublInvoice(ostrichInvoice);
  const { invoiceId } = await drop(checker, text);
  const order = {
    ...{ accountNumber: '700000', beneficiaryId: 'B-1', currency: 'EUR', narration: '', more: {} },
    ...{ reference: 'BY-HAND-1', amount: '500.00' },
  };
  const { payeeFingerprint } = await checker.get('payments.review', order);
  const due = addDays(todayAt(Date.now()), 5);
  await checker.get('due.schedule', { ...order, payeeFingerprint, due });
  await checker.get('invoices.link', { invoiceId, reference: order.reference });
  const { request } = await requested(maker, await drop(maker, text));
  const marks = await marksOn(checker, request);
  expect(marks).toContainEqual(
    expect.stringMatching(/^This invoice is scheduled: payment BY-HAND-1 for /),
  );
}, 400_000);

test('an invoice too large for the record is named by its digest, and read where the checker has the file', async () => {
  const { maker, checker } = await invoiceScene();
  // A comment that no packing makes smaller.
  const text = `${ublInvoice(ostrichInvoice)}<!-- ${randomBytes(4_000_000).toString('base64')} -->`;
  const invoice = await drop(maker, text);
  const { request } = await requested(maker, invoice);
  const [mark, ...rest] = await marksOn(checker, request);
  expect(rest).toEqual([]);
  expect(mark).toMatch(
    /^The request names the invoice RE-7\.xml, and this desk cannot read it\..* [0-9a-f]{64}\.$/,
  );
  await drop(checker, text, 'by mail.xml');
  expect(await marksOn(checker, request)).toEqual([]);
}, 400_000);

test('an invoice of several pieces arrives whole', async () => {
  const { maker, checker } = await invoiceScene();
  const text = `${ublInvoice(ostrichInvoice)}<!-- ${randomBytes(900_000).toString('base64')} -->`;
  const invoice = await drop(maker, text);
  const { request } = await requested(maker, invoice);
  expect(await marksOn(checker, request)).toEqual([]);
  const { files } = await checker.get('invoices.ofPayment', { reference: invoice.reference });
  expect(files).toMatchObject([{ sizeBytes: Buffer.byteLength(text) }]);
}, 400_000);

test.each([
  ['are those of another invoice', ublInvoice({ ...ostrichInvoice, number: 'RE-8' }), false],
  ['stand in no act', null, false],
  ['stand in an act of another kind', null, true],
])(
  'an invoice whose bytes %s is not read',
  async (_, bytes, isOfOtherKind) => {
    const scene = await rulesScene();
    const copy = await openedCopy(scene, scene.ben.data);
    const open = openApprovals(copy.team);
    await copy.team?.refresh(context);
    const sha256 = createHash('sha256').update(ublInvoice(ostrichInvoice)).digest('hex');
    const piece = { sha256, piece: 0, bytes: Buffer.from(bytes ?? '').toString('base64') };
    if (bytes !== null)
      valueOf(await writeAct(open.team, { kind: invoicePieceKind, content: piece }, context));
    const { n } = open.team.record.head;
    const body = {
      ...{ accountNumber: '700000', beneficiaryId: 'B-1', reference: 'RE-7' },
      ...{ amount: '500.00', currency: 'EUR' },
    };
    const requested = await writeLine(
      open,
      {
        ...{ operation: 'createSingleTransfer', reference: 'RE-7', words: '', premise: noPremise },
        payload: payloadOf(intentOf(body, null)).payload,
        invoices: [{ name: 'RE-7.xml', sha256, acts: [isOfOtherKind ? 1 : n + (bytes ? 0 : 50)] }],
      },
      systemClock,
      context,
    );
    const { request } = valueOf(requested);
    await copy.close();
    const checker = await windowOf(scene, scene.cy);
    const marks = await marksOn(checker, request.digest);
    expect(marks.filter((mark) => mark.startsWith('The request names the invoice'))).toHaveLength(
      1,
    );
    expect((await checker.get('invoices.ofPayment', { reference: 'RE-7' })).files).toEqual([]);
  },
  400_000,
);
