import { basename } from 'node:path';

import { todayAt } from '../../../shared/calendar/calendar.ts';
import type { Outcome } from '../../../shared/errors.ts';
import { ok } from '../../../shared/result.ts';
import { newestOf } from '../../engines/store/threads/newest-question.ts';
import { asOfTopic } from '../../engines/store/records/topics.ts';
import { writeWholeFile, type SaveAs } from '../../engines/exports/whole-file.ts';
import { listPayments, paymentByReference } from './list.ts';
import { reviewTransfer } from './review.ts';
import { paymentsCsv } from './payments-csv.ts';
import { listPayees } from './payees.ts';
import { sendTransfer } from './send.ts';
import { refreshTransfers } from './refresh.ts';
import { beneficiaryToReview } from './beneficiary.ts';
import { listTemplates, removeTemplate, saveTemplate } from './templates/templates.ts';
import { confirmAccepted } from '../../engines/submissions/lookup/confirmation.ts';
import { viewOf } from '../../engines/submissions/submission-views.ts';
import type { Handlers } from '../../engines/ipc/router.ts';
import { notCached, stampOf, type OpenBank } from '../../engines/submissions/open-bank.ts';
import type { PaymentParts } from './tables.ts';
import type { PaymentQuestions } from './reads.ts';

type PaymentRoutes = Extract<keyof Handlers, `payments.${string}`>;

type Open = OpenBank<PaymentParts['cache']> & {
  readonly copy: { readonly questions: PaymentQuestions };
};

export const paymentHandlers = (
  desk: () => Open,
  saveAs: SaveAs,
): Pick<Handlers, PaymentRoutes> => ({
  'payments.payees': ({ search }) => ok({ rows: listPayees(desk().copy, search) }),
  'payments.templates': () => {
    const { copy } = desk();
    return ok({ rows: listTemplates(copy.journal, copy.reader) });
  },
  'payments.saveTemplate': (content, { correlationId }) => {
    const open = desk();
    return saveTemplate(open.copy.journal, content, { ...stampOf(open), correlationId });
  },
  'payments.removeTemplate': ({ templateId }) => {
    const open = desk();
    return ok({ removed: removeTemplate(open.copy.journal, templateId, stampOf(open)) });
  },
  'payments.beneficiary': async ({ beneficiaryId }, context) => {
    const found = await beneficiaryToReview(desk().changes, beneficiaryId, context);
    if (!found.ok) return found;
    const { entityId, name, accountName, accountNumber, bankName, bankBicOrCode, ...rest } =
      found.value.payee.record;
    const { country, currencyIso3Code } = rest;
    const row = { entityId, name, accountName, accountNumber, bankName, bankBicOrCode };
    return ok({ ...row, country, currencyIso3Code });
  },
  'payments.review': (entered, context) => reviewTransfer(desk().changes, entered, context),
  'payments.send': async ({ acknowledged, twins, ...approved }, context) => {
    const { changes, announce } = desk();
    const approval = { by: 'person', acknowledged, twins } as const;
    const sent = await sendTransfer(changes, { ...approved, approval }, context);
    if (!sent.ok) return sent;
    announce('store.changed', { topic: 'transfers' });
    return ok(viewOf(sent.value.submission, changes));
  },
  'payments.list': async (question) => {
    const { changes, copy } = desk();
    // Without a search word, the newest rows take a few steps along an index.
    const found =
      question.search.trim() === ''
        ? undefined
        : await copy.questions.ask('findTransfers', [question], {
            signal: newestOf(copy, 'transfers'),
          });
    return ok({
      rows: listPayments(changes, question, found),
      asOf: asOfTopic(copy.reader, 'transfers'),
    });
  },
  'payments.get': ({ reference }) => {
    const payment = paymentByReference(desk().changes, reference);
    if (!payment) throw notCached('This payment');
    return ok(payment);
  },
  'payments.export': async ({ references }) => {
    const { changes } = desk();
    const path = await saveAs(`PAYMENTS_${todayAt(changes.clock.now())}.csv`);
    if (path === undefined) return ok({ saved: false });
    const rows = references.flatMap((reference) => paymentByReference(changes, reference) ?? []);
    await writeWholeFile(path, [paymentsCsv(rows)]);
    return ok({ saved: true, fileName: basename(path) });
  },
  'payments.refresh': async (_, context): Promise<Outcome<{ count: number }>> => {
    const { changes, announce } = desk();
    const refreshed = await refreshTransfers(changes, context);
    if (!refreshed.ok) return refreshed;
    await confirmAccepted(changes, context);
    announce('store.changed', { topic: 'transfers' });
    return refreshed;
  },
});
