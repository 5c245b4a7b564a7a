import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import PostalMime from 'postal-mime';
import { beforeEach, describe, expect, test } from 'vitest';

import { adviceFile } from '../../../electron/nouns/payments/advice/advice-file.ts';
import { paidPayment } from '../../../electron/nouns/payments/advice/paid.ts';
import { writeAdvices } from '../../../electron/nouns/payments/advice/write-advices.ts';
import { noWords } from '../../../electron/engines/bank/mapping/status-terms.ts';
import { evidenceIn } from '../../../electron/nouns/statements/statement-evidence.ts';
import type { Transfer } from '../../../shared/bank/transfers.ts';
import type { AdviceKind } from '../../../shared/ipc/changes/advice.ts';
import {
  accountOf,
  beginning,
  debitOf,
  openLoneDesk,
  readStatement,
  transferOf,
  written,
  type LoneDesk,
} from '../../support/desks/lone-desk.ts';
import { pdfText } from '../../support/files/pdf-text.ts';
import { tempFolder } from '../../support/setup/temp-folder.ts';

let desk: LoneDesk;

beforeEach(() => {
  desk = openLoneDesk();
  desk.cache.saveAccounts([accountOf({ accountName: 'Acme Treasury' })], beginning);
});

const parts = () => ({
  ...desk.parts,
  evidence: evidenceIn(desk.reader),
  bank: { statusWords: noWords },
  bankName: 'Scripted Bank',
});
const paid = (kind: AdviceKind = 'advice', reference = 'R-1') =>
  paidPayment(parts(), reference, kind);
const reason = (kind: AdviceKind = 'advice'): string => {
  const found = paid(kind);
  return found.ok ? expect.fail('there is a paper') : found.error;
};

const listed = (given: Partial<Transfer> = {}): void => {
  const transfer = transferOf({ id: 'T-1', reference: 'R-1', ...given });
  desk.cache.saveTransfers([transfer], beginning, { complete: true });
};

/** A payment of 100.00 USD to b-1 that the bank accepted. */
const accepted = (given: Partial<Parameters<typeof written>[2]> = {}) =>
  written(desk, 'R-1', { state: 'accepted', recordId: 'T-1', ...given });

const booked = (...given: Parameters<typeof debitOf>[1][]): void => {
  readStatement(
    desk,
    given.map((one, at) => debitOf(`E-${String(at + 1)}`, { customReference: 'R-1', ...one })),
  );
};

describe('an advice', () => {
  test('says what was sent and what the bank reported', () => {
    accepted();
    listed({ status: 'completed', beneficiaryName: 'Ada Obi', narration: 'Invoice 7' });
    const found = paid();
    expect(found.ok && found.value).toMatchObject({
      ...{ kind: 'advice', reference: 'R-1', payer: 'Acme Treasury' },
      ...{ amount: { amount: '100.00', currency: 'USD' }, status: 'completed' },
      ...{ narration: 'Invoice 7', transferId: 'T-1', booking: null },
    });
  });

  test('leaves out what the bank did not report', async () => {
    accepted();
    const found = paid();
    if (!found.ok) expect.fail(found.error);
    const { bytes } = adviceFile(found.value, 'pdf', parts());
    const text = await pdfText(bytes as Uint8Array);
    expect(text).toContain('100.00 USD');
    expect(text).not.toMatch(/Narration|Bank’s status|Booked| to$/m);
  });

  test('needs the bank’s acceptance', () => {
    expect(reason()).toBe('No payment with this reference is known here.');
    written(desk, 'R-1', { state: 'unknown' });
    expect(reason()).toBe('The bank has not accepted it, as far as is known.');
  });

  test('is not written where nothing confirms that the bank has it', () => {
    accepted({ confirmed: false });
    expect(reason()).toContain('nothing confirms yet that it is this payment');
  });

  test('is not written of what the bank has twice', () => {
    accepted();
    const twice = ['T-1', 'T-2'].map((id) => transferOf({ id, reference: 'R-1' }));
    desk.cache.saveTransfers(twice, beginning, { complete: true });
    expect(reason()).toBe('The bank has several transfers under this reference.');
  });

  test('is not written of what came back', () => {
    accepted();
    booked({}, { direction: 'credit' });
    expect(reason()).toContain('it came back');
  });
});

describe('a proof of payment', () => {
  test('needs one debit in a proven day, and names it', async () => {
    accepted();
    expect(reason('proof')).toContain('not booked in the statement yet');
    booked({}, { amountE4: 15_000n, narration: 'Fee' });
    const found = paid('proof');
    if (!found.ok) expect.fail(found.error);
    expect(found.value.booking).toMatchObject({
      entryId: 'E-1',
      day: '2026-11-20',
      isProven: true,
    });
    const { name, bytes } = adviceFile(found.value, 'pdf', parts());
    expect(name).toBe('PROOF_R-1.pdf');
    const text = await pdfText(bytes as Uint8Array);
    expect(text).toContain('Proof of payment');
    expect(text).toContain('20 Nov 2026, entry E-1');
  });

  test.each([
    ['unproven' as const, 'is not proven'],
    ['broken' as const, 'is not proven'],
  ])('is not written of a day that is %s', (state, words) => {
    accepted();
    readStatement(desk, [debitOf('E-1', { customReference: 'R-1' })], { state });
    expect(reason('proof')).toContain(words);
    expect(paid('advice').ok).toBe(true);
  });

  test('is not written where the statement has the amount twice, or another amount', () => {
    accepted();
    booked({ amountE4: 999_999n });
    expect(reason('proof')).toContain('not booked');
    booked({}, {});
    expect(reason('proof')).toContain('more than one debit');
  });
});

test('a message has the paper attached, its facts as text, and no recipient', async () => {
  accepted();
  listed({ narration: 'Invoice 7\r\nBcc: x@example.org' });
  const found = paid();
  if (!found.ok) expect.fail(found.error);
  const { name, bytes } = adviceFile(found.value, 'eml', parts());
  expect(name).toBe('ADVICE_R-1.eml');
  const read = await PostalMime.parse(bytes);
  expect(read.subject).toBe('Payment advice R-1: 100.00 USD');
  expect([read.to, read.bcc]).toEqual([undefined, undefined]);
  expect(read.text).toContain('Amount: 100.00 USD');
  expect(read.attachments[0]).toMatchObject({ filename: 'ADVICE_R-1.pdf' });
  const text = await pdfText(new Uint8Array(read.attachments[0]?.content as ArrayBuffer));
  expect(text).toContain('Payment advice');
});

test('papers of several payments go into a folder, none replaces a file, and each that is missing has its reason', async () => {
  accepted();
  written(desk, 'R/2', { state: 'accepted', recordId: 'T-2' });
  written(desk, 'R-3', { state: 'refused' });
  const folder = tempFolder();
  const wanted = { kind: 'advice', as: 'pdf' } as const;
  const first = await writeAdvices(parts(), ['R-1', 'R/2', 'R-3'], wanted, folder);
  expect(first.written.map(({ fileName }) => fileName)).toEqual([
    'ADVICE_R-1.pdf',
    'ADVICE_R-2.pdf',
  ]);
  expect(first.refused).toEqual([
    { reference: 'R-3', reason: 'The bank has not accepted it, as far as is known.' },
  ]);
  const before = readFileSync(join(folder, 'ADVICE_R-1.pdf'));
  await writeAdvices(parts(), ['R-1'], wanted, folder);
  expect(readFileSync(join(folder, 'ADVICE_R-1.pdf'))).toEqual(before);
  expect(readdirSync(folder)).toContain('ADVICE_R-1_2.pdf');
});
