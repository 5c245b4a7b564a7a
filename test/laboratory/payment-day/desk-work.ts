import type { BankDesk } from '../../../electron/desk/open-bank/bank-desk.ts';
import { enterDueAmount } from '../../../electron/desk/due/amounts/enter-due-amount.ts';
import { dueRows } from '../../../electron/desk/due/due-rows.ts';
import { prepareDue } from '../../../electron/desk/due/prepare-due.ts';
import { sendDue } from '../../../electron/desk/due/sending/send-due.ts';
import { settleSent } from '../../../electron/nouns/due-payments/change.ts';
import { dueDaysAt } from '../../../electron/nouns/due-payments/due-days.ts';
import { workingDaysOf } from '../../../electron/nouns/due-payments/working-days.ts';
import { invoiceHandlers } from '../../../electron/nouns/invoices/routes.ts';
import { fileLines } from '../../../electron/nouns/payments/file/tables/line-tables.ts';
import { listPaymentFiles } from '../../../electron/nouns/payments/file/tables/file-tables.ts';
import type { PaymentFileLine } from '../../../shared/ipc/changes/payment-files.ts';
import type { Stamp } from '../../../shared/actor.ts';
import { mirageAccounts } from '../../support/banks/mirage/mirage.ts';
import { firstPayee, miragePayees } from '../../support/banks/mirage/mirage-records.ts';
import { actorNamed } from '../../support/desks/actors.ts';
import { ciiInvoice, ublInvoice } from '../../support/files/invoices.ts';
import { programs } from '../../support/programs/programs.ts';
import type { LabInvoice } from './plan.ts';

const context = { correlationId: 'laboratory' };
const lineMax = 100;

/** The desk whose invoices are read now: all desks share one reading thread. */
let atWork: BankDesk | null = null;
const invoices = invoiceHandlers(
  () => {
    if (atWork === null) throw new Error('no desk reads invoices');
    return atWork;
  },
  {
    worker: programs.storeWorker,
    saveAs: () => Promise.resolve(undefined),
    openSaved: () => Promise.resolve(true),
  },
);

/** A second file of an invoice is of the other kind of XML. */
function fileOf({ number, fate, payee, amount, due }: LabInvoice): {
  fileName: string;
  text: string;
} {
  const record = firstPayee(miragePayees[payee]!);
  const account = fate === 'other details' ? 'DE75512108001245126199' : record.accountNumber;
  const written = {
    ...{ number, reference: number, seller: record.name, currency: 'USD', type: '380' },
    ...{ gross: amount, due: amount, issued: '2026-10-20', dueDay: due, prepaid: '0.00' },
    means: [{ code: '30', iban: account, holder: record.name }],
  };
  const text = fate === 'same' ? ublInvoice(written) : ciiInvoice(written);
  return { fileName: `${number} ${fate}.xml`, text };
}

/** What came of dropped invoices: the reference of each, and why it stays out of the file. */
export type Dropped = { readonly reference: string; readonly held: string };

/** Reads invoices, makes a payment file of those that can be paid, leaves out what looks alike, and sends the file. */
export async function dropInvoices(
  desk: BankDesk,
  dropped: readonly LabInvoice[],
  note: (invoice: LabInvoice, dropped: Dropped) => void,
): Promise<string> {
  atWork = desk;
  const rows: { invoice: LabInvoice; invoiceId: string; reference: string }[] = [];
  for (const invoice of dropped) {
    const { fileName, text } = fileOf(invoice);
    const read = await invoices['invoices.read']({ fileName, bytes: Buffer.from(text) }, context);
    if (!read.ok) return read.error.code;
    const { invoiceId, reference } = read.value;
    rows.push({ invoice, invoiceId, reference });
  }
  const made = await invoices['invoices.toFile'](
    {
      invoiceIds: rows.map(({ invoiceId }) => invoiceId),
      accounts: [{ currency: 'USD', accountNumber: mirageAccounts[0] }],
    },
    context,
  );
  if (!made.ok) return made.error.code;
  const { batchId, heldBack } = made.value;
  for (const { invoice, invoiceId, reference } of rows) {
    const held = heldBack.find((one) => one.invoiceId === invoiceId)?.reason ?? '';
    note(invoice, { reference, held });
  }
  const sent = batchId === null ? 'no file' : await sendFile(desk, batchId);
  return `${String(heldBack.length)} held, ${sent}`;
}

/** As a careful person does: what must be confirmed is left out, the last of those alike first; the rest is sent. */
async function sendFile(desk: BankDesk, batchId: string): Promise<string> {
  const { paymentFiles } = desk;
  let file = await paymentFiles.get(batchId, context);
  for (;;) {
    const doubtful = linesOf(desk, batchId).filter(isDoubtful).at(-1);
    if (doubtful === undefined) break;
    const change = { lines: [doubtful.line], skipped: true };
    ({ file } = await paymentFiles.skip(batchId, change, context));
  }
  const { ready, later, 'not-sent': notSent } = file.counts;
  if (ready + later + notSent === 0) return 'nothing to send';
  const seen = { by: 'person', acknowledged: [], seal: file.seal } as const;
  const started = await paymentFiles.start(batchId, seen, context);
  if (!started.ok) return started.error.code;
  await paymentFiles.ended();
  const { counts, stopReason } = await paymentFiles.get(batchId, context);
  const found = Object.entries(counts).filter(([, count]) => count > 0);
  return `${found.map(([state, count]) => `${String(count)} ${state}`).join(', ')} ${stopReason ?? ''}`;
}

const isDoubtful = ({ state, warnings }: PaymentFileLine): boolean =>
  (state === 'ready' || state === 'later' || state === 'not-sent') &&
  warnings.some(({ weight }) => weight === 'confirm');

export const linesOf = ({ copy }: BankDesk, batchId: string): PaymentFileLine[] =>
  fileLines(copy.journal, batchId, { only: 'all', index: 0, limit: lineMax });

/** Goes on with every file that has something to send. */
export async function resumeFiles(desk: BankDesk): Promise<string> {
  const words: string[] = [];
  for (const { batchId, state } of listPaymentFiles(desk.copy.journal))
    if (state !== 'done') words.push(await sendFile(desk, batchId));
  return words.join(' / ') || 'no files';
}

/** As the command line does: what has no answer first; it ends at the first doubt. */
export async function sendAllDue(
  { changes, copy, profile }: BankDesk,
  stamp: Stamp,
  isReleased: boolean,
): Promise<string> {
  settleSent(copy.journal, stamp);
  prepareDue(changes, workingDaysOf(profile.bankFile));
  enterAmounts({ changes, copy }, stamp);
  const rows = dueRows({ journal: copy.journal, days: dueDaysAt(changes.clock) })
    .filter(({ state }) => state !== 'scheduled')
    .toSorted((a, b) => Number(b.state === 'unknown') - Number(a.state === 'unknown'));
  const words: string[] = [];
  for (const { reference } of rows) {
    const sent = await sendDue(
      changes,
      reference,
      {
        approval: { by: 'script', twins: [], payeeChecked: true, twinsUnchecked: false },
        ...{ stamp, deskId: copy.deskId },
        release: isReleased ? { ...stamp, actor: actorNamed('Ada Merlin') } : null,
      },
      context,
    );
    words.push(sent.ok ? sent.value.submission.state : sent.error.code);
    if (sent.ok && sent.value.submission.state === 'unknown') break;
  }
  return words.join(', ') || 'nothing due';
}

/** A person enters the amounts that are needed today; it is the same one whoever enters it. */
function enterAmounts({ changes, copy }: Pick<BankDesk, 'changes' | 'copy'>, stamp: Stamp): void {
  const { journal, reader } = copy;
  const days = dueDaysAt(changes.clock);
  for (const { reference, state, day } of dueRows({ journal, days })) {
    if (state !== 'amount-needed' || day > days.first) continue;
    const typed = { amount: '6100.00', instead: null };
    const entered = enterDueAmount({ journal, reader }, reference, typed, { stamp, context });
    if (!entered.ok) throw new Error(entered.error.message);
  }
}
