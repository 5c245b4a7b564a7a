import type { BankDesk } from '../../../electron/desk/open-bank/bank-desk.ts';
import {
  submissionByReference,
  type Submission,
} from '../../../electron/engines/submissions/journal/submission-table.ts';
import { beneficiaryHandlers } from '../../../electron/nouns/beneficiaries/routes.ts';
import { createReceivable } from '../../../electron/nouns/orders/receivables/receivables.ts';
import { viewOf } from '../../../electron/engines/submissions/submission-views.ts';
import { transfersUnder } from '../../../electron/nouns/payments/list-transfers.ts';
import { repairRecord } from '../../../electron/nouns/people/repair.ts';
import { membersNamed, revoke } from '../../../electron/nouns/people/revoke.ts';
import { settleClaim, takeOver } from '../../../electron/nouns/people/take-over.ts';
import type { Outcome } from '../../../shared/errors.ts';
import {
  careless,
  deskAnswer,
  look,
  pay,
  refused,
  sendOnceMore,
  type Care,
  type DeskAnswer,
} from '../person.ts';
import type { Payment } from '../plan.ts';
import { changedPayee, mirageCurrency } from '../../support/banks/mirage/mirage-records.ts';
import type { PlannedRecord } from './plan.ts';
import { context, openOf } from './world.ts';

const done = (outcome: Outcome<unknown>, words = 'done'): DeskAnswer =>
  outcome.ok ? deskAnswer(words) : refused(outcome.error);

/** Reads the record on; null where that went well. */
export async function readOn(desk: BankDesk): Promise<DeskAnswer> {
  const { team } = desk.copy;
  if (team === null) return deskAnswer('no team');
  const read = await team.refresh(context);
  const state = team.open?.record.state ?? 'closed';
  return read.ok
    ? deskAnswer(state)
    : { ...refused(read.error), words: `${state}: ${read.error.code}` };
}

export const payInTeam = (desk: BankDesk, payment: Payment, care: Care): Promise<DeskAnswer> =>
  sendInTeam(desk, payment, care, () => pay(desk, payment, care));

/** A receivable or a payee looks like no other: its reference alone says that it is the same. */
export const makeInTeam = (desk: BankDesk, record: PlannedRecord): Promise<DeskAnswer> =>
  sendInTeam(desk, record, careless, () => make(desk, record));

/** Sends what is new to the desk with `first`; what it has sent already is looked up, or sent again where it may be. */
async function sendInTeam(
  desk: BankDesk,
  { reference }: Pick<Payment, 'reference'>,
  care: Care,
  first: () => Promise<DeskAnswer>,
): Promise<DeskAnswer> {
  const known = submissionByReference(desk.copy.journal, reference);
  if (known === null) return first();
  if (known.state === 'unknown') return look(desk, { reference });
  return viewOf(known, desk.changes).mayRepeat
    ? sendOnceMore(desk, { reference }, care)
    : deskAnswer(known.state);
}

const sentAnswer = ({ state, error }: Pick<Submission, 'state' | 'error'>): DeskAnswer =>
  deskAnswer(state + (error ? ` (${error.code}: ${error.message})` : ''), error?.code ?? null);

/** A payee that passes the desk's checks. */
const newPayee = {
  ...{ accountNumber: 'DE89370400440532013000', bankBicOrCode: 'RHKODEFFXXX' },
  ...{ bankName: 'Rheinkontor Bank AG', country: 'DEU', currencyIso3Code: 'EUR' },
} as const;

/** As the window does it. */
async function make(
  desk: BankDesk,
  { kind, reference, account, amount }: PlannedRecord,
): Promise<DeskAnswer> {
  const payees = beneficiaryHandlers(() => desk);
  const currency = mirageCurrency;
  const sent =
    kind === 'receivable'
      ? await createReceivable(
          desk.changes,
          { reference, accountNumber: account, amount, currency, payerName: 'Payer' },
          context,
        )
      : kind === 'payee'
        ? await payees['beneficiaries.create'](
            {
              reference,
              payee: { ...newPayee, name: reference, accountName: reference },
            },
            context,
          )
        : await payees['beneficiaries.update'](
            { reference, entityId: changedPayee, change: { accountName: reference } },
            context,
          );
  return sent.ok ? sentAnswer(sent.value) : refused(sent.error);
}

/** As the command does it, after a person has looked at the bank. */
export async function takeClaimOver(
  desk: BankDesk,
  reference: string,
  isAtBank: boolean,
): Promise<DeskAnswer> {
  const listed = await transfersUnder(desk.changes, reference, context);
  if (listed === null) return deskAnswer('the list cannot be read', 'team.not-looked');
  const isFound = listed.length > 0 || isAtBank;
  const team = openOf(desk.copy.team);
  const isSentHere = submissionByReference(desk.copy.journal, reference) !== null;
  const over = await takeOver(team, { reference, isSentHere }, context);
  if (!over.ok) return refused(over.error);
  const outcome = isFound ? 'accepted' : 'not-found';
  return done(await settleClaim(team, reference, outcome, context), outcome);
}

export async function revokeDesk(desk: BankDesk, key: string): Promise<DeskAnswer> {
  const team = openOf(desk.copy.team);
  const read = await team.record.catchUp(context);
  if (!read.ok) return refused(read.error);
  return done(await revoke(team, membersNamed(team, key), 'lost', context));
}

export async function repair(desk: BankDesk): Promise<DeskAnswer> {
  const repaired = await repairRecord(openOf(desk.copy.team), context);
  if (!repaired.ok) return refused(repaired.error);
  const { acts, waitsFor } = repaired.value;
  const words = `${acts} acts put back, waits for ${waitsFor.map(({ name }) => name).join()}`;
  return deskAnswer(words, acts === 0 ? 'idle' : null);
}
