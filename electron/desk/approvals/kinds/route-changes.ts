import type { Outcome } from '../../../../shared/errors.ts';
import type { PaymentNeeds } from '../../../../shared/ipc/approvals.ts';
import type { RequestedChange } from '../../../../shared/ipc/approval-changes.ts';
import type { Context } from '../../../engines/machine/context.ts';
import type { AnyIntent } from '../../../engines/submissions/intent/intent.ts';
import { prepare } from '../../../engines/submissions/intent/prepare.ts';
import { noPremise, type Premise } from '../../../nouns/approvals/contents.ts';
import { judge } from '../../../nouns/approvals/judge/judge.ts';
import { personsWhoMay } from '../../../nouns/approvals/judge/who-may.ts';
import { limitPayload } from '../../../nouns/approvals/limit.ts';
import { orderOf, requestedOrderOf, type Order } from '../../../nouns/approvals/order.ts';
import { accountHandlers } from '../../../nouns/accounts/routes.ts';
import { accountByNumber } from '../../../nouns/accounts/tables.ts';
import { beneficiaryHandlers } from '../../../nouns/beneficiaries/routes.ts';
import { receivableHandlers } from '../../../nouns/orders/receivables/routes.ts';
import { remittanceHandlers } from '../../../nouns/orders/remittances/routes.ts';
import { clientOf } from '../../../nouns/sub-clients/by-id.ts';
import { queuedUpload } from '../../../nouns/sub-clients/documents/uploads.ts';
import { subClientHandlers } from '../../../nouns/sub-clients/routes.ts';
import { shareholderHandlers } from '../../../nouns/sub-clients/shareholder-routes.ts';
import { webhookHandlers } from '../../../nouns/webhooks/routes.ts';
import { payloadOf } from '../../../engines/submissions/submissions.ts';
import type { DeskParts } from '../../open-bank/changes.ts';
import type { BankDesk } from '../../open-bank/bank-desk.ts';
import { noNeeds } from '../payment-needs.ts';
import type { Requested } from '../requests.ts';
import type { RowParts } from '../row-parts.ts';
import { claimedOperations } from './claimed-operations.ts';
import { requestQueued } from './documents.ts';
import { premiseOfIntent } from './read-change.ts';
import { requestLimit, requestPrepared } from './request-change.ts';

type OfRoute = Exclude<RequestedChange, { route: 'conversions.lock' | 'documents.send' }>;
type Handle = (input: unknown, context: Context) => Promise<Outcome<unknown>> | Outcome<unknown>;

const saveNothing = () => Promise.resolve(undefined);

/** The routes of the nouns, with parts that only prepare. */
function handlersWith(desk: BankDesk, changes: DeskParts): Readonly<Record<string, Handle>> {
  const { bank, profile, copy, clock, announce, user, clientId, uploads } = desk;
  const open = { bank, profile, copy, clock, announce, user, clientId, uploads, changes };
  return {
    ...remittanceHandlers(() => open),
    ...receivableHandlers(() => open),
    ...beneficiaryHandlers(() => open),
    ...webhookHandlers(() => open),
    ...subClientHandlers(() => open, saveNothing),
    ...shareholderHandlers(() => open),
    ...accountHandlers(() => open, saveNothing),
  } as unknown as Readonly<Record<string, Handle>>;
}

/** Returns what the route of a change would send, after its own checks. Sends nothing. */
const prepareRoute = (
  desk: BankDesk,
  { route, input }: OfRoute,
  context: Context,
): Promise<Outcome<AnyIntent>> =>
  prepare(
    desk.changes,
    async (only) =>
      (await handlersWith(desk, only)[route]?.(input, context)) ?? { ok: true, value: null },
    context,
  );

/** Requests the change in a form of the window. Sends nothing. */
export async function requestRoute(
  desk: BankDesk,
  { open }: RowParts,
  { change, words }: { readonly change: RequestedChange; readonly words: string },
  context: Context,
): Promise<Outcome<Requested>> {
  if (change.route === 'conversions.lock')
    return requestLimit(open, desk.changes, { ...change.input, words }, context);
  if (change.route === 'documents.send')
    return requestQueued(open, desk, { ...change.input, words }, context);
  const prepared = await prepareRoute(desk, change, context);
  return prepared.ok
    ? requestPrepared(open, desk.changes, prepared.value, words, context)
    : prepared;
}

/** The approvals that the change in a form will need. */
export async function changeNeeds(
  desk: BankDesk,
  { open: { team, approvals, bank }, now }: RowParts,
  change: RequestedChange,
  context: Context,
): Promise<PaymentNeeds> {
  if (approvals.state.rules === null) return noNeeds;
  const read = await readOrderOf(desk, change, context);
  if (read === null) return noNeeds;
  const { order, premise } = read;
  const { operation } = order;
  if (!claimedOperations(desk.changes.registry, approvals)(operation)) return noNeeds;
  const maker = team.people.nameOf(team.record.key);
  const candidate = { ...{ request: null, line: 0, maker, bank }, order };
  const moment = { premise, now };
  const { needs } = judge(approvals.state, candidate, moment);
  return { needs, mayApprove: personsWhoMay(approvals.state, candidate, moment) };
}

/** The first of several uploads: each file needs the same approvals. */
const firstUpload = (
  desk: BankDesk,
  { itemIds: [itemId = ''] }: { readonly itemIds: readonly string[] },
  context: Context,
): Outcome<AnyIntent> => queuedUpload(desk.uploads, itemId, (id) => clientOf(desk, id), context);

async function readOrderOf(
  desk: BankDesk,
  change: RequestedChange,
  context: Context,
): Promise<{ readonly order: Order; readonly premise: Premise } | null> {
  if (change.route === 'conversions.lock') {
    const { reference: _, ...limit } = change.input;
    const currencyOf = (account: string): string =>
      accountByNumber(desk.copy.reader, account)?.currency ?? '';
    const payload = limitPayload({
      ...limit,
      sellCurrency: currencyOf(limit.sellAccountNumber),
      buyCurrency: currencyOf(limit.buyAccountNumber),
    });
    return { order: requestedOrderOf('lockRate', payload), premise: noPremise };
  }
  const prepared =
    change.route === 'documents.send'
      ? firstUpload(desk, change.input, context)
      : await prepareRoute(desk, change, context);
  if (!prepared.ok) return null;
  const { operation } = prepared.value;
  const order = orderOf(operation, payloadOf(prepared.value).payload);
  return { order, premise: premiseOfIntent(desk.changes, prepared.value) };
}
