import type { SubClient, SubClientChange, SubClientForm } from '../../shared/bank/onboarding.ts';
import { uuidOf } from '../seed/random.ts';
import { clientId } from '../server/client.ts';
import { timestampOf, todayOf } from '../server/clock.ts';
import { given } from '../server/records.ts';
import { refuseWrong } from '../server/refusal.ts';
import type { SubClientsBank } from './state.ts';

/** Creates a draft from the given fields alone. Throws Refusal 400. */
export function newSubClient(bank: SubClientsBank, form: SubClientForm): SubClient {
  const place = bank.subClients.size + 1;
  const now = timestampOf(bank.clock);
  const blank: SubClient = {
    message: '',
    entityId: uuidOf(`new sub-client ${bank.parameters.seed} ${place}`),
    name: form.name,
    businessName: '',
    subClientType: 'subsidiary',
    customerType: 'corporate',
    businessType: '',
    businessContactPhone: '',
    businessContactEmail: '',
    countryOfRegistration: '',
    registrationDate: '',
    businessAddressLine1: '',
    businessAddressLine2: '',
    city: '',
    state: '',
    postalCode: '',
    operatingCountries: [],
    operatingIndustries: [],
    stagesRemaining: [],
    approvalStatus: '',
    approvalComments: '',
    approvalDate: '',
    status: 'draft',
    parentClientId: clientId,
    callbackUrl: null,
    tin: '',
    code: `KT${String(place).padStart(3, '0')}`,
    createdAt: now,
    updatedAt: now,
  };
  return changedSubClient(bank, blank, form);
}

/** Applies a change: named fields replace the old ones, the others stay. Throws Refusal 400. */
export function changedSubClient(
  bank: SubClientsBank,
  before: SubClient,
  change: SubClientChange,
): SubClient {
  const { name, registrationDate = '' } = change;
  refuseWrong(
    [name?.trim() === '', 'name', 'must not be empty'],
    [registrationDate > todayOf(bank.clock), 'registrationDate', 'must not be in the future'],
  );
  return { ...before, ...given(change) };
}
