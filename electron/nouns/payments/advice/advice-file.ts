import { createHash } from 'node:crypto';

import { clockText } from '../../../../shared/calendar/calendar.ts';
import { fullDay } from '../../../../shared/calendar/day-labels.ts';
import { cleanFileName } from '../../../../shared/file-name.ts';
import type { AdviceFormat } from '../../../../shared/ipc/changes/advice.ts';
import { formatMoney } from '../../../../shared/money/format.ts';
import type { Money } from '../../../../shared/money/money.ts';
import { mailFile } from '../../../engines/formats/mail-file.ts';
import { pdfList, type PdfBlock } from '../../../engines/formats/pdf-pages.ts';
import { timestampNow, type Clock } from '../../../engines/machine/context.ts';
import type { PaidPayment } from './paid.ts';

export type AdviceFile = { readonly name: string; readonly bytes: string | Uint8Array };

type Written = { readonly clock: Clock; readonly bankName: string };

/** An advice or a proof as a PDF, or as a message with that PDF attached. */
export function adviceFile(paid: PaidPayment, as: AdviceFormat, written: Written): AdviceFile {
  const stem = `${paid.kind === 'proof' ? 'PROOF' : 'ADVICE'}_${paid.reference.replaceAll('/', '-')}`;
  const bytes = advicePdf(paid, written);
  const pdfName = cleanFileName(`${stem}.pdf`);
  if (as === 'pdf') return { name: pdfName, bytes };
  const lines = factsOf(paid, written).map(([label, value]) => `${label}: ${value}`);
  const text = [titleOf(paid), '', ...lines, '', noteOf(paid)].join('\n');
  return {
    name: cleanFileName(`${stem}.eml`),
    bytes: mailFile({
      ...{ text, subject: `${titleOf(paid)} ${paid.reference}: ${moneyText(paid.amount)}` },
      atMs: written.clock.now(),
      id: createHash('sha256').update(`${paid.kind} ${paid.reference}`).digest('hex').slice(0, 24),
      attachment: { name: pdfName, mediaType: 'application/pdf', bytes },
    }),
  };
}

/** Documents that leave the desk use one number style, independent of the setting for the window. */
const moneyText = (amount: Money): string => formatMoney(amount, 'point');

const titleOf = ({ kind }: PaidPayment): string =>
  kind === 'proof' ? 'Proof of payment' : 'Payment advice';

/** The known facts, each with its label; unknown ones are left out. */
function factsOf(paid: PaidPayment, { bankName }: Written): (readonly [string, string])[] {
  const { booking, payer, payerAccount, payee, payeeAccount, payeeBank, status } = paid;
  return (
    [
      [
        'From',
        [payer, payerAccount && `account ending in ${payerAccount}`].filter(Boolean).join(', '),
      ],
      ['Through', bankName],
      ['To', payee],
      ['Account', payeeAccount],
      ['Bank', payeeBank],
      ['Amount', moneyText(paid.amount)],
      ['Our reference', paid.reference],
      ['Narration', paid.narration],
      ['Bank’s identifier', paid.transferId],
      ['Accepted by the bank', paid.acceptedAt === null ? '' : clockText(paid.acceptedAt)],
      ['Bank’s status', status],
      [
        'Booked',
        booking === null ? '' : `${fullDay(booking.day, 'named')}, entry ${booking.entryId}`,
      ],
    ] as const
  ).filter(([, value]) => value !== '');
}

/** The sentence that states the evidence for the document. */
function noteOf({ kind, booking }: PaidPayment): string {
  if (kind === 'proof')
    return 'The debit is in the payer’s statement of account. The balances of that day follow from entry to entry without a gap.';
  return booking === null
    ? 'The bank has accepted the payment. It is not in the payer’s statement yet.'
    : 'The bank has accepted the payment and debited the payer’s account.';
}

/** Points from the margin. */
const valueAt = 130;
const valueWidth = 380;

function advicePdf(paid: PaidPayment, written: Written): Uint8Array {
  const createdAt = timestampNow(written.clock);
  const blocks: PdfBlock[] = [
    { text: titleOf(paid), face: 'strong', size: 16 },
    { text: [moneyText(paid.amount), paid.payee].filter(Boolean).join(' to '), size: 11 },
    {
      columns: [
        { heading: '', x: 0, face: 'strong' },
        { heading: '', x: valueAt, width: valueWidth },
      ],
      rows: factsOf(paid, written).map(([label, value]) => [label, value]),
    },
    { text: noteOf(paid) },
    { text: `Written ${clockText(createdAt)} by Nostro from what the bank reported.` },
  ];
  return pdfList({ title: titleOf(paid), createdAt, isUpright: true }, blocks);
}
