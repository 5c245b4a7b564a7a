import { currentBeneficiaries } from '../../nouns/beneficiaries/tables.ts';
import { listRegister } from '../../nouns/orders/tables.ts';
import type { KnownSubject } from '../../nouns/screening/subjects.ts';
import { everyShareholder } from '../../nouns/sub-clients/records/shareholders-table.ts';
import { listSubClients } from '../../nouns/sub-clients/records/tables.ts';
import type { CacheReader, Journal } from '../../engines/store/database.ts';

type Stores = { readonly reader: CacheReader; readonly journal: Journal };

/** The number of payees that are read at a time. */
const payeesPerPiece = 500;

/** All subjects of sanctions screening: payees, recipients of remittances, sub-clients and their owners. */
export function* screenedSubjects({ reader, journal }: Stores): Generator<KnownSubject> {
  for (const piece of currentBeneficiaries(reader, payeesPerPiece))
    for (const { entityId, name, accountName, country } of piece)
      yield {
        party: { kind: 'payee', id: entityId, label: name || accountName || entityId },
        names: [name, accountName],
        country: country || null,
        birthYear: null,
      };
  for (const { id, record } of listRegister(journal, 'remittance'))
    yield {
      party: { kind: 'recipient', id, label: record.recipientName || id },
      names: [record.recipientName],
      country: record.recipientCountry || null,
      birthYear: null,
    };
  const { rows: subClients } = listSubClients(reader, '');
  for (const { entityId, name, businessName, countryOfRegistration } of subClients)
    yield {
      party: { kind: 'sub-client', id: entityId, label: businessName || name || entityId },
      names: [name, businessName],
      country: countryOfRegistration || null,
      birthYear: null,
    };
  for (const { subClientId, shareholder } of everyShareholder(reader))
    yield {
      party: { kind: 'shareholder', id: subClientId, label: shareholder.name },
      names: [shareholder.name],
      country: shareholder.nationality || shareholder.countryOfResidence || null,
      birthYear: null,
    };
}
