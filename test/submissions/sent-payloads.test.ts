import { expect, onTestFinished, test } from 'vitest';

import { submissionByReference } from '../../electron/engines/submissions/journal/submission-table.ts';
import { inputIn, sentAs } from '../../electron/engines/submissions/sent.ts';
import { lookUp } from '../../electron/engines/submissions/lookup/lookup.ts';
import { LookupRunner } from '../../electron/engines/submissions/lookup/lookup-runner.ts';
import { sendAgain } from '../../electron/engines/submissions/send-again.ts';
import { startPaymentBank } from '../support/simple-banks/foreign-payments.ts';
import { context, minutes, openPayingDesk } from '../support/desks/paying-desk.ts';

async function open() {
  const bank = await startPaymentBank('none');
  onTestFinished(() => bank.close());
  return { bank, ...(await openPayingDesk(bank.paymentFile())) };
}

test('what was sent is read back by the catalogue’s own schema, to the last digit', async () => {
  const { pay } = await open();
  const sent = await pay({ amount: '90071992547409.93' });
  expect(sentAs('createSingleTransfer', sent)).toMatchObject({
    ok: true,
    value: { input: { body: { amount: '90071992547409.93', reference: sent.reference } } },
  });
  expect(inputIn('updateBeneficiary', sent)).toBeNull();
});

test.each([
  ['no JSON', '{'],
  ['an order without an amount', '{"body":{"accountNumber":"1","reference":"R"}}'],
  ['an amount that is no decimal number', '{"body":{"amount":"1e3"}}'],
])(
  '%s in the journal is said to be unreadable; nothing is sent, and others are looked up',
  async (_what, payload) => {
    const { bank, parts, pay, time } = await open();
    bank.behave({ booksAfterMs: 0, answer: 'none' }, { booksAfterMs: 0, answer: 'none' });
    const torn = await pay();
    const whole = await pay();
    parts.journal.connection
      .prepare('UPDATE submission SET payload = ? WHERE submission_id = ?')
      .run(payload, torn.submissionId);
    const known = (reference: string) => submissionByReference(parts.journal, reference)!;
    expect(await lookUp(parts, known(torn.reference), context)).toMatchObject({
      ok: false,
      error: { code: 'submission.unreadable' },
    });
    time.passes(minutes(1));
    await new LookupRunner(parts).tick({ all: true });
    expect(known(torn.reference).state).toBe('unknown');
    expect(known(whole.reference).state).toBe('accepted');
    const absent = { ...known(torn.reference), state: 'not-sent' } as const;
    expect(await sendAgain(parts, absent, context)).toMatchObject({
      ok: false,
      error: { code: 'submission.unreadable' },
    });
    expect(bank.orders()).toBe(2);
  },
);
