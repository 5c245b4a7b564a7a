import type { SubClient, SubClientChange, SubClientForm } from '../../shared/bank/onboarding.ts';
import type { SubClientsBank } from './state.ts';
import { timestampOf, todayOf } from '../server/clock.ts';
import { uuidOf } from '../seed/random.ts';
import { invalid, type FieldError } from '../server/refusal.ts';
import { clientId } from '../server/client.ts';

/** A draft that knows only what is given. Throws Refusal 400. */
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

/** What is named replaces what was there; what is left out stays. Throws Refusal 400. */
export function changedSubClient(
  bank: SubClientsBank,
  before: SubClient,
  change: SubClientChange,
): SubClient {
  const given = Object.fromEntries(
    Object.entries(change).filter(([, value]) => value !== undefined),
  );
  const errors: FieldError[] = [];
  if (change.name?.trim() === '') errors.push({ field: 'name', message: 'must not be empty' });
  if (change.registrationDate !== undefined && change.registrationDate > todayOf(bank.clock))
    errors.push({ field: 'registrationDate', message: 'must not be in the future' });
  if (errors.length > 0) throw invalid(...errors);
  return { ...before, ...given };
}
