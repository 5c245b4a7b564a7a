import type { ExceptionItem, ExceptionKind } from '../../../shared/ipc/review/exceptions.ts';
import { personNames, type PersonName } from '../drill-team.ts';
import { deskOf, observersOf, type JobRecord, type Play } from './play.ts';

/** Exceptions that say more than that something was not sent. */
const noticing: ReadonlySet<ExceptionKind> = new Set([
  ...(['not-approved', 'paid-outside', 'contradicted', 'duplicated', 'unknown'] as const),
  ...(['not-found', 'mismatch', 'unconfirmed', 'changed-payee'] as const),
]);

/** Each desk reads the bank and the record once a day, and its person reads the exceptions. Notes which jobs they name. */
export async function readExceptions(play: Play, records: readonly JobRecord[]): Promise<void> {
  if (!play.habits.readsExceptions) return;
  for (const name of personNames) {
    const desk = deskOf(play, name);
    await desk.signIn();
    await desk.sync();
    await desk.get('team.view', { isFresh: true });
    const { items } = await desk.get('exceptions.list', {});
    for (const item of items.filter(({ kind }) => noticing.has(kind)))
      for (const record of records) note(play, record, name, item);
  }
}

function note(play: Play, record: JobRecord, name: PersonName, item: ExceptionItem): void {
  if (!observersOf(record.job).includes(name)) return;
  const { place } = item;
  const isOfPayee = place?.view === 'beneficiaries' && record.payees.has(place.entityId ?? '');
  const named = isOfPayee
    ? record.orders
    : record.orders.filter(({ reference }) => isAbout(play, reference, item));
  if (named.length > 0) record.notices.add(item.kind);
  for (const { step } of named) record.marked.add(step);
}

function isAbout(
  { team: { sandbox } }: Play,
  reference: string,
  { place, title }: ExceptionItem,
): boolean {
  if (place?.view === 'payments') return place.reference === reference;
  if (place?.view === 'conversions')
    return sandbox.bank.trades.byId.get(place.tradeId ?? '')?.reference === reference;
  // The team's own exceptions name the reference.
  return title.includes(reference);
}
