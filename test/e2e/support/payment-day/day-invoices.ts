import {
  ciiInvoice,
  pdfInvoice,
  plainInvoice,
  ublInvoice,
  type WrittenInvoice,
} from '../../../support/files/invoices.ts';
import type { Payee } from '../payments.ts';
import type { Place } from '../place.ts';
import { fileIn } from '../sub-clients.ts';
import type { DaysOfPayment } from './day-bank.ts';

/** What is to become of an invoice of the day. */
export type Fate = 'sent' | 'scheduled' | 'moved' | 'other details' | 'same' | 'twin' | 'late';

export type DayInvoice = {
  readonly number: string;
  readonly fate: Fate;
  readonly path: string;
  readonly amount: string;
};

const fates: readonly (readonly [Fate, number])[] = [
  ...([
    ['sent', 27],
    ['scheduled', 5],
    ['moved', 2],
    ['other details', 3],
    ['same', 1],
    ['twin', 1],
    ['late', 1],
  ] as const),
];

/** The number of an invoice that comes again as another file, and of one that comes again under another number. */
const again = { same: 3, twin: 8 } as const;

/** Forty invoices in dollars, in the order in which they arrive: XML of both kinds and PDFs. */
export async function invoicesOfDay(
  place: Place,
  payees: readonly Payee[],
  days: DaysOfPayment,
): Promise<DayInvoice[]> {
  const all = fates.flatMap(([fate, count]) => Array.from({ length: count }, () => fate));
  const files = all.map(async (fate, at): Promise<DayInvoice> => {
    const nth = fate === 'same' || fate === 'twin' ? again[fate] : at + 1;
    const number = `RE-${String(fate === 'twin' ? at + 1 : nth)}`;
    const payee = payees[nth % payees.length]!;
    const amount = `${String(100 + nth)}.25`;
    const account = fate === 'other details' ? 'DE75512108001245126199' : payee.accountNumber;
    const written: WrittenInvoice = {
      ...plainInvoice,
      ...{ number, reference: number, seller: payee.name, currency: 'USD' },
      ...{ gross: amount, due: amount, dueDay: dayOf(fate, days) },
      means: [{ code: '30', iban: account, holder: payee.name }],
    };
    const [name, content] = await fileOf(written, fate === 'same' ? 1 : at % 3);
    return { number, fate, amount, path: fileIn(place, `${String(at + 1)}-${name}`, content) };
  });
  return Promise.all(files);
}

function dayOf(fate: Fate, { today, holiday, later }: DaysOfPayment): string {
  if (fate === 'scheduled') return later;
  return fate === 'moved' ? holiday : today;
}

async function fileOf(
  written: WrittenInvoice,
  kind: number,
): Promise<[string, string | Uint8Array]> {
  if (kind === 0) return ['cii.xml', ciiInvoice(written)];
  if (kind === 1) return ['ubl.xml', ublInvoice(written)];
  const pdf = await pdfInvoice({ files: { 'factur-x.xml': ciiInvoice(written) } });
  return ['invoice.pdf', pdf];
}
