import { join } from 'node:path';

import { expect, test } from 'vitest';

import { OwnOrderCopier } from '../../../electron/nouns/statements/counterparty/own-order-copier.ts';
import {
  copiedUpTo,
  ordersTo,
} from '../../../electron/nouns/statements/counterparty/own-orders.ts';
import type { Journal } from '../../../electron/engines/store/database.ts';
import { openJournal } from '../../../electron/engines/store/opening/journal.ts';
import {
  createSubmission,
  settleSubmission,
} from '../../../electron/engines/submissions/journal/table-writes.ts';
import { submissionByReference } from '../../../electron/engines/submissions/journal/submission-table.ts';
import type { OwnOrderWrites } from '../../../electron/nouns/statements/counterparty/own-orders.ts';
import type { Remote } from '../../../electron/engines/store/threads/remote-methods.ts';
import {
  accountNumber,
  asOf,
  closing,
  key,
  openCopy,
  temporaryFolder,
} from '../../support/stores/store.ts';

const newJournal = (): Journal =>
  closing(openJournal(join(temporaryFolder(), 'journal.db'), key, { program: 'a test' }));

type Kind = { readonly operation?: string; readonly payee?: string | null };

function sends(
  journal: Journal,
  reference: string,
  { operation = 'createSingleTransfer', payee = 'Tern Software AB' }: Kind = {},
): void {
  const body = { accountNumber, amount: '6030.81', currency: 'USD' };
  const submission = {
    ...{ reference, operation, subject: `transfer:${reference}`, likeness: null },
    ...{ payload: JSON.stringify({ body }), payloadHash: `hash of ${reference}` },
    about: {
      ...{ title: reference, amount: null, accountNumber, counterparty: payee },
      counterpartyId: null,
    },
  };
  createSubmission(journal, submission, attempt);
}

const clocks = { wallMs: Date.parse(asOf), opening: 'a test', sinceOpeningMs: 0, bank: null };
const attempt = { at: asOf, correlationId: 'c1', clocks };

const idOf = (journal: Journal, reference: string): string =>
  submissionByReference(journal, reference)?.submissionId ?? '';

const settles = (
  journal: Journal,
  reference: string,
  state: 'accepted' | 'refused' | 'unknown',
): void => {
  settleSubmission(journal, idOf(journal, reference), { state, at: asOf });
};

function copierOf(journal: Journal, copy = openCopy()) {
  let copied = 0;
  const copier = new OwnOrderCopier({
    ...{ journal, reader: copy.reader },
    // Answered at once instead of by the thread.
    writer: copy.writer as unknown as Remote<OwnOrderWrites>,
    onCopied: () => {
      copied += 1;
    },
    onFault: (fault) => {
      throw fault;
    },
  });
  const references = (payee = 'Tern Software AB'): string[] =>
    ordersTo(copy.reader, payee, 10).map(({ reference }) => reference);
  return { copier, copy, references, copied: () => copied };
}

test('accepted orders are copied, newest first to their payee; refused and unanswered ones, and trades, are not', async () => {
  const journal = newJournal();
  for (const reference of ['P-1', 'P-2', 'P-3', 'P-4']) sends(journal, reference);
  sends(journal, 'T-1', { operation: 'lockRate', payee: null });
  for (const reference of ['P-1', 'P-3', 'T-1']) settles(journal, reference, 'accepted');
  settles(journal, 'P-2', 'refused');
  const { copier, references, copied } = copierOf(journal);
  await copier.run();
  expect(references()).toEqual(['P-3', 'P-1']);
  expect(copied()).toBe(1);
});

test('an order that is accepted later is copied then, and once more by the next start if that was killed', async () => {
  const journal = newJournal();
  sends(journal, 'P-1');
  sends(journal, 'P-2');
  settles(journal, 'P-2', 'accepted');
  const { copier, copy, references } = copierOf(journal);
  await copier.run();
  expect(references()).toEqual(['P-2']);
  // The place stays before the order without an answer.
  expect(copiedUpTo(copy.reader).n).toBe(0);
  settles(journal, 'P-1', 'accepted');
  const again = copierOf(journal, copy);
  await again.copier.run();
  expect(references()).toEqual(['P-2', 'P-1']);
  sends(journal, 'P-3');
  settles(journal, 'P-3', 'accepted');
  again.copier.accepted(idOf(journal, 'P-3'));
  await again.copier.run();
  expect(references()).toEqual(['P-3', 'P-2', 'P-1']);
});

test('a start without news reads nothing again, and another journal begins anew', async () => {
  const journal = newJournal();
  sends(journal, 'P-1');
  settles(journal, 'P-1', 'accepted');
  const { copier, copy, references } = copierOf(journal);
  await copier.run();
  const again = copierOf(journal, copy);
  await again.copier.run();
  expect(again.copied()).toBe(0);
  const other = newJournal();
  sends(other, 'R-1');
  settles(other, 'R-1', 'accepted');
  await copierOf(other, copy).copier.run();
  expect(references()).toEqual(['R-1']);
});
