import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import type { Journal } from '../../../electron/engines/store/database.ts';
import {
  adoptFound,
  type FoundPayment,
} from '../../../electron/engines/submissions/journal/adopt-found.ts';
import {
  keepFoundDebits,
  type FoundDebit,
} from '../../../electron/engines/submissions/journal/found-at-bank.ts';
import { openJournal } from '../../../electron/engines/store/opening/journal.ts';
import { releasePayments } from '../../../electron/nouns/payments/file/tables/releases.ts';
import { addReconciliation } from '../../../electron/engines/submissions/journal/reconciliations.ts';
import type { LineOrder } from '../../../electron/nouns/payments/file/reading/line-check.ts';
import { openLostTime } from '../../../electron/nouns/payments/file/lost-time.ts';
import { limits } from '../../../shared/limits.ts';
import { add, batch, line, send } from '../../support/files/payment-lines.ts';
import { closing, key, temporaryFolder } from '../../support/stores/store.ts';
import { actorNamed } from '../../support/desks/actors.ts';
import { aboutOf } from '../../support/about.ts';

const openedAt = '2026-11-20T12:00:00.000Z';
const before = '2026-11-20T11:00:00.000Z';
const after = (ms: number): string => new Date(Date.parse(openedAt) + ms).toISOString();

const order = (given: Partial<LineOrder> = {}): LineOrder => ({
  reference: 'R-2',
  accountNumber: '1',
  beneficiaryId: 'B-1',
  amount: { amount: '10.00', currency: 'USD' },
  ...given,
});

const found = (reference: string, given: Partial<FoundPayment['body']> = {}): FoundPayment => ({
  reference,
  operation: 'createSingleTransfer',
  body: {
    reference,
    accountNumber: '1',
    beneficiaryId: 'B-1',
    amount: '10.00',
    currency: 'USD',
    ...given,
  },
  about: aboutOf('Transfer', { accountNumber: '1' }),
  likeness: null,
  recordId: `T-${reference}`,
  state: 'accepted',
  error: null,
  createdAt: '2026-11-19T09:30:15.000Z',
  source: 'bank',
  words: 'It stands in the list.',
});

/** What the bank lists of a payment when it gives no reference with it. */
function nameless(reference: string, given: Partial<FoundPayment['body']> = {}): FoundPayment {
  const { reference: _, ...body } = found(reference, given).body;
  return { ...found(reference), body };
}

const debit = (given: Partial<FoundDebit> = {}): FoundDebit => ({
  accountNumber: '1',
  entryId: 'E-7',
  day: '2026-11-19',
  amount: '10',
  currency: 'USD',
  narration: '',
  ...given,
});

const open = (): Journal =>
  closing(openJournal(join(temporaryFolder(), 'journal.db'), key, { program: 'test' }));

/** A journal that was compared with the bank, of which everything could be asked or not. */
function reconciled({ isComplete = true } = {}): Journal {
  const journal = open();
  addReconciliation(
    journal,
    { openedAt, actor: actorNamed('Ines'), from: '2026-11-01', isComplete },
    {},
  );
  return journal;
}

const messages = (journal: Journal, wanted = order(), addedAt = before): string[] =>
  openLostTime(
    journal,
    addedAt,
  )(wanted).map(({ kind, weight, message }) => {
    expect(weight).toBe('blocks');
    return `${kind}: ${message}`;
  });

describe('a reference', () => {
  test('that the bank has for nothing, or that was sent from here, is free', () => {
    const journal = open();
    adoptFound(journal, [found('R-9')], openedAt);
    send(journal, 'R-3', 'accepted');
    const other = JSON.stringify({ body: { amount: '99.00' } });
    journal.connection
      .prepare("UPDATE submission SET payload = ? WHERE origin = 'sent'")
      .run(other);
    expect(messages(journal)).toEqual([]);
    expect(messages(journal, order({ reference: 'R-3' }))).toEqual([]);
  });

  test('under which the bank has this very payment is not held: it is reported as sent', () => {
    const journal = reconciled({ isComplete: false });
    adoptFound(journal, [found('R-2')], openedAt);
    expect(messages(journal)).toEqual([]);
  });

  test('under which the bank has another payment is the bank’s', () => {
    const journal = open();
    adoptFound(journal, [found('R-2', { amount: '11.00' })], openedAt);
    expect(messages(journal)).toEqual([
      'at-bank: The bank has something else under this reference, of 2026-11-19 09:30 UTC. Leave this line out.',
    ]);
  });

  test('that the bank writes in another case is this payment too', () => {
    const journal = open();
    const { reference: _, ...body } = found('r-2').body;
    adoptFound(journal, [{ ...found('r-2'), body }], openedAt);
    expect(messages(journal)).toEqual([
      'at-bank: The bank has this payment under the reference r-2, of 2026-11-19 09:30 UTC. Leave this line out.',
    ]);
  });

  test('that the bank has cut short may be this payment', () => {
    const journal = open();
    adoptFound(journal, [found('INVOICE-2026-000')], openedAt);
    const [message] = messages(journal, order({ reference: 'INVOICE-2026-000417' }));
    expect(message).toContain('at-bank: The bank has a payment of 2026-11-19');
    expect(message).toContain('Leave this line out.');
  });
});

const like =
  'maybe-at-bank: The bank has a payment like this one of 2026-11-19 09:30 UTC under the reference X-1, which the sent log had lost. Release the line if it is another one, or leave it out.';
const likeDebit =
  'maybe-at-bank: The statement shows a debit of the same amount on 2026-11-19 without a reference (entry E-7), from the time that the sent log had lost. Release the line if it is another one, or leave it out.';
const unproven =
  'maybe-at-bank: This line may have been sent in the time that the sent log had lost, and the bank could not be asked for all of it. Look for it at the bank, then release it or leave it out.';

describe('a line that looks like a payment of the lost time', () => {
  test('waits, with the other’s reference', () => {
    const journal = reconciled();
    adoptFound(
      journal,
      [nameless('X-0', { beneficiaryId: 'B-9' }), nameless('X-1'), nameless('X-2')],
      openedAt,
    );
    expect(messages(journal)).toEqual([like]);
  });

  test.each<[string, Partial<LineOrder>]>([
    ['to another payee', { beneficiaryId: 'B-2' }],
    ['from another account', { accountNumber: '2' }],
    ['of another amount', { amount: { amount: '10.01', currency: 'USD' } }],
    ['in another currency', { amount: { amount: '10.00', currency: 'EUR' } }],
  ])('does not wait when it is %s', (_, given) => {
    const journal = reconciled();
    adoptFound(journal, [nameless('X-1')], openedAt);
    expect(messages(journal, order(given))).toEqual([]);
  });

  test('does not wait for one that is a line of a file itself', () => {
    const journal = reconciled();
    adoptFound(journal, [nameless('R-5')], openedAt);
    add(journal, batch('a'), [line(5)]);
    expect(messages(journal)).toEqual([]);
  });

  test('does not wait once a person let it go, or where it was sent from here since', () => {
    const journal = reconciled();
    adoptFound(journal, [nameless('X-1')], openedAt);
    releasePayments(journal, ['R-2'], { at: openedAt, actor: actorNamed('Ines') });
    send(journal, 'R-3', 'accepted');
    expect(messages(journal)).toEqual([]);
    expect(messages(journal, order({ reference: 'R-3' }))).toEqual([]);
    expect(messages(journal, order({ reference: 'R-4' }))).toEqual([like]);
  });

  test('waits for a debit of its amount that carries no reference', () => {
    const journal = reconciled();
    keepFoundDebits(journal, [
      debit(),
      debit({ accountNumber: '2', entryId: 'E-8' }),
      debit({ entryId: 'E-9', amount: '99' }),
    ]);
    expect(messages(journal)).toEqual([likeDebit]);
    expect(messages(journal, order({ accountNumber: '3' }))).toEqual([]);
    expect(messages(journal, order({ amount: { amount: '10.00', currency: 'EUR' } }))).toEqual([]);
    expect(messages(journal, order({ amount: { amount: '9.99', currency: 'USD' } }))).toEqual([]);
  });

  test.each([
    ['came in the lost time', before, true],
    ['came when sending was opened again', openedAt, true],
    ['came within a week', after(limits.reconcileHoldMs), true],
    ['came later', after(limits.reconcileHoldMs + 1), false],
  ])('waits or not by when its file %s', (_, addedAt, waits) => {
    const journal = reconciled();
    adoptFound(journal, [nameless('X-1')], openedAt);
    expect(messages(journal, order(), addedAt)).toEqual(waits ? [like] : []);
  });

  test('does not wait where no time was ever lost', () => {
    const journal = open();
    adoptFound(journal, [nameless('X-1')], openedAt);
    expect(messages(journal)).toEqual([]);
  });
});

describe('of a time that could not all be asked for', () => {
  test.each([
    ['before sending was opened again', before, [unproven]],
    ['at that moment', openedAt, [unproven]],
    ['after it', after(1), []],
  ])('a line of a file that came %s: %s', (_, addedAt, held) => {
    expect(messages(reconciled({ isComplete: false }), order(), addedAt)).toEqual(held);
  });

  test('a line waits unless all of it could be asked for, or a person let it go', () => {
    expect(messages(reconciled())).toEqual([]);
    const journal = reconciled({ isComplete: false });
    releasePayments(journal, ['R-2'], { at: openedAt, actor: actorNamed('Ines') });
    expect(messages(journal)).toEqual([]);
  });

  test('the last comparison counts', () => {
    const journal = reconciled({ isComplete: false });
    const later = {
      openedAt: after(1000),
      actor: actorNamed('Ines'),
      from: '2026-11-01',
      isComplete: true,
    };
    addReconciliation(journal, later, {});
    expect(messages(journal)).toEqual([]);
  });
});
