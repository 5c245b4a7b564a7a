import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';

import SubClientsView from '../../../renderer/features/sub-clients/SubClientsView.svelte';
import type { Shared } from '../../../renderer/state/context.ts';
import type { UploadItem } from '../../../shared/ipc/changes/documents.ts';
import { ok } from '../../../shared/result.ts';
import WithShared from '../support/WithShared.svelte';
import { frameLists } from '../support/list-frame.ts';
import { requested, bridge, lacks, openDesk, sees, wideWindow } from '../support/view.ts';
import { fakeOnboarding } from './onboarding-desk.ts';
import { kycFiles, uploadItem } from './sub-client-records.ts';

frameLists();

let shared: Shared;

function open(files: readonly UploadItem[], onboarding = fakeOnboarding(files)) {
  shared = openDesk(onboarding.answers);
  shared.router.go('sub-clients', { tab: 'board' });
  return render(WithShared, { shared, view: SubClientsView, params: { tab: 'board' } });
}

const list = () => page.getByRole('grid', { name: 'Files', exact: true });
/** By the name of its file, or by its beginning. */
const row = (name: string | RegExp) =>
  list().getByRole('row', {
    name: typeof name === 'string' ? new RegExp(`^${name.replaceAll('.', '[.]')}`) : name,
  });
const door = (name: RegExp) =>
  page.getByRole('group', { name: 'Files shown' }).getByRole('button', { name });
const pane = () => page.getByRole('complementary', { name: 'Queue' });

const selected = () =>
  [...document.querySelectorAll('[role=row][aria-selected=true]')].map(
    (one) => one.querySelector('[role=gridcell]')?.textContent,
  );

beforeEach(wideWindow);

describe('many files as rows', () => {
  test('stand by what they wait for, each count opens exactly those, and few stay cards', async () => {
    await open(kycFiles);
    await sees(row(/Whose is it\? 3/), row('scan a tax clearance.pdf'));
    await door(/^Type not known 2/).click();
    await sees(row('typeless-a.pdf'));
    await lacks(row(/^ready-0/), row(/^scan a/));
    await expect.element(list()).toHaveAttribute('aria-rowcount', '4');
    await door(/^All 37/).click();
    await sees(row(/^scan a/));
  });

  test('few files stay cards until somebody wants rows, and nothing is lost by going back and forth', async () => {
    await open(kycFiles.slice(30));
    await sees(page.getByRole('form', { name: 'dayless.pdf' }));
    await userEvent.keyboard('v');
    await sees(row(/^scan b/));
    await row('dayless.pdf').click();
    await pane().getByLabelText('Issued').fill('1 Oct 2026');
    await page.getByRole('button', { name: 'Board and cards' }).click();
    await expect
      .element(page.getByRole('form', { name: 'dayless.pdf' }))
      .toMatchTextContent(/issued 1 Oct 2026/);
  });

  test('the keys begin at the first that needs a person; those without a sub-client are asked about one after the other', async () => {
    await open(kycFiles);
    await sees(row('scan a tax clearance.pdf'));
    await expect.poll(selected).toEqual(['scan a tax clearance.pdf']);
    await pane().getByRole('combobox', { name: 'Whose is it?' }).click();
    await userEvent.keyboard('harm{Enter}');
    await expect.poll(selected).toEqual(['scan b tax clearance.pdf']);
    await expect.element(pane().getByRole('combobox', { name: 'Whose is it?' })).toHaveFocus();
    await userEvent.keyboard('oduya{Enter}');
    await expect.poll(selected).toEqual(['scan c tax clearance.pdf']);
    expect(requested('documents.move')).toEqual([
      { itemId: 'nobody-a', subClientId: 'SC-5' },
      { itemId: 'nobody-b', subClientId: 'SC-2' },
    ]);
  });
});

describe('several files at once', () => {
  test('are chosen by Shift, Ctrl, stretches of the keyboard and a whole group, and their number is shown', async () => {
    await open(kycFiles);
    await row('ready-0.pdf').click();
    await row('ready-3.pdf').click({ modifiers: ['Shift'] });
    await sees(pane().getByRole('status').getByText('4 selected'));
    await row('ready-1.pdf').click({ modifiers: ['Control'] });
    await expect.poll(selected).toEqual(['ready-0.pdf', 'ready-2.pdf', 'ready-3.pdf']);
    await row('typeless-a.pdf').click();
    await userEvent.keyboard('{Shift>}{ArrowDown}{/Shift}');
    await expect.poll(selected).toEqual(['typeless-a.pdf', 'typeless-b.pdf']);
    await row('ready-5.pdf').click();
    await userEvent.keyboard('{Control>}a{/Control}');
    await sees('30 selected');
    await expect.element(list()).toHaveAttribute('aria-multiselectable', 'true');
  });

  test('are a whole group by Ctrl A before anybody clicked in the list, and no text of the window is marked', async () => {
    await open(kycFiles);
    await sees(row(/^scan a/));
    (document.activeElement as HTMLElement | null)?.blur();
    await userEvent.keyboard('{Control>}a{/Control}');
    await sees('3 selected');
    expect(document.getSelection()?.toString()).toBe('');
    await userEvent.keyboard('{Delete}');
    const itemIds = ['nobody-a', 'nobody-b', 'nobody-c'];
    await expect.poll(() => requested('documents.leaveOut')).toEqual([{ itemIds }]);
  });

  test('get owner and day in one act, with what each name shows; Ctrl Z restores it as it was', async () => {
    await open(kycFiles);
    await row(/^scan a/).click();
    await userEvent.keyboard('{Control>}a{/Control}');
    await pane().getByRole('combobox', { name: 'Sub-client' }).click();
    await userEvent.keyboard('oduya{Enter}');
    await pane().getByLabelText('Expires').fill('31.12.2027');
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => requested('documents.describeAll')).toHaveLength(1);
    expect(requested('documents.describeAll')[0]?.files).toMatchObject(
      ['a', 'b', 'c'].map((name) => ({
        itemId: `nobody-${name}`,
        subClientId: 'SC-2',
        documentType: 'TAX_CERTIFICATE',
        expiryDate: '2027-12-31',
      })),
    );
    await lacks(door(/^Whose/));
    await expect.poll(() => shared.notices.last?.text).toBe('Described: 3 files.');
    await expect.element(list()).toHaveFocus();
    await userEvent.keyboard('{Control>}z{/Control}');
    await sees(door(/^Whose is it\? 3/));
    expect(requested('documents.describeAll')[1]?.files).toMatchObject([
      { itemId: 'nobody-a', subClientId: '', documentType: '', expiryDate: null },
      {},
      {},
    ]);
  });

  test('a day that can be read in two ways is used for none of them', async () => {
    await open(kycFiles);
    await row('typeless-a.pdf').click();
    await userEvent.keyboard('{Control>}a{/Control}');
    await pane().getByLabelText('Expires').fill('04-05-2027');
    await sees(/“04-05-2027” can be read in 2 ways/);
    await expect.element(pane().getByRole('button', { name: /^Set for 2/ })).toBeDisabled();
    await userEvent.keyboard('{Enter}');
    expect(requested('documents.describeAll')).toEqual([]);
  });

  test('are left out by one key, and put back by Undo', async () => {
    await open(kycFiles);
    await row('typeless-a.pdf').click();
    await userEvent.keyboard('{Control>}a{/Control}{Delete}');
    await lacks(door(/^Type not known/));
    expect(requested('documents.leaveOut')).toEqual([{ itemIds: ['typeless-a', 'typeless-b'] }]);
    await expect.poll(() => shared.notices.last?.text).toBe('2 files left out of the queue.');
    shared.notices.follow(shared.notices.last!);
    await sees(door(/^Type not known 2/));
  });

  test('are sent in one act, and of those that wait for a person none', async () => {
    await open(kycFiles);
    await row('ready-2.pdf').click();
    await row('ready-3.pdf').click({ modifiers: ['Control'] });
    await row('typeless-a.pdf').click({ modifiers: ['Control'] });
    await pane().getByRole('button', { name: 'Send 2 of them' }).click();
    await expect
      .poll(() => requested('documents.send'))
      .toEqual([{ itemIds: ['ready-2', 'ready-3'] }]);
  });

  test('what is typed for them outlives the program, with which files it is for', async () => {
    const onboarding = fakeOnboarding(kycFiles);
    const before = await open(kycFiles, onboarding);
    await row('typeless-a.pdf').click();
    await userEvent.keyboard('{Control>}a{/Control}');
    await pane().getByLabelText('Issued').fill('1 Oct 2026');
    await expect.poll(() => [...onboarding.drafts.values()].join('')).toContain('1 Oct 2026');
    await before.unmount();
    await open(kycFiles, onboarding);
    await sees('2 selected');
    await expect.element(pane().getByLabelText('Issued')).toHaveValue('1 Oct 2026');
    await expect.poll(selected).toEqual(['typeless-a.pdf', 'typeless-b.pdf']);
  });
});

describe('the preview', () => {
  test('comes by Space beside the fields, goes along with the arrows, and goes by Escape', async () => {
    await open([
      ...kycFiles,
      uploadItem('face', {
        fileName: 'face.png',
        mimeType: 'image/png',
        documentType: 'BANK_LETTER',
      }),
    ]);
    const pixel =
      'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
    bridge.answer('documents.show', ({ itemId }) =>
      ok({
        image: itemId === 'face' ? pixel : null,
        text: null,
        pages: itemId === 'face' ? null : 3,
        isLocked: itemId === 'typeless-b',
      }),
    );
    await row('typeless-a.pdf').click();
    await userEvent.keyboard(' ');
    await sees(pane().getByText(/PDF · .* · 3 pages/));
    await sees(pane().getByLabelText('Type'));
    await userEvent.keyboard('{ArrowDown}');
    await sees(/This PDF is protected by a password/);
    await userEvent.keyboard('{End}{Enter}');
    await sees(pane().getByRole('img', { name: 'What face.png shows' }));
    await userEvent.keyboard('{Escape}');
    await lacks(pane().getByRole('img'));
    await expect.element(list()).toHaveFocus();
  });

  test('a PDF is opened in the system’s viewer from a copy, and a notice says so', async () => {
    await open(kycFiles);
    bridge.answer('documents.save', () => ok({ saved: true, fileName: 'a.pdf', isOpened: true }));
    await row('typeless-a.pdf').click();
    await userEvent.keyboard(' ');
    await pane().getByRole('button', { name: 'Save and open…' }).click();
    await expect.poll(() => shared.notices.last?.text).toBe('Saved as a.pdf. It was opened.');
    expect(requested('documents.save')).toEqual([{ itemId: 'typeless-a', open: true }]);
  });
});

test('five hundred files are rows of which a screenful is drawn, and the keys reach the last', async () => {
  const many = Array.from({ length: 500 }, (_, index) =>
    uploadItem(`u${String(index)}`, { documentType: 'BANK_LETTER' }),
  );
  await open(many);
  await sees(row('u0.pdf'));
  expect(document.querySelectorAll('[role=row]').length).toBeLessThan(80);
  await row('u0.pdf').click();
  await userEvent.keyboard('{End}');
  await sees(row('u499.pdf'));
  await expect.poll(selected).toEqual(['u499.pdf']);
});
