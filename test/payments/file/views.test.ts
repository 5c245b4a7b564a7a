import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import type { Journal } from '../../../electron/engines/store/database.ts';
import { openJournal } from '../../../electron/engines/store/opening/journal.ts';
import type { PaymentFileRecord } from '../../../electron/nouns/payments/file/tables/file-tables.ts';
import type { PaymentLine } from '../../../electron/nouns/payments/file/tables/line-tables.ts';
import { fundsLater } from '../../../electron/engines/submissions/funds/funds.ts';
import {
  adoptFound,
  type FoundPayment,
} from '../../../electron/engines/submissions/journal/adopt-found.ts';
import { matchableFields } from '../../../electron/nouns/payments/file/reading/columns.ts';
import { fileView, interrupted } from '../../../electron/nouns/payments/file/views.ts';
import type { PaymentWarningKind } from '../../../shared/ipc/changes/payments.ts';
import { aboutOf } from '../../support/about.ts';
import { fundsPartsOver } from '../../support/desks/changes.ts';
import { add, batch, line, send } from '../../support/files/payment-lines.ts';
import { asOf, closing, key, openCopy, temporaryFolder } from '../../support/stores/store.ts';

const fundsOver = (copy: Parameters<typeof fundsPartsOver>[0]) =>
  fundsLater(fundsPartsOver(copy, asOf));

const warned = (number: number, ...kinds: PaymentWarningKind[]): PaymentLine =>
  line(number, {
    checked: {
      warnings: kinds.map((kind) => ({ kind, weight: 'confirm', message: 'Look at it.' })),
    },
  });

/** The view of a file of such lines, of which some were sent. */
function viewOf(
  lines: readonly PaymentLine[],
  {
    sent = {},
    given = {},
    isRunning = false,
    isUnlisted = false,
    balance = null,
    prepare = () => undefined,
  }: {
    sent?: Readonly<Record<string, Parameters<typeof send>[2]>>;
    given?: Partial<PaymentFileRecord>;
    isRunning?: boolean;
    isUnlisted?: boolean;
    balance?: string | null;
    prepare?: (journal: Journal) => void;
  } = {},
) {
  const journal = closing(
    openJournal(join(temporaryFolder(), 'journal.db'), key, { program: 'test' }),
  );
  const { writer, reader } = openCopy();
  writer.ensureAccount('1', 'USD');
  if (balance !== null)
    writer.saveAccounts(
      [
        {
          accountId: '1',
          clientId: '',
          entityId: '',
          uniqueRequestId: '',
          currencyIso3Code: 'USD',
          accountName: '',
          status: '',
          availableBalance: balance,
          accountType: '',
        },
      ],
      asOf,
    );
  prepare(journal);
  const file = batch('a', given);
  add(journal, file, lines);
  for (const [reference, state] of Object.entries(sent)) {
    const { amount } = lines.find(({ checked }) => checked.reference === reference)!.checked;
    send(journal, reference, state, amount);
  }
  return fileView({ journal, reader }, file, {
    isRunning,
    isUnlisted,
    seal: 'S',
    fundsAt: fundsOver({ journal, reader }),
  });
}

const usd = (amount: string) => ({ amount, currency: 'USD' });

test('a file is shown with what it is, as it was dropped', () => {
  expect(viewOf([line(2)], { given: { state: 'stopped', stopReason: 'No network.' } })).toEqual({
    batchId: 'a',
    fileName: 'a.csv',
    addedAt: asOf,
    state: 'stopped',
    counts: {
      invalid: 0,
      ready: 1,
      skipped: 0,
      later: 0,
      scheduled: 0,
      sending: 0,
      accepted: 0,
      refused: 0,
      unknown: 0,
      'not-sent': 0,
      'not-found': 0,
      'at-bank': 0,
    },
    lines: 1,
    found: { all: 1, problems: 0, open: 1, sent: 0 },
    notes: ['a note'],
    proposed: [],
    proposedFields: [],
    unknownAccounts: [],
    totals: [
      {
        currency: 'USD',
        lines: 1,
        amount: usd('1.00'),
        accountNumber: '1',
        balance: { before: null, after: null },
        coversIt: null,
        inFlight: null,
      },
    ],
    duplicateOf: null,
    seal: 'S',
    toConfirm: [],
    stopReason: 'No network.',
  });
});

describe('a file that was being sent', () => {
  test('and is not any more was interrupted', () => {
    expect(viewOf([line(2)], { given: { state: 'sending' } })).toMatchObject({
      state: 'stopped',
      stopReason: interrupted,
    });
  });

  test('and still is, is shown as such; one that is done stays done', () => {
    const sending = { given: { state: 'sending' }, isRunning: true } as const;
    expect(viewOf([line(2)], sending)).toMatchObject({ state: 'sending', stopReason: null });
    expect(viewOf([line(2)], { given: { state: 'done' } })).toMatchObject({
      state: 'done',
      stopReason: null,
    });
  });
});

test('lines are counted by their states, and under every filter that shows them', () => {
  const lines = [2, 3, 4, 5, 6, 7].map((number) => line(number, { toConfirm: number === 2 }));
  const other = [
    line(8, { state: 'invalid' }),
    line(9, { state: 'skipped' }),
    line(10, { toConfirm: true }),
    line(11, { toConfirm: true }),
  ];
  const sent = {
    'R-2': 'accepted',
    'R-3': 'refused',
    'R-4': 'unknown',
    'R-5': 'not-sent',
    'R-6': 'not-found',
  } as const;
  expect(viewOf([...lines, ...other], { sent })).toMatchObject({
    lines: 10,
    counts: {
      accepted: 1,
      refused: 1,
      unknown: 1,
      'not-sent': 1,
      'not-found': 1,
      ready: 3,
      invalid: 1,
      skipped: 1,
      sending: 0,
    },
    // Refused, unknown, not sent, not found, invalid, and two ready with a warning.
    found: { all: 10, problems: 7, open: 5, sent: 1 },
  });
});

test('a line that the bank has already is counted and found as sent', () => {
  const found: FoundPayment = {
    reference: 'R-2',
    operation: 'createSingleTransfer',
    body: { reference: 'R-2', accountNumber: '1', amount: '1.00', currency: 'USD' },
    about: aboutOf('Transfer', { accountNumber: '1' }),
    likeness: null,
    recordId: 'T-1',
    state: 'accepted',
    error: null,
    createdAt: asOf,
    source: 'bank',
    words: 'The bank lists it.',
  };
  const prepare = (journal: Journal): void => {
    adoptFound(journal, [found], asOf);
  };
  expect(viewOf([line(2), line(3)], { prepare })).toMatchObject({
    counts: { 'at-bank': 1, ready: 1 },
    found: { all: 2, problems: 0, open: 1, sent: 1 },
  });
});

describe('the unknown accounts', () => {
  const from = (accountNumber: string) => ({ checked: { accountNumber } });

  test('are those of lines that cannot be sent, as the file writes them, and none of ours', () => {
    const unknown = { state: 'invalid', ...from('9932013000') } as const;
    const inDollars = { amount: { amount: '1.00', currency: 'USD' } };
    const lines = [
      line(2, unknown),
      line(3, unknown),
      line(4, { state: 'invalid', checked: { accountNumber: '77', ...inDollars } }),
      line(5, { state: 'invalid', ...from('1') }),
      line(6, { state: 'invalid', ...from('') }),
      line(7, from('88')),
    ];
    expect(viewOf(lines).unknownAccounts).toEqual([
      { written: '77', currency: 'USD', endingAlike: [] },
      { written: '9932013000', currency: '', endingAlike: [] },
    ]);
  });

  test('are ten at most', () => {
    const lines = Array.from({ length: 12 }, (_, at) =>
      line(at + 2, { state: 'invalid', ...from(`99${String(10 + at)}`) }),
    );
    expect(viewOf(lines).unknownAccounts).toHaveLength(10);
  });
});

test('columns to confirm can mean what every bank takes, where this one requires nothing more', () => {
  const column = { at: 0, heading: 'Konto', examples: ['1'], field: null };
  const proposed = { columns: [column], shape: '', offset: 0 };
  const { proposedFields } = viewOf([line(2)], { given: { proposed } });
  expect(proposedFields.map(({ name }) => name)).toEqual(
    matchableFields([])
      .map(({ name }) => name)
      .filter((name) => name !== 'amount'),
  );
});

describe('the sum', () => {
  test('is of what is still to be sent, by account and currency', () => {
    const elsewhere = { accountNumber: '2' };
    const inYen = { amount: { amount: '500', currency: 'JPY' } };
    const lines = [
      line(2, { amount: '10.00' }),
      line(3, { amount: '20.00', toConfirm: true }),
      line(4, { amount: '40.00' }),
      line(5, { amount: '80.00' }),
      line(6, { amount: '5.00', checked: elsewhere }),
      line(7, { checked: inYen }),
      line(8, { amount: '7.00', state: 'skipped' }),
      line(9, { checked: { amount: null } }),
    ];
    const { totals } = viewOf(lines, { sent: { 'R-4': 'accepted', 'R-5': 'not-sent' } });
    const sums = totals.map(({ accountNumber, amount, lines: count }) => [
      accountNumber,
      amount,
      count,
    ]);
    expect(sums).toHaveLength(3);
    expect(sums).toContainEqual(['1', usd('110.00'), 3]);
    expect(sums).toContainEqual(['2', usd('5.00'), 1]);
    expect(sums).toContainEqual(['1', { amount: '500', currency: 'JPY' }, 1]);
  });

  test.each([
    ['3.00', '0.00', true, []],
    ['2.99', '-0.01', false, [{ kind: 'insufficient', lines: 2 }]],
  ])('of 3.00 and a balance of %s leave %s', (before, after, coversIt, toConfirm) => {
    expect(viewOf([line(2), line(3, { amount: '2.00' })], { balance: before })).toMatchObject({
      totals: [{ balance: { before: usd(before), after: usd(after) }, coversIt }],
      toConfirm,
    });
  });

  test('count against what is left behind what is in flight, of this file and of everything else', () => {
    const given = { sent: { 'R-4': 'accepted' }, balance: '6.99' } as const;
    const lines = [line(2), line(3, { amount: '2.00' }), line(4, { amount: '4.00' })];
    expect(viewOf(lines, given)).toMatchObject({
      totals: [
        {
          ...{ amount: usd('3.00'), inFlight: usd('4.00'), coversIt: false },
          balance: { before: usd('6.99'), after: usd('-0.01') },
        },
      ],
      toConfirm: [{ kind: 'insufficient', lines: 2 }],
    });
    expect(viewOf(lines, { ...given, balance: '7.00' })).toMatchObject({
      totals: [{ balance: { after: usd('0.00') }, coversIt: true }],
      toConfirm: [],
    });
  });

  test('is shown without the balance where the local copy cannot be read', () => {
    const journal = closing(
      openJournal(join(temporaryFolder(), 'journal.db'), key, { program: 'test' }),
    );
    const { reader } = openCopy();
    const unknown = line(3, { state: 'invalid', checked: { accountNumber: '9' } });
    add(journal, batch('a'), [line(2), unknown]);
    reader.connection.close();
    const view = fileView({ journal, reader }, batch('a'), {
      isRunning: false,
      isUnlisted: false,
      seal: '',
      fundsAt: fundsOver({ journal, reader }),
    });
    expect(view).toMatchObject({
      totals: [{ amount: usd('1.00'), coversIt: null }],
      toConfirm: [],
    });
    expect(view.unknownAccounts).toEqual([]);
  });
});

test('what is to be confirmed is counted over the lines that would be sent, by its kind', () => {
  const lines = [
    warned(2, 'duplicate'),
    warned(3, 'duplicate', 'currency'),
    warned(4, 'open-twin'),
    warned(5, 'duplicate'),
    warned(6, 'duplicate'),
  ];
  const { toConfirm } = viewOf(lines, {
    sent: { 'R-4': 'accepted', 'R-5': 'not-sent', 'R-6': 'unknown' },
  });
  expect(toConfirm).toHaveLength(2);
  expect(toConfirm).toContainEqual({ kind: 'duplicate', lines: 3 });
  expect(toConfirm).toContainEqual({ kind: 'currency', lines: 1 });
});

describe('that the bank’s list of payments could not be read', () => {
  test('is to be confirmed for each line that would be sent', () => {
    const lines = [line(2), line(3), line(4), line(5, { state: 'skipped' })];
    const sent = { 'R-3': 'accepted', 'R-4': 'not-sent' } as const;
    expect(viewOf(lines, { sent, isUnlisted: true }).toConfirm).toEqual([
      { kind: 'twins-unread', lines: 2 },
    ]);
  });

  test('is nothing to confirm where no line would be sent', () => {
    const sent = { 'R-2': 'accepted' } as const;
    expect(viewOf([line(2)], { sent, isUnlisted: true }).toConfirm).toEqual([]);
  });
});

test('two accounts that cover too little are counted together', () => {
  const journal = closing(
    openJournal(join(temporaryFolder(), 'journal.db'), key, { program: 'test' }),
  );
  const { writer, reader } = openCopy();
  const empty = (accountId: string) => ({
    accountId,
    clientId: '',
    entityId: '',
    uniqueRequestId: '',
    currencyIso3Code: 'USD',
    accountName: '',
    status: '',
    availableBalance: '0',
    accountType: '',
  });
  writer.saveAccounts([empty('1'), empty('2')], asOf);
  add(journal, batch('a'), [line(2), line(3, { checked: { accountNumber: '2' } }), line(4)]);
  expect(
    fileView({ journal, reader }, batch('a'), {
      isRunning: false,
      isUnlisted: false,
      seal: '',
      fundsAt: fundsOver({ journal, reader }),
    }).toConfirm,
  ).toEqual([{ kind: 'insufficient', lines: 3 }]);
});

test('the same file that was dropped before is named', () => {
  const journal = closing(
    openJournal(join(temporaryFolder(), 'journal.db'), key, { program: 'test' }),
  );
  const { reader } = openCopy();
  add(journal, batch('a'), [line(2)]);
  add(journal, batch('b'), [line(2)]);
  const of = (file: PaymentFileRecord) =>
    fileView({ journal, reader }, file, {
      isRunning: false,
      isUnlisted: false,
      seal: '',
      fundsAt: fundsOver({ journal, reader }),
    }).duplicateOf;
  expect(of(batch('b'))).toBe('a.csv');
  expect(of(batch('a'))).toBeNull();
});
