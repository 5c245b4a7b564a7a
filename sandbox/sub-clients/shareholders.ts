import type {
  Shareholder,
  ShareholderChange,
  ShareholderForm,
  SubClient,
} from '../../shared/bank/onboarding.ts';
import type { SubClientsBank } from './state.ts';
import { timestampOf } from '../server/clock.ts';
import { uuidOf } from '../seed/random.ts';
import { notFound } from '../server/refusal.ts';
import { refuseShare, shareholdersOf } from './shares.ts';
import { keepSubClient } from './stages.ts';

/** Takes an owner in. Throws Refusal 422 when the shares would come to more than 100. */
export function addShareholder(
  bank: SubClientsBank,
  subClient: SubClient,
  form: ShareholderForm,
): Shareholder {
  const { entityId } = subClient;
  refuseShare(form.ownershipPercentage, shareholdersOf(bank, entityId), { mayBeNone: false });
  const now = timestampOf(bank.clock);
  const shareholder: Shareholder = {
    id: uuidOf(`new shareholder ${bank.parameters.seed} ${bank.shareholders.length}`),
    subClientId: entityId,
    shareholderType: form.shareholderType,
    name: form.name,
    dateOfBirth: form.dateOfBirth ?? null,
    nationality: form.nationality ?? '',
    countryOfResidence: form.countryOfResidence ?? '',
    emailAddress: form.emailAddress ?? '',
    addressLine1: form.addressLine1 ?? '',
    city: form.city ?? '',
    identificationNumber: form.identificationNumber ?? '',
    ownershipPercentage: form.ownershipPercentage,
    status: 'active',
    createdAt: now,
    updatedAt: now,
  };
  bank.shareholders.push(shareholder);
  keepSubClient(bank, subClient);
  return shareholder;
}

/** Changes what is named of an owner; one with 0 % is an owner no more. Throws Refusal 404 and 422. */
export function changeShareholder(
  bank: SubClientsBank,
  subClient: SubClient,
  { id, change }: { id: string; change: ShareholderChange },
): Shareholder {
  const owners = shareholdersOf(bank, subClient.entityId);
  const before = owners.find((owner) => owner.id === id);
  if (!before) throw notFound(`Shareholder ${id}`);
  const given = Object.fromEntries(
    Object.entries(change).filter(([, value]) => value !== undefined),
  );
  const share = change.ownershipPercentage ?? before.ownershipPercentage;
  const others = owners.filter((owner) => owner.id !== id);
  refuseShare(share, others, { mayBeNone: true });
  const after: Shareholder = {
    ...before,
    ...given,
    status: /[1-9]/.test(share) ? 'active' : 'former',
    updatedAt: timestampOf(bank.clock),
  };
  bank.shareholders = bank.shareholders.map((owner) => (owner === before ? after : owner));
  keepSubClient(bank, subClient);
  return after;
}
