import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';

import { fail } from '../../../shared/errors.ts';
import type { BankFileProposal } from '../../../shared/ipc/desk/settings.ts';
import { ok } from '../../../shared/result.ts';
import { sandboxDesk } from '../support/desk-records.ts';
import { lacks, sees } from '../support/view.ts';
import { foreignFile } from './bank-records.ts';
import { button, openSettings } from './open-settings.ts';

const proposedFile = foreignFile.replace('"auto"', '{ "dates": ["from", "to"] }');
const environment = {
  place: 'environment',
  question: 'Is uat.harbour.example the bank’s test environment, or does it move real money?',
  choices: ['uat', 'production'],
};

const open: BankFileProposal = {
  bankFile: proposedFile,
  evidence: [
    {
      place: 'operations.getStatement.response.amount',
      from: 'harbour.har entry 9',
      because:
        'Between 88 entries and those before them “/bal” moves by “/amt”, to the last digit.',
    },
  ],
  questions: [environment],
};

type Requested = { recordings: { name: string; bytes: Uint8Array }[]; answers: object };

const area = page.getByLabelText('Or paste pairs of a request and its answer');
const pane = page.getByRole('complementary', { name: 'What is proposed' });

/** Asks as long as a question is unanswered. */
const proposing = {
  'bankFile.propose': (input: unknown) =>
    ok('environment' in (input as Requested).answers ? { ...open, questions: [] } : open),
};

function drop(name: string, text: string): void {
  const transfer = new DataTransfer();
  transfer.items.add(new File([text], name));
  page
    .getByRole('group', { name: 'Drop a HAR file here' })
    .element()
    .dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, bubbles: true }));
}

test('a dropped recording is proposed from, its bytes cross, and every place has what shows it', async () => {
  const { requested } = await openSettings({ section: 'recordings' }, proposing);
  await sees('Nothing is proposed yet.');
  drop('harbour.har', '{"log":{}}');
  await expect
    .element(page.getByRole('region', { name: 'Evidence' }))
    .toMatchTextContent(/getStatement\.response\.amount.*“\/bal” moves by “\/amt”.*entry 9/s);
  await sees('1 question open');
  const [input] = requested('bankFile.propose') as Requested[];
  expect(input?.recordings.map(({ name }) => name)).toEqual(['harbour.har']);
  expect(new TextDecoder().decode(input?.recordings[0]?.bytes)).toBe('{"log":{}}');
});

test('an answer is asked with again, settles its question, and can be taken back', async () => {
  const { requested } = await openSettings({ section: 'recordings' }, proposing);
  await area.fill('GET https://x/platform/y\n\nHTTP 200\n\n{}');
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await page.getByLabelText(environment.question).selectOptions('uat');
  await sees('Nothing open');
  expect((requested('bankFile.propose') as Requested[]).map(({ answers }) => answers)).toEqual([
    {},
    { environment: 'uat' },
  ]);
  await button('Ask again about environment').click();
  await sees('1 question open');
});

test('the proposal goes into the editor as a draft, and nothing is saved', async () => {
  const { requested } = await openSettings({ section: 'recordings' }, proposing);
  drop('harbour.har', '{"log":{}}');
  await button('Put into the editor…').click();
  await expect.element(page.getByRole('textbox', { name: 'Bank file' })).toHaveValue(proposedFile);
  expect(requested('bankFile.save')).toHaveLength(0);
  expect(requested('desk.connectBank')).toHaveLength(0);
});

test('at the sandbox it can be added as another bank, whose text waits for a person', async () => {
  const { requested } = await openSettings({ section: 'recordings' }, proposing, sandboxDesk);
  drop('harbour.har', '{"log":{}}');
  await sees('1 question open');
  await expect.element(button('Put into the editor…')).toBeDisabled();
  await button('Add as a bank…').click();
  await expect.element(page.getByLabelText('Or paste its text')).toHaveValue(proposedFile);
  expect(requested('desk.connectBank')).toHaveLength(0);
});

test('a recording that cannot be used is reported, and removed again', async () => {
  const { bridge } = await openSettings({ section: 'recordings' }, proposing);
  bridge.answer('bankFile.propose', () =>
    fail('recording.unusable', 'c-1', { message: 'The recording cut.har is not whole JSON.' }),
  );
  drop('cut.har', '{');
  await sees(/The recording cut\.har is not whole JSON/);
  await expect.element(pane).toMatchTextContent(/Nothing is proposed yet/);
  await button('Remove cut.har').click();
  await lacks(/The recording cut\.har/);
});

test('answers to what other recordings ask no more are forgotten', async () => {
  const { bridge, requested } = await openSettings({ section: 'recordings' }, proposing);
  drop('harbour.har', '{"log":{}}');
  await page.getByLabelText(environment.question).selectOptions('uat');
  await sees('Nothing open');
  bridge.answer('bankFile.propose', (input: unknown) =>
    'environment' in (input as Requested).answers
      ? fail('recording.unusable', 'c-2', { fields: { environment: 'is asked nothing about' } })
      : ok({ ...open, questions: [] }),
  );
  drop('other.har', '{"log":{}}');
  await sees('Nothing open');
  await lacks(page.getByRole('region', { name: 'Answered' }));
  expect((requested('bankFile.propose') as Requested[]).at(-1)?.answers).toEqual({});
});
