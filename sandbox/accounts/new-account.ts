import type { VirtualAccountOrder } from '../../shared/bank/accounts.ts';
import { isCurrency } from '../../shared/money/currencies.ts';
import { createBook } from '../ledger/book.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { fundingDetailOf, homeBanks } from '../seed/home-banks.ts';
import { createRandom, mixSeeds, uuidOf, type Random } from '../seed/random.ts';
import { clientId, clientName } from '../server/client.ts';
import { invalid, notAllowed } from '../server/refusal.ts';
import type { AccountRecord, AccountsBank } from './state.ts';

/**
 * Opens an account at zero; the same uniqueRequestId again answers the account that it opened. Throws Refusal 400 for a
 * currency that this bank does not keep, an owner it does not know, and an id that opened another account.
 */
export function openVirtualAccount(bank: AccountsBank, order: VirtualAccountOrder): AccountRecord {
  const before = bank.accounts.find(
    ({ uniqueRequestId }) => uniqueRequestId === order.uniqueRequestId,
  );
  const owner = ownerOf(bank, order.ownerEntityId);
  if (before) return sameOrder(before, order, owner.id);
  const record = recordOf(bank, order, owner);
  bank.accounts.push(record);
  openInLedger(bank.ledger, record);
  return record;
}

/** Adds an account without history to the book. */
export function openInLedger(ledger: Ledger, record: AccountRecord): void {
  const { accountNumber: number, currencyIso3Code: currency } = record;
  ledger.accounts.set(number, {
    number,
    currency,
    book: createBook(),
    seededText: (ordinal) => {
      throw new RangeError(`account ${number} has no seeded entry ${ordinal}`);
    },
    seededOrdinal: () => undefined,
    added: [],
  });
}

type Owner = { readonly id: string; readonly name: string };

function ownerOf({ subClients }: AccountsBank, entityId = clientId): Owner {
  if (entityId === clientId) return { id: clientId, name: clientName };
  const subClient = subClients.get(entityId);
  if (!subClient) throw invalid({ field: 'ownerEntityId', message: 'is no client of yours' });
  if (subClient.status.toLowerCase() === 'deleted')
    throw invalid({ field: 'ownerEntityId', message: `${subClient.name} was deleted` });
  return { id: entityId, name: subClient.businessName || subClient.name };
}

function sameOrder(
  before: AccountRecord,
  { currencyIso3Code, accountName }: VirtualAccountOrder,
  ownerId: string,
): AccountRecord {
  const isSame =
    before.currencyIso3Code === currencyIso3Code &&
    before.accountName === accountName &&
    before.clientId === ownerId;
  if (isSame) return before;
  throw notAllowed(
    'unique_request_id_used',
    `This uniqueRequestId opened account ${before.accountNumber}, which is another one`,
  );
}

function recordOf(
  bank: AccountsBank,
  { uniqueRequestId, currencyIso3Code: currency, accountName }: VirtualAccountOrder,
  owner: Owner,
): AccountRecord {
  if (!isCurrency(currency) || !(currency in homeBanks))
    throw invalid({
      field: 'currencyIso3Code',
      message: `is not kept here; ${Object.keys(homeBanks).join(', ')} are`,
    });
  const serial = bank.accounts.filter(({ opened }) => opened).length + 1;
  const accountNumber = `909${String(serial).padStart(7, '0')}`;
  const random = createRandom(mixSeeds(bank.parameters.seed, serial));
  const record = {
    accountNumber,
    listed: true,
    opened: true,
    uniqueRequestId,
    currencyIso3Code: currency,
    accountName,
    accountType: 'virtual',
  };
  return newAccount(record, owner, random);
}

type NewAccount = Omit<
  AccountRecord,
  'accountId' | 'clientId' | 'entityId' | 'status' | 'fundingDetails'
>;

/** An account with the coordinates by which others pay into it. */
export function newAccount(record: NewAccount, owner: Owner, random: Random): AccountRecord {
  const { accountNumber, accountName, currencyIso3Code } = record;
  const funding = fundingDetailOf(`${owner.name} ${accountName}`, currencyIso3Code, random);
  return {
    ...record,
    accountId: accountNumber,
    clientId: owner.id,
    entityId: uuidOf(`account ${accountNumber}`),
    status: 'active',
    fundingDetails: [{ ...funding, accountNumber }, funding],
  };
}
