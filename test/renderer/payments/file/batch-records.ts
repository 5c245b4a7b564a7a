import type { LinesArrival } from '../../../../shared/calendar/file-arrivals.ts';
import { appError } from '../../../../shared/errors.ts';
import type {
  FileToMatch,
  LineToRepair,
  PaymentFileFilter,
  PaymentFileLine,
  PaymentFileLineState,
  PaymentFile,
} from '../../../../shared/ipc/changes/payment-files.ts';
import { ok } from '../../../../shared/result.ts';
import type { Answers } from '../../support/fake-bridge.ts';
import { arrivalRecord } from '../payment-records.ts';

const payees = ['Kestrel Logistics Ltd', 'Oduya Foods', 'Marula GmbH', 'Savanna Packaging Co'];
const account = '30026712';

/** A line as the window is shown it. */
export const lineRecord = (at: number, given: Partial<PaymentFileLine> = {}): PaymentFileLine => ({
  line: at + 2,
  reference: `0198f3a2c1d47e5f8a90b1c2d3e4${String(at).padStart(4, '0')}`,
  state: 'ready',
  accountNumber: account,
  beneficiaryId: `B-${String(at % payees.length)}`,
  payeeName: payees[at % payees.length] ?? '',
  amount: { amount: `${String(1_200 + at)}.50`, currency: 'USD' },
  amountText: `${String(1_200 + at)}.50`,
  narration: `Invoice ${String(700_100 + at)}`,
  problems: {},
  warnings: [],
  submissionId: null,
  transferId: null,
  confirmed: null,
  error: null,
  ...given,
});

const counts = (given: Partial<Record<PaymentFileLineState, number>>): PaymentFile['counts'] => ({
  invalid: 0,
  ready: 0,
  skipped: 0,
  sending: 0,
  accepted: 0,
  refused: 0,
  unknown: 0,
  'not-sent': 0,
  'not-found': 0,
  'at-bank': 0,
  later: 0,
  scheduled: 0,
  ...given,
});

const shows: Readonly<Record<PaymentFileFilter, (line: PaymentFileLine) => boolean>> = {
  all: () => true,
  problems: ({ state, warnings }) =>
    ['invalid', 'refused', 'unknown'].includes(state) || (state === 'ready' && warnings.length > 0),
  open: ({ state }) => ['ready', 'not-sent', 'sending', 'unknown'].includes(state),
  sent: ({ state }) => state === 'accepted',
};

/** A file of these lines. */
export function batchRecord(
  lines: readonly PaymentFileLine[],
  given: Partial<PaymentFile> = {},
): PaymentFile {
  const byState: Partial<Record<PaymentFileLineState, number>> = {};
  for (const { state } of lines) byState[state] = (byState[state] ?? 0) + 1;
  const ready = lines.filter(({ state }) => state === 'ready' || state === 'not-sent');
  const found = (only: PaymentFileFilter): number => lines.filter(shows[only]).length;
  return {
    batchId: 'batch-1',
    fileName: 'payroll-november.xlsx',
    addedAt: '2026-11-20T09:12:00.000Z',
    state: 'ready',
    counts: counts(byState),
    lines: lines.length,
    found: {
      all: lines.length,
      problems: found('problems'),
      open: found('open'),
      sent: found('sent'),
    },
    seal: 'seal-1',
    notes: [],
    proposed: [],
    proposedFields: [],
    unknownAccounts: [],
    totals:
      ready.length === 0
        ? []
        : [
            {
              currency: 'USD',
              lines: ready.length,
              amount: { amount: '144059.50', currency: 'USD' },
              accountNumber: account,
              inFlight: null,
              balance: {
                before: { amount: '8420118.90', currency: 'USD' },
                after: { amount: '8276059.40', currency: 'USD' },
              },
              coversIt: true,
            },
          ],
    duplicateOf: null,
    toConfirm: [],
    stopReason: null,
    ...given,
  };
}

/** 118 payments, two of them with problems, one that stands twice. */
export const dropped: readonly PaymentFileLine[] = Array.from({ length: 118 }, (_, at) => {
  if (at === 3)
    return lineRecord(at, {
      state: 'invalid',
      amount: null,
      amountText: '1.234,50',
      problems: {
        amount: 'The amount “1.234,50” cannot be paid: use a point before the decimals.',
      },
    });
  if (at === 6)
    return lineRecord(at, {
      state: 'invalid',
      beneficiaryId: '',
      payeeName: 'Zephyr Trading',
      problems: { beneficiary: 'No saved payee is called “Zephyr Trading”.' },
    });
  if (at === 9)
    return lineRecord(at, {
      warnings: [
        {
          kind: 'duplicate',
          weight: 'confirm',
          message: 'The same amount to Oduya Foods stands in line 14 too.',
        },
      ],
    });
  return lineRecord(at);
});

/** The main process with this file and these lines. */
export function batchAnswers(
  lines: readonly PaymentFileLine[] = dropped,
  given: Partial<PaymentFile> = {},
): Answers {
  const batch = batchRecord(lines, given);
  const broken = lines.filter(({ state }) => state === 'invalid');
  return {
    'paymentFiles.repairs': () =>
      ok({ total: broken.length, rows: broken.slice(0, 20).map((line) => offerRecord(line)) }),
    'paymentFiles.list': () => ok({ rows: [batch] }),
    'paymentFiles.waiting': () => ok({ rows: [] }),
    'paymentFiles.get': () => ok(batch),
    'paymentFiles.add': () => ok(batch),
    'paymentFiles.arrivals': () => ok({ rows: arrivalsOf(lines) }),
    'paymentFiles.lines': ({ only, index, limit }) => {
      const found = lines.filter(shows[only]);
      return ok({ index, total: found.length, rows: found.slice(index, index + limit) });
    },
    'paymentFiles.locate': ({ line }) => {
      const index = lines.findIndex((one) => one.line === line);
      return ok({ index: index < 0 ? null : index });
    },
    'paymentFiles.skip': (request) => {
      const changed = request.lines.length;
      return ok({ file: batch, act: 5, changed, skipped: [] });
    },
    'paymentFiles.undoSkip': () => ok({ file: batch, changed: 1, skipped: [] }),
    'paymentFiles.start': () => ok({ ...batch, state: 'sending' }),
    'paymentFiles.stop': () => ok(batch),
    'paymentFiles.remove': () => ok({ removed: true }),
    'paymentFiles.saveResult': () =>
      ok({ saved: true, fileName: 'payroll-november-result.csv', lines: lines.length }),
  };
}

/** All ready lines before the cut-off, which is far ahead. */
const arrivalsOf = (lines: readonly PaymentFileLine[]): LinesArrival[] => {
  const ready = lines.filter(({ state }) => state === 'ready').length;
  if (ready === 0) return [];
  return [{ kind: 'now', currency: 'USD', lines: ready, arrival: arrivalRecord(false) }];
};

/** What may repair a line; nothing unless a test says so. */
export const offerRecord = (
  line: PaymentFileLine,
  given: Partial<LineToRepair> = {},
): LineToRepair => ({
  line,
  revision: line.repairs?.length ?? 0,
  payees: [],
  likelyPayee: null,
  accounts: [],
  likelyAccount: null,
  lastPaid: null,
  ...given,
});

/** A file in other words, as it is shown to be matched. */
const columnsSeen: FileToMatch = {
  fileId: 'waits-1',
  accountNumber: null,
  draft: null,
  fileName: 'lauf.csv',
  firstLine: 3,
  columns: [
    {
      heading: 'Empfänger',
      description: 'names of saved payees',
      guess: 'beneficiary',
      decimals: 'whole',
    },
    {
      heading: 'Soll',
      description: 'amounts, point or comma unclear',
      guess: null,
      decimals: 'ambiguous',
    },
    {
      heading: 'Haben',
      description: 'amounts, decimals behind a comma',
      guess: null,
      decimals: 'comma',
    },
    { heading: 'Verwendungszweck', description: 'texts', guess: 'narration', decimals: 'whole' },
  ],
  fields: [
    { name: 'account', label: 'Account to pay from' },
    { name: 'beneficiary', label: 'Payee' },
    { name: 'amount', label: 'Amount' },
    { name: 'narration', label: 'Narration' },
  ],
  lines: [
    { line: 1, cells: ['Zahlungslauf'] },
    { line: 2, cells: ['Empfänger', 'Soll', 'Haben', 'Verwendungszweck'] },
    { line: 3, cells: ['Oduya Foods', '1,500', '2,25', 'Rechnung 88213 vom 12. November'] },
    { line: 4, cells: ['Kestrel Logistics Ltd', '12,250', '', 'Fracht Mombasa'] },
    { line: 5, cells: ['Marula GmbH', '', '1.104,80', 'Miete Dezember, Lager 4'] },
  ],
  why: 'it has no column called amount.',
};

/** A desk that asks for the columns of every file that is dropped, and keeps them waiting as the real one does. */
export function askingColumns(given: { waits?: boolean } = {}): Answers {
  const files = batchAnswers([lineRecord(0)]);
  let waits: FileToMatch | null = given.waits === true ? columnsSeen : null;
  return {
    ...files,
    'paymentFiles.list': () => ok({ rows: [] }),
    'paymentFiles.waiting': () =>
      ok({ rows: waits ? [{ ...waits, addedAt: '2026-11-20T09:00:00.000Z' }] : [] }),
    'paymentFiles.columns': () => ok((waits = columnsSeen)),
    'paymentFiles.lookAt': ({ firstLine }) =>
      ok({ ...(waits ?? columnsSeen), firstLine: firstLine ?? waits?.draft?.firstLine ?? 3 }),
    'paymentFiles.saveDraft': ({ draft }) => {
      waits = { ...(waits ?? columnsSeen), draft };
      return ok({ saved: true });
    },
    'paymentFiles.dismiss': () => {
      waits = null;
      return ok({ dismissed: true });
    },
    'paymentFiles.match': (given) => {
      waits = null;
      return files['paymentFiles.add']!({
        ...given,
        fileName: 'lauf.csv',
        bytes: new Uint8Array(),
      });
    },
    'paymentFiles.add': () => ({ ok: false, error: appError('file.columns-unknown', 'c-1') }),
  };
}
