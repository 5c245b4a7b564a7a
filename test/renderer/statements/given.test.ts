import axe from 'axe-core';
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';

import GivenFiles from '../../../renderer/shell/dropped/DroppedFiles.svelte';
import { strayDrop } from '../../../renderer/shell/dropped/stray-drop.ts';
import { FileDrop } from '../../../renderer/ui/controls/file-drop.svelte.ts';
import type { GivenFile } from '../../../shared/ipc/accounts/second-sources.ts';
import { appError } from '../../../shared/errors.ts';
import { ok } from '../../../shared/result.ts';
import WithShared from '../support/WithShared.svelte';
import { workingDesk } from '../support/desk-records.ts';
import { agreeingPart as part, unknownPart as unknown } from './source-records.ts';
import { requested, button, lacks, openDesk, press, sees, wideWindow } from '../support/view.ts';

const mt940 = ':20:S-1\r\n:25:30026712\r\n:28C:1/1\r\n:60F:C261101USD1,00\r\n';
const camt = '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt>';

const isDamaged = ({ fileName }: { fileName: string }) => fileName === 'damaged.xml';

async function openWindow() {
  const given: GivenFile = { fileName: 'bank.sta', parts: [part, unknown] };
  let answer = given;
  const shared = openDesk({
    ...workingDesk(),
    'secondSources.give': (dropped) =>
      isDamaged(dropped)
        ? {
            ok: false,
            error: appError('file.type-unsupported', 'c-1', {
              message: 'damaged.xml: the file is no proper XML.',
            }),
          }
        : ok(answer),
    'accounts.nameAccount': () => {
      answer = { ...given, parts: [part] };
      return ok({ saved: true });
    },
  });
  await render(WithShared, { shared, view: GivenFiles, params: {} });
  await expect.poll(() => shared.session.state?.phase).toBe('open');
  const notices: string[] = [];
  return {
    shared,
    notices,
    stray: strayDrop({
      notify: (words) => notices.push(words),
      takeRates: () => false,
      takeTable: () => false,
      takeInvoices: () => false,
      takeDocuments: () => false,
    }),
  };
}

function dropOf(...files: readonly File[]): DragEvent {
  const transfer = new DataTransfer();
  for (const file of files) transfer.items.add(file);
  return new DragEvent('drop', { dataTransfer: transfer, cancelable: true });
}

beforeEach(wideWindow);

test('statement files that are dropped anywhere are reported account by account, damaged ones too', async () => {
  const { stray, notices, shared } = await openWindow();
  stray.ondrop(
    dropOf(
      new File([mt940], 'bank.sta'),
      new File([camt], 'damaged.xml'),
      new File(['x'], 'a.pdf'),
    ),
  );
  await sees(page.getByRole('dialog', { name: 'Statement files' }));
  await sees(part.sentence, /damaged.xml: the file is no proper XML/);
  expect(requested('secondSources.give').map((dropped) => dropped.fileName)).toEqual([
    'bank.sta',
    'damaged.xml',
  ]);
  await expect
    .poll(() => notices)
    .toEqual([expect.stringMatching(/^File not used\. Drop documents/)]);
  await button(/^Open .*6712/).click();
  await lacks(page.getByRole('dialog'));
  expect(shared.router.place).toMatchObject({
    view: 'statements',
    params: { accountNumber: '30026712', sourceId: 's-1' },
  });
});

test('an unknown account is asked about, and the file is compared once it is named', async () => {
  const { shared } = await openWindow();
  shared.given.take([new File([mt940], 'bank.sta')]);
  await sees(/The file is of/, 'not compared');
  const { violations } = await axe.run(document.querySelector('dialog')!);
  expect(violations.map(({ id }) => id)).toEqual([]);
  const field = page.getByRole('combobox', { name: 'It is our account' });
  const [, first] = [...field.element().querySelectorAll('option')];
  await field.selectOptions(first?.textContent.trim() ?? '');
  await button('Always use this account').click();
  await lacks('not compared');
  expect(requested('secondSources.give')).toHaveLength(2);
});

test('a file that is dropped where others are accepted goes there, unless it is a statement by content', async () => {
  await openWindow();
  const accepted: string[][] = [];
  const zone = new FileDrop(
    () => false,
    (transfer) => accepted.push([...transfer.files].map(({ name }) => name)),
  );
  zone.ondrop(dropOf(new File(['hello'], 'note.txt'), new File([mt940], 'bank.txt')));
  await expect.poll(() => accepted).toEqual([['note.txt']]);
  await goOn('What is bank.txt?');
  await sees(page.getByRole('dialog', { name: 'Statement files' }), part.sentence);
});

/** The yes of a question rests for a moment; then one key is enough. */
async function goOn(title: string): Promise<void> {
  await sees(page.getByRole('dialog', { name: title }));
  await expect.element(button('Go on')).toHaveFocus();
  await expect.element(button('Go on')).toBeEnabled();
  await press('{Enter}');
  await lacks(page.getByRole('dialog', { name: title }));
}

const radio = (name: RegExp) => page.getByRole('radio', { name });

test.each([
  ['bank.sta', mt940],
  ['bank.xml', camt],
  ['now.xml', camt.replace('camt.053', 'camt.052').replace('BkToCstmrStmt', 'BkToCstmrAcctRpt')],
  ['news.xml', '<n:Document xmlns:n="urn:n"><n:BkToCstmrDbtCdtNtfctn>'],
  ['fees.xml', camt.replace('camt.053', 'camt.086').replace('BkToCstmrStmt', 'BkSvcsBllgStmt')],
  ['bank.bai', '01,BANK,US,261121,0200,1,,,2/\n02,US,BANK,1,261120,,EUR,2/'],
  ['bank.ofx', 'OFXHEADER:100\nDATA:OFXSGML\n\n<OFX>'],
  ['bank.qfx', '<?xml version="1.0"?><?OFX OFXHEADER="200" VERSION="220"?><OFX>'],
])('of %s alone is asked what it is: a statement of the bank by one key', async (name, text) => {
  const { stray } = await openWindow();
  stray.ondrop(dropOf(new File([text], name)));
  await sees(radio(/^A statement of the bank/), radio(/^A ledger of the books/));
  await expect.element(radio(/^A statement of the bank/)).toBeChecked();
  const { violations } = await axe.run(document.querySelector('dialog')!);
  expect(violations.map(({ id }) => id)).toEqual([]);
  await goOn(`What is ${name}?`);
  await sees(page.getByRole('dialog', { name: 'Statement files' }), part.sentence);
});

test('a ledger that was written as a statement goes to the books', async () => {
  const { stray, shared } = await openWindow();
  stray.ondrop(dropOf(new File([mt940], 'erp.sta')));
  await radio(/^A ledger of the books/).click();
  await expect.element(button('Go on')).toBeEnabled();
  await button('Go on').click();
  await expect.poll(() => shared.router.view).toBe('books');
  expect(shared.tables.take('ledger')?.name).toBe('erp.sta');
  expect(requested('secondSources.give')).toEqual([]);
});

test.each([
  ['general ledger.csv', 'Date,Document,Debit,Credit', /^A ledger of the books/, 'books'],
  ['friday.csv', 'account,beneficiary id,amount', /^A payment file/, 'payment-files'],
  ['owners.csv', 'Name,Shareholder,Share', /^Sub-clients or their owners/, 'sub-clients'],
] as const)('%s is likely what its headings say', async (name, text, label, view) => {
  const { shared } = await openWindow();
  shared.tables.ask(new File([text], name));
  await sees(radio(label));
  await expect.element(radio(label)).toBeChecked();
  await lacks(radio(/^A statement of the bank/));
  await goOn(`What is ${name}?`);
  await expect.poll(() => shared.router.view).toBe(view);
});

test('a file goes nowhere after a change of mind', async () => {
  const { stray, shared } = await openWindow();
  stray.ondrop(dropOf(new File([mt940], 'bank.sta')));
  await sees(page.getByRole('dialog', { name: 'What is bank.sta?' }));
  await press('{Escape}');
  await lacks(page.getByRole('dialog'));
  expect([requested('secondSources.give'), shared.router.view]).toEqual([[], 'position']);
});
