import { writeXlsx } from 'hucre/xlsx';
import { describe, expect, test } from 'vitest';

import { confirmFileColumns } from '../../../../electron/nouns/payments/file/payment-files.ts';
import { PaymentFileRunner } from '../../../../electron/nouns/payments/file/runner.ts';
import type { ConfirmedColumn, PaymentFile } from '../../../../shared/ipc/changes/payment-files.ts';
import { context, valueOf } from '../../../support/desks/lone-desk.ts';
import { painFile } from '../../../support/files/pain-files.ts';
import { openBatchDesk } from '../batch-desk.ts';

const rows = [
  ['Account', 'Payee', 'Amount', 'Currency', 'Our ref', 'Details'],
  ['1', 'Payee b-1', '5.00', 'USD', 'RUN-11-02', 'Invoice 88001 of November'],
  ['1', 'Payee b-2', '6.00', 'USD', 'RUN-11-03', 'Invoice 88002 of November'],
];

const both: ConfirmedColumn[] = [
  { at: 4, field: 'reference' },
  { at: 5, field: 'narration' },
];

function openRunner() {
  const desk = openBatchDesk();
  const runner = new PaymentFileRunner(desk.parts, () => undefined);
  const drop = async (fileName = 'suppliers.xlsx', given = rows): Promise<PaymentFile> => {
    const bytes = await writeXlsx({ sheets: [{ name: 'Payments', rows: given }] });
    return valueOf(await runner.add({ fileName, bytes }, context));
  };
  const start = ({ batchId, seal }: PaymentFile) =>
    runner.start(batchId, { by: 'person', acknowledged: [], seal }, context);
  return { ...desk, runner, drop, start };
}

describe('a workbook with “Our ref” and “Details”', () => {
  test('proposes what they are, with examples, and cannot be sent before they are confirmed', async () => {
    const desk = openRunner();
    const file = await desk.drop();
    expect(file.proposed).toEqual([
      { at: 4, heading: 'Our ref', examples: ['RUN-11-02', 'RUN-11-03'], field: 'reference' },
      {
        at: 5,
        heading: 'Details',
        examples: ['Invoice 88001 of November', 'Invoice 88002 of November'],
        field: 'narration',
      },
    ]);
    expect(file.proposedFields.map(({ name }) => name)).toEqual([
      'beneficiaryAccount',
      'beneficiaryId',
      'reference',
      'narration',
      'executionDate',
    ]);
    const refused = await desk.start(file);
    expect(refused).toMatchObject({
      ok: false,
      error: {
        code: 'confirmation.required',
        message: expect.stringMatching(
          /^suppliers\.xlsx: its columns “Our ref”, “Details” are not confirmed\. Nothing was sent\./,
        ) as string,
        fields: {
          columns: 'suppliers.xlsx: its columns “Our ref”, “Details” are not confirmed.',
        },
      },
    });
    expect(desk.orders).toEqual([]);
  });

  test('goes out with its references once they are confirmed', async () => {
    const desk = openRunner();
    const file = await desk.drop();
    const confirmed = await desk.runner.confirmColumns(file.batchId, both, context);
    expect(confirmed.proposed).toEqual([]);
    valueOf(await desk.start(confirmed));
    await desk.runner.ended();
    expect(desk.orders).toMatchObject([
      { reference: 'RUN-11-02', narration: 'Invoice 88001 of November' },
      { reference: 'RUN-11-03', narration: 'Invoice 88002 of November' },
    ]);
  });

  test('goes out under references of its own where a person says that “Our ref” is none', async () => {
    const desk = openRunner();
    const file = await desk.drop();
    await desk.runner.skip(file.batchId, { lines: [3], skipped: true }, context);
    const answers = [
      { at: 4, field: null },
      { at: 5, field: 'narration' },
    ];
    const confirmed = await desk.runner.confirmColumns(file.batchId, answers, context);
    expect(confirmed.notes).toEqual(['The column “Our ref” is not used.']);
    expect(confirmed.counts).toMatchObject({ ready: 1, skipped: 1 });
    const references = desk.linesOf(file.batchId).map(({ reference }) => reference);
    expect(references.some((reference) => reference.startsWith('RUN'))).toBe(false);
    expect(new Set(references).size).toBe(2);
  });

  test('gets no other references where the answers are not about them', async () => {
    const desk = openRunner();
    const bytes = await writeXlsx({
      sheets: [{ name: 'Payments', rows: rows.map((row) => row.filter((_, at) => at !== 4)) }],
    });
    const file = valueOf(await desk.runner.add({ fileName: 'details.xlsx', bytes }, context));
    expect(file.proposed.map(({ field }) => field)).toEqual(['narration']);
    const referencesNow = () => desk.linesOf(file.batchId).map(({ reference }) => reference);
    const before = referencesNow();
    await desk.runner.confirmColumns(file.batchId, [{ at: 4, field: 'narration' }], context);
    expect(referencesNow()).toEqual(before);
  });

  test('has lines that are ready or not by what its columns are confirmed to be', async () => {
    const desk = openRunner();
    const tooLong = rows.map((row, at) => (at === 1 ? [...row.slice(0, 5), 'x'.repeat(141)] : row));
    const file = await desk.drop('long.xlsx', tooLong);
    const statesNow = () => desk.linesOf(file.batchId).map(({ shown }) => shown);
    expect(statesNow()).toEqual(['invalid', 'ready']);
    const answers = [
      { at: 4, field: 'reference' },
      { at: 5, field: null },
    ];
    await confirmFileColumns(desk.parts, file.batchId, answers, { whyUnread: () => null });
    expect(statesNow()).toEqual(['ready', 'ready']);
  });

  test('is not asked about again next week', async () => {
    const desk = openRunner();
    const file = await desk.drop();
    await desk.runner.confirmColumns(file.batchId, both, context);
    const next = await desk.drop('next-week.xlsx');
    expect(next.proposed).toEqual([]);
    expect(next.notes[0]).toMatch(/^Its columns were matched as for suppliers\.xlsx/);
    expect(desk.linesOf(next.batchId).map(({ narration }) => narration)).toEqual([
      'Invoice 88001 of November',
      'Invoice 88002 of November',
    ]);
  });
});

test.each<[string, ConfirmedColumn[]]>([
  ['one is left out', [{ at: 4, field: 'reference' }]],
  [
    'one is not asked about',
    [
      { at: 4, field: 'reference' },
      { at: 1, field: 'narration' },
    ],
  ],
  [
    'two are the same',
    [
      { at: 4, field: 'narration' },
      { at: 5, field: 'narration' },
    ],
  ],
  [
    'one is what a column of the file is already',
    [
      { at: 4, field: 'amount' },
      { at: 5, field: 'narration' },
    ],
  ],
  [
    'one is nothing that a payment has',
    [
      { at: 4, field: '__proto__' },
      { at: 5, field: 'narration' },
    ],
  ],
])('answers are refused whole where %s', async (_, answers) => {
  const desk = openRunner();
  const file = await desk.drop();
  await expect(desk.runner.confirmColumns(file.batchId, answers, context)).rejects.toMatchObject({
    code: 'input.invalid',
  });
  expect((await desk.runner.get(file.batchId, context)).proposed).toHaveLength(2);
});

test('a pain.001 is not asked what its columns are', async () => {
  const desk = openRunner();
  const file = valueOf(
    await desk.runner.add(
      { fileName: 'run.xml', bytes: painFile({ groups: [{ lines: [{ id: 'A' }] }] }) },
      context,
    ),
  );
  expect(file.proposed).toEqual([]);
});
