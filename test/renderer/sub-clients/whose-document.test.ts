import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';

import SubClientsView from '../../../renderer/features/sub-clients/SubClientsView.svelte';
import type { UploadItem } from '../../../shared/ipc/changes/documents.ts';
import WithShared from '../support/WithShared.svelte';
import { requested, button, field, lacks, openDesk, sees, wideWindow } from '../support/view.ts';
import { subClientAnswers, uploadItem } from './sub-client-records.ts';

function open(
  cards: readonly UploadItem[] = [],
  params: { entityId?: string; tab?: 'board' } = { entityId: 'SC-1' },
) {
  const shared = openDesk(subClientAnswers(cards));
  void render(WithShared, { shared, view: SubClientsView, params });
}

function drop(onto: Element | null, name: string): void {
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File([new Uint8Array(12)], name, { type: 'application/pdf' }));
  onto?.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
}

const whose = () => page.getByLabelText('Whose document');
const chosen = () =>
  requested('documents.describe').flatMap(({ businessUserId }) =>
    businessUserId === undefined ? [] : [businessUserId],
  );

beforeEach(wideWindow);

test('a passport by the name of a shareholder is proposed as hers, shown as a guess, and goes by her id', async () => {
  open();
  await sees(page.getByText('drop it here').first());
  drop(document.querySelector('aside'), 'passport Jane Doe 2031-02-28.pdf');
  await expect.element(whose()).toHaveValue('sh-1');
  await sees('guessed from “Jane Doe” in the file name; check it');
  expect(chosen()).toEqual(['sh-1']);
  expect(requested('documents.send')).toEqual([]);
});

test('a document whose name shows no person is the company’s; a person’s paper says so', async () => {
  open();
  await sees(page.getByText('drop it here').first());
  drop(document.querySelector('aside'), 'passport of the director.pdf');
  await expect.element(whose()).toHaveValue('');
  await sees('No person is chosen: it is sent as the company’s.');
  await whose().selectOptions('Kofi Mensah');
  await expect.poll(chosen).toEqual(['sh-2']);
  await lacks(/guessed from “/);
  await whose().selectOptions('The company');
  await expect.poll(chosen).toEqual(['sh-2', null]);
});

test('a person who is not listed is given by id, and one who was typed before is offered', async () => {
  open([uploadItem('u1', { documentType: 'DIRECTOR_IDENTIFICATION' })]);
  await whose().selectOptions('Another person, by id…');
  await field('The person’s id at the bank').fill(' usr-7 ');
  await userEvent.tab();
  await expect.poll(chosen).toEqual(['usr-7']);
  await sees('A director, shareholder or user, by the id the bank has.');
  await whose().selectOptions('Person dir-9');
  await expect.poll(chosen).toEqual(['usr-7', 'dir-9']);
});

test('the cards of the board say whose each is, and what that was guessed from', async () => {
  const known = {
    documentType: 'DIRECTOR_IDENTIFICATION',
    businessUserId: 'sh-1',
    expiryDate: '2031-02-28',
  };
  open(
    [
      uploadItem('u1', { ...known, fileName: 'Jane Doe passport.pdf' }),
      uploadItem('u2', { ...known, fileName: 'scan.pdf', businessUserId: 'usr-7' }),
    ],
    { tab: 'board' },
  );
  const first = page.getByRole('form', { name: 'Jane Doe passport.pdf' });
  await expect.element(first).toMatchTextContent(/Director identification · of Jane Doe/);
  await expect.element(first).toMatchTextContent(/“Jane Doe” in the file name/);
  const second = page.getByRole('form', { name: 'scan.pdf' });
  await expect.element(second).toMatchTextContent(/· of usr-7/);
  await lacks(second.getByText(/in the file name/));
});

test('given to another company, a file is guessed anew: a person of one is none of the other', async () => {
  open(
    [
      uploadItem('u1', {
        fileName: 'Jane Doe passport.pdf',
        documentType: 'DIRECTOR_IDENTIFICATION',
        businessUserId: 'sh-1',
        expiryDate: '2031-02-28',
      }),
    ],
    { tab: 'board' },
  );
  await button('Change').click();
  const owner = page.getByRole('combobox', { name: 'Sub-client' });
  await owner.fill('Oduya');
  await userEvent.keyboard('{Enter}');
  await expect.poll(chosen).toEqual(['sh-3']);
});
