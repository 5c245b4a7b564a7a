import { homeBankOf } from '../../../sandbox/seed/home-banks.ts';
import { NewBeneficiary } from '../../../shared/bank/beneficiaries.ts';
import { flatPayee } from '../../../shared/beneficiaries/flat.ts';
import { currency } from '../plan/amounts.ts';
import type { Action, PlannedPayee } from '../plan/jobs.ts';
import { deskOf, goesOn, payeeIdOf, stopByDesk, type Course, type Play } from './play.ts';
import { carryRequest } from './requesting.ts';

/** A payee as it is entered. */
function payeeOf({ name, accountNumber }: PlannedPayee): NewBeneficiary {
  const { bic, bankName, country } = homeBankOf(currency);
  return NewBeneficiary.parse({
    ...{ name, accountName: name, accountNumber, country, currencyIso3Code: currency },
    ...{ bankBicOrCode: bic, bankName },
  });
}

/** Enters a payee at the maker's desk, or requests its entry. */
export async function createPayee(
  course: Course,
  { payee: planned }: Extract<Action, { do: 'create payee' }>,
): Promise<void> {
  const { play } = course;
  const desk = deskOf(play, 'maker');
  const payee = payeeOf(planned);
  const { lookAlikes, problems } = await desk.get('beneficiaries.check', {
    payee: flatPayee(payee),
  });
  if (Object.keys(problems).length > 0) throw new Error(JSON.stringify(problems));
  const shown = lookAlikes.length > 0 ? (['payee'] as const) : [];
  if (!goesOn(course, 'maker', new Set(shown), true)) return;
  const reference = play.newReference();
  const change = { route: 'beneficiaries.create', input: { reference, payee } } as const;
  await makeChange(course, change);
  if (course.record.stop === null) await learnPayee(course, planned);
}

/** Changes the account of a payee at the maker's desk, or at the bank past it. */
export async function changePayee(
  course: Course,
  { payee, accountNumber, at }: Extract<Action, { do: 'change payee' }>,
): Promise<void> {
  const { play, record } = course;
  const entityId = payeeIdOf(play, payee);
  record.payees.add(entityId);
  const change = { accountNumber };
  if (at === 'bank') {
    await play.bank.call('updateBeneficiary', { path: { entityId }, body: change });
    return;
  }
  const reference = play.newReference();
  const input = { reference, entityId, change };
  await makeChange(course, { route: 'beneficiaries.update', input });
}

type PayeeChange =
  | {
      readonly route: 'beneficiaries.create';
      readonly input: { readonly reference: string; readonly payee: NewBeneficiary };
    }
  | {
      readonly route: 'beneficiaries.update';
      readonly input: {
        readonly reference: string;
        readonly entityId: string;
        readonly change: { readonly accountNumber: string };
      };
    };

async function makeChange(course: Course, change: PayeeChange): Promise<void> {
  const desk = deskOf(course.play, 'maker');
  const { needs } = await desk.get('approvals.changeNeeds', { change });
  if (needs.length > 0) {
    const requested = await desk.request('approvals.requestChange', { change, words: '' });
    if (requested.ok) await carryRequest(course, 'maker', requested.value);
    else stopByDesk(course, requested.error);
    return;
  }
  const made =
    change.route === 'beneficiaries.create'
      ? await desk.request('beneficiaries.create', change.input)
      : await desk.request('beneficiaries.update', change.input);
  if (!made.ok) stopByDesk(course, made.error);
}

/** The bank's identifier of a payee that was entered. Throws where the bank has none. */
async function learnPayee({ play, record }: Course, { key, name }: PlannedPayee): Promise<void> {
  const desk = deskOf(play, 'maker');
  await desk.get('beneficiaries.refresh', {});
  const { rows } = await desk.get('beneficiaries.list', { search: name });
  const entityId = rows.find((row) => row.name === name)?.entityId;
  if (entityId === undefined) throw new Error(`the bank has no payee ${name}`);
  play.payeeIds.set(key, entityId);
  record.payees.add(entityId);
}

/** Puts the payees that the team has paid before into the bank. */
export async function addKnownPayees(
  { bank, payeeIds }: Play,
  known: readonly PlannedPayee[],
): Promise<void> {
  for (const planned of known) {
    const { beneficiary } = await bank.call('createBeneficiary', { body: payeeOf(planned) });
    payeeIds.set(planned.key, beneficiary.entityId);
  }
}
