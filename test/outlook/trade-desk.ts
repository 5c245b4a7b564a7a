import { createHash } from 'node:crypto';

import { noWords } from '../../electron/engines/bank/mapping/status-terms.ts';
import { readerMethods } from '../../electron/desk/open-bank/reader-methods.ts';
import { registerRecord } from '../../electron/nouns/orders/tables.ts';
import { unitsAhead } from '../../electron/nouns/outlook/ahead.ts';
import { arriving } from '../../electron/nouns/outlook/arriving.ts';
import { closedDays } from '../../electron/nouns/outlook/closed-days.ts';
import { knownLines } from '../../electron/nouns/outlook/known-lines.ts';
import type { UnitsLine } from '../../electron/nouns/outlook/lines.ts';
import type { OutlookReads } from '../../electron/nouns/outlook/reads.ts';
import {
  answeredHere,
  type Questions,
} from '../../electron/engines/store/threads/reader-thread.ts';
import { toTheEnd } from '../../electron/engines/store/threads/turns.ts';
import {
  createSubmission,
  settleSubmission,
  type Settlement,
} from '../../electron/engines/submissions/journal/table-writes.ts';
import type { Trade } from '../../shared/bank/conversions.ts';
import type { Receivable } from '../../shared/bank/receivables.ts';
import { eur, tradeOf, usd } from '../conversions/deals.ts';
import {
  accountOf,
  beginning,
  debitOf,
  firstDay,
  openLoneDesk,
  paying,
  type LoneDesk,
} from '../support/desks/lone-desk.ts';

export const euros = '30026713';
/** After the balances, which are of the beginning. */
export const later = '2026-11-20T10:05:00.000Z';
export const earlier = '2026-11-20T09:55:00.000Z';

/** Opens a desk with a dollar and a euro account, with balances of the beginning. */
export function openTradeDesk(): LoneDesk {
  const lone = openLoneDesk();
  lone.cache.saveAccounts(
    [accountOf(), accountOf({ accountId: euros, currencyIso3Code: 'EUR' })],
    beginning,
  );
  return lone;
}

export const questionsOf = ({ reader }: LoneDesk): Questions<OutlookReads> =>
  answeredHere(readerMethods(reader).reads);

export const arrivingOn = (lone: LoneDesk, questions = questionsOf(lone)) => {
  const { parts, reader } = lone;
  const { clock } = parts;
  return arriving({ changes: parts, clock, copy: { ...parts, reader, questions } });
};

/** The lines ahead on an account of the first day. */
export async function linesAhead(
  { parts, reader }: LoneDesk,
  accountNumber: string,
  currency: string,
): Promise<readonly UnitsLine[]> {
  const closed = closedDays(currency, firstDay, { ownDays: [] });
  const of = { accountNumber, currency, today: firstDay, closed };
  const known = await knownLines({ ...parts, reader }, { ...of, inFlight: null }, noWords);
  const question = { ...of, known, places: {}, statusWords: noWords };
  return toTheEnd(unitsAhead(reader, question)).lines;
}

/** Saves trades as the bank lists them: a thousand dollars sold for euros, nothing booked. */
export const saveDeals = (lone: LoneDesk, ...given: Partial<Trade>[]): void =>
  lone.cache.saveTrades(
    given.map((one) =>
      tradeOf({
        ...{ status: 'processing', settledAt: null, createdAt: earlier },
        ...{ sellAccountNumber: paying, buyAccountNumber: euros },
        ...one,
      }),
    ),
    beginning,
    { complete: true },
  );

type Deal = {
  readonly state?: Settlement['state'];
  readonly recordId?: string | null;
  readonly payload?: string;
  readonly hasQuote?: boolean;
};

/** Writes the same deal into the journal, as it was sent from here. */
export function writeDeal(
  { parts: { journal, clock } }: LoneDesk,
  reference: string,
  { state, recordId = null, hasQuote = true, ...given }: Deal = {},
): void {
  const body = { quoteId: `Q-${reference}`, reference };
  const accounts = { sellAccountNumber: paying, buyAccountNumber: euros };
  const payload = given.payload ?? JSON.stringify({ body: { ...body, ...accounts } });
  const quote = {
    ...{ quoteId: body.quoteId, rate: '0.86412', fee: usd('1.00'), expiresAt: later },
    ...{ sell: usd('1000.00'), buy: eur('864.12') },
  };
  const { submission } = createSubmission(
    journal,
    {
      ...{ reference, operation: 'lockRate', subject: `trade:${reference}`, payload },
      ...{ payloadHash: createHash('sha256').update(payload).digest('hex'), likeness: null },
      about: {
        ...{ title: 'Sell 1,000.00 USD for EUR', amount: quote.sell, accountNumber: paying },
        ...{ counterparty: null, counterpartyId: null, ...(hasQuote ? { quote } : {}) },
      },
    },
    { at: new Date(clock.now()).toISOString(), correlationId: 'test', clocks: clock.moment() },
  );
  if (state !== undefined)
    settleSubmission(journal, submission.submissionId, {
      ...{ state, at: beginning, recordId },
    });
}

/** Adds a receivable of a hundred dollars that is due on the first day. */
export function addReceivable(
  { parts: { journal } }: LoneDesk,
  id: string,
  given: Partial<Receivable> = {},
): void {
  registerRecord(
    journal,
    'receivable',
    {
      ...{ id, reference: `INV-${id}`, status: 'open', reason: '', accountNumber: paying },
      ...{ amount: '100.00', currency: 'USD', paidAmount: null, payerName: 'Harmattan Foods' },
      ...{ payerEmail: '', description: '', dueDate: '2026-11-20', fundingDetails: null },
      ...{ createdAt: '2026-11-01T09:00:00.000Z', paidAt: null },
      ...given,
    },
    { origin: 'made', asOf: beginning },
  );
}

export const creditOf = (id: string, reference: string, amountE4: bigint) =>
  debitOf(id, { direction: 'credit', customReference: reference, amountE4, narration: reference });
