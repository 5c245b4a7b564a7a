import { expect, test } from 'vitest';

import { quillPayee, startQuill } from '../../support/banks/quill.ts';
import { go, startDesk, type Desk } from '../support/desk.ts';
import { atEndOfTest } from '../support/ending.ts';
import { chooseBankFile, signInWith } from '../support/foreign.ts';
import { emptyPlace } from '../support/place.ts';

/** A desk at Quill Trust, with the form of its only payee open; an update is answered with 200 and the body that the test sets. */
async function formAtQuill() {
  let answer: unknown = {};
  const bank = await startQuill(() => ({ body: answer }));
  atEndOfTest(() => bank.close());
  const desk = await startDesk(emptyPlace());
  const { page, hand } = desk;
  await chooseBankFile(desk, bank.bankFile({ reads: ['getAllBeneficiaries'] }));
  await signInWith(desk, bank.credentials);
  await go(desk, 'Payees');
  await hand.press('r');
  await page.getByRole('row').nth(1).waitFor();
  await hand.press('j');
  await page.getByRole('heading', { level: 2, name: quillPayee.name }).waitFor();
  await hand.press('e');
  await page.getByRole('heading', { name: `Change ${quillPayee.name}` }).waitFor();
  return {
    bank,
    desk,
    answers: (body: unknown) => {
      answer = body;
    },
  };
}

async function send({ page, hand }: Desk, label: string, text: string): Promise<void> {
  await page.getByLabel(label, { exact: true }).first().fill(text);
  await hand.press('Enter');
  await page.getByRole('button', { name: 'Send change' }).waitFor();
  await hand.press('Enter');
}

test('an update that the bank answers with success: false is refused at its field; one answered with the old record is unknown', async () => {
  const { bank, desk, answers } = await formAtQuill();
  const { page, hand } = desk;
  answers({ success: false, message: 'Not valid', errors: { city: ['is not in Kenya'] } });
  await send(desk, 'City', 'Winterthur');
  const refusal = page.getByRole('alert');
  await refusal.getByText('The bank refused the request').waitFor();
  await refusal.getByText('success: false: Not valid', { exact: true }).waitFor();
  await page.getByText('is not in Kenya', { exact: true }).waitFor();

  answers(quillPayee);
  await send(desk, 'City', 'Nakuru');
  await page.getByRole('heading', { name: 'It may have gone through' }).first().waitFor();
  await page
    .getByText('The bank’s answer gives city “Nairobi” instead of “Nakuru”.', { exact: false })
    .first()
    .waitFor();
  await hand.press('Escape');
  const pane = page.getByRole('complementary', { name: 'Payee' });
  await pane.getByText('Editing waits until the change that was sent is settled.').waitFor();
  // The payee stands as it was known.
  await pane.getByText(quillPayee.accountNumber).first().waitFor();
  await pane.getByText('Nairobi', { exact: true }).first().waitFor();
  expect(bank.changes).toHaveLength(2);
});
