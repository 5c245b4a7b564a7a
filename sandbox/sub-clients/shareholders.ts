import type {
  Shareholder,
  ShareholderChange,
  ShareholderForm,
  SubClient,
} from '../../shared/bank/onboarding.ts';
import { uuidOf } from '../seed/random.ts';
import { timestampOf } from '../server/clock.ts';
import { given } from '../server/records.ts';
import { notFound } from '../server/refusal.ts';
import { refuseShare, shareholdersOf } from './shares.ts';
import { saveSubClient } from './stages.ts';
import type { SubClientsBank } from './state.ts';

type NewShareholder = ShareholderForm & { id: string; subClientId: string; at: string };

/** Creates an owner from the given fields alone. */
export const newShareholder = ({ at, ...known }: NewShareholder): Shareholder => ({
  ...known,
  dateOfBirth: null,
  nationality: '',
  countryOfResidence: '',
  emailAddress: '',
  addressLine1: '',
  city: '',
  identificationNumber: '',
  ...given(known),
  status: 'active',
  createdAt: at,
  updatedAt: at,
});

/** Adds an owner. Throws Refusal 422 when the shares would come to more than 100. */
export function addShareholder(
  bank: SubClientsBank,
  subClient: SubClient,
  form: ShareholderForm,
): Shareholder {
  const { entityId } = subClient;
  refuseShare(form.ownershipPercentage, shareholdersOf(bank, entityId), { mayBeNone: false });
  const shareholder = newShareholder({
    id: uuidOf(`new shareholder ${bank.parameters.seed} ${bank.shareholders.length}`),
    subClientId: entityId,
    at: timestampOf(bank.clock),
    ...form,
  });
  bank.shareholders.push(shareholder);
  saveSubClient(bank, subClient);
  return shareholder;
}

/** Changes the named fields of an owner; one with 0 % is an owner no more. Throws Refusal 404 and 422. */
export function changeShareholder(
  bank: SubClientsBank,
  subClient: SubClient,
  { id, change }: { id: string; change: ShareholderChange },
): Shareholder {
  const owners = shareholdersOf(bank, subClient.entityId);
  const before = owners.find((owner) => owner.id === id);
  if (!before) throw notFound(`Shareholder ${id}`);
  const share = change.ownershipPercentage ?? before.ownershipPercentage;
  const others = owners.filter((owner) => owner.id !== id);
  refuseShare(share, others, { mayBeNone: true });
  const after: Shareholder = {
    ...before,
    ...given(change),
    status: /[1-9]/.test(share) ? 'active' : 'former',
    updatedAt: timestampOf(bank.clock),
  };
  bank.shareholders = bank.shareholders.map((owner) => (owner === before ? after : owner));
  saveSubClient(bank, subClient);
  return after;
}
