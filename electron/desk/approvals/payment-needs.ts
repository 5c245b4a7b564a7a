import type { PaymentNeeds } from '../../../shared/ipc/approvals.ts';
import type { RouteInput } from '../../../shared/ipc/contract.ts';
import { readAmount } from '../../../shared/money/entered.ts';
import type { CacheReader } from '../../engines/store/database.ts';
import { noPremise, type Premise } from '../../nouns/approvals/contents.ts';
import { judge } from '../../nouns/approvals/judge/judge.ts';
import { personsWhoMay } from '../../nouns/approvals/judge/who-may.ts';
import { bankDetailsOf, fingerprintOf } from '../../nouns/beneficiaries/fingerprint.ts';
import { beneficiaryById } from '../../nouns/beneficiaries/tables.ts';
import type { RowParts } from './row-parts.ts';

export const noNeeds: PaymentNeeds = { needs: [], mayApprove: [] };

/** The approvals that a payment being entered will need, with the payee from the local copy. */
export function paymentNeeds(
  { open: { team, approvals }, reader, now }: RowParts,
  { accountNumber, beneficiaryId, amount, currency }: RouteInput<'approvals.needs'>,
): PaymentNeeds {
  const read = readAmount(amount, currency);
  if (!read.ok) return noNeeds;
  const order = {
    ...{ operation: 'createSingleTransfer', account: accountNumber, payee: beneficiaryId },
    money: { amount: read.value, currency },
  };
  const maker = team.people.nameOf(team.record.key);
  const candidate = { request: null, line: 0, order, maker };
  const premise = cachedPremise(reader, beneficiaryId);
  const moment = { premise, now };
  const { needs } = judge(approvals.state, candidate, moment);
  return { needs, mayApprove: personsWhoMay(approvals.state, candidate, moment) };
}

/** The premise of a payment to a payee, from the local copy. */
export function cachedPremise(reader: CacheReader, beneficiaryId: string): Premise {
  const record = beneficiaryById(reader, beneficiaryId)?.beneficiary ?? null;
  return {
    ...noPremise,
    ...(record && { details: fingerprintOf(bankDetailsOf(record)), country: record.country }),
  };
}
