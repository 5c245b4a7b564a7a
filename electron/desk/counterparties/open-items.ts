import { dateOfDayNumber, type IsoDate } from '../../../shared/calendar/calendar.ts';
import { rhythmText } from '../../../shared/calendar/payment-rhythm.ts';
import type { OpenItem } from '../../../shared/ipc/counterparties.ts';
import { limits } from '../../../shared/limits.ts';
import { isDecimal } from '../../../shared/money/decimal.ts';
import { money, moneyOfUnits, type Money } from '../../../shared/money/money.ts';
import { isCurrency } from '../../../shared/money/currencies.ts';
import { timestampNow } from '../../engines/machine/context.ts';
import { submissionUnder } from '../../engines/submissions/journal/submission-table.ts';
import { dueDaysAt } from '../../nouns/due-payments/due-days.ts';
import { dueStateIn } from '../../nouns/due-payments/due-state.ts';
import { allSeries } from '../../nouns/due-payments/recurring/series-table.ts';
import { duePaymentUnder, scheduledPayments } from '../../nouns/due-payments/tables.ts';
import type { InvoiceRecord } from '../../nouns/invoices/tables.ts';
import { dueReceivables, undatedReceivables } from '../../nouns/outlook/due.ts';
import type { CounterpartyParts } from './parts.ts';
import { isNameOf, type Party } from './party.ts';
import { unansweredTo } from './payments-of.ts';

/** A day after all others. */
const lastDay = 200_000;

/** The open items with a counterparty, by their days; those without a day last. */
export async function openItemsOf(
  parts: CounterpartyParts,
  party: Party,
  invoices: readonly InvoiceRecord[],
): Promise<OpenItem[]> {
  const items = [
    ...unanswered(parts, party),
    ...scheduled(parts, party),
    ...recurring(parts, party),
    ...(await receivables(parts, party)),
    ...openInvoices(parts, invoices),
    ...requests(parts, party),
  ];
  const dayOf = ({ day }: OpenItem): string => day ?? '9999';
  return items.toSorted((a, b) => dayOf(a).localeCompare(dayOf(b)));
}

const item = (
  kind: OpenItem['kind'],
  opens: string,
  rest: Partial<OpenItem> & Pick<OpenItem, 'title' | 'amount'>,
): OpenItem => ({ kind, opens, day: null, due: null, note: '', ...rest });

const unanswered = (parts: CounterpartyParts, party: Party): OpenItem[] =>
  unansweredTo(parts, party).map(({ reference, about, operation, submissionId }) =>
    item('unanswered', operation === 'createSingleTransfer' ? reference : submissionId, {
      ...{ title: reference, amount: about?.amount ?? null },
      note: operation === 'createSingleTransfer' ? 'payment' : 'remittance',
    }),
  );

/** Payments for a later day. One without an answer is already among the unanswered ones. */
function scheduled({ copy: { journal }, clock }: CounterpartyParts, party: Party): OpenItem[] {
  const days = dueDaysAt(clock);
  return scheduledPayments(journal, limits.duePaymentsMax)
    .filter(({ order }) => isPayee(party, order.beneficiaryId))
    .map((payment) => ({ payment, state: dueStateIn(journal, payment, days) }))
    .filter(({ state }) => state !== 'sent' && state !== 'unknown')
    .map(({ payment: { order, day }, state }) =>
      item('due', order.reference, {
        ...{ title: order.reference, day, due: state },
        amount: money(order.amount, order.currency),
      }),
    );
}

const recurring = ({ copy: { journal } }: CounterpartyParts, party: Party): OpenItem[] =>
  allSeries(journal)
    .filter(({ isEnded, order }) => !isEnded && isPayee(party, order.beneficiaryId))
    .map(({ seriesId, name, order, rhythm, until }) =>
      item('recurring', seriesId, {
        title: name,
        amount: order.amount === null ? null : money(order.amount, order.currency),
        note: `${rhythmText(rhythm)}${order.amount === null ? ', amount asked each time' : ''}${until === null ? '' : `, until ${until}`}`,
      }),
    );

const isPayee = ({ payee }: Party, beneficiaryId: string): boolean =>
  payee?.beneficiary.entityId === beneficiaryId;

async function receivables(
  { copy, bankFile: { statusWords } }: CounterpartyParts,
  party: Party,
): Promise<OpenItem[]> {
  const holds = ({ payerName }: { readonly payerName: string }): boolean =>
    isNameOf(party, payerName);
  const dated = await dueReceivables(copy, { from: 0, to: lastDay, words: statusWords, holds });
  return [
    ...dated.map(({ id, record, day, units, mayBe }) =>
      item('receivable', id, {
        ...{ title: record.reference || id, day: dateOfDayNumber(day) },
        amount:
          units === null || record.currency === '' ? null : moneyOfUnits(units, record.currency),
        note: mayBe === null ? '' : 'may have come already',
      }),
    ),
    ...undatedReceivables(copy.journal, statusWords, holds).map(({ id, record }) =>
      item('receivable', id, {
        title: record.reference || id,
        amount: knownMoney(record.amount ?? '', record.currency),
      }),
    ),
  ];
}

/** Invoices that were read, without a payment that was sent or scheduled. */
const openInvoices = (
  { copy: { journal } }: CounterpartyParts,
  invoices: readonly InvoiceRecord[],
): OpenItem[] =>
  invoices
    .filter(({ reference }) => !isPaidOrDue(journal, reference))
    .map(({ invoiceId, fileName, stated: { number, due, amount, currency } }) =>
      item('invoice', invoiceId, {
        ...{ title: number || fileName, day: due === '' ? null : (due as IsoDate) },
        amount: knownMoney(amount, currency),
      }),
    );

/** Payments that did not leave, or were refused, may be made again. */
const notPaid: ReadonlySet<string> = new Set(['refused', 'not-sent', 'not-found']);

function isPaidOrDue(journal: CounterpartyParts['copy']['journal'], reference: string): boolean {
  const sent = submissionUnder(journal, reference);
  if (sent !== null) return !notPaid.has(sent.state);
  return duePaymentUnder(journal, reference)?.state === 'scheduled';
}

const knownMoney = (amount: string, currency: string): Money | null =>
  isDecimal(amount) && isCurrency(currency) ? money(amount, currency) : null;

/** Requests of the team that still wait to be approved or sent. */
function requests({ copy: { team }, clock }: CounterpartyParts, party: Party): OpenItem[] {
  const state = team?.approvals?.state;
  if (state === undefined) return [];
  const now = timestampNow(clock);
  return [...state.requests.values()]
    .filter(({ ended, until }) => ended === null && now <= until)
    .flatMap(({ digest, maker, lines }) =>
      lines.flatMap(({ reference, order }, line) =>
        isPayee(party, order.payee) && !state.claims.isLineClaimed(digest, line)
          ? item('request', digest, {
              title: reference,
              amount:
                order.money === null || order.money === 'unknown'
                  ? null
                  : money(order.money.amount, order.money.currency),
              note: `requested by ${maker.person}`,
            })
          : [],
      ),
    );
}
