import type { DocumentPerson } from '../../../../shared/ipc/changes/documents.ts';
import type { CacheReader, Journal } from '../../../engines/store/database.ts';
import { everyShareholder, knownShareholders } from '../records/shareholders-table.ts';
import { listUploads } from '../records/upload-table.ts';

/**
 * Returns the people whose documents may be uploaded for a sub-client: the shareholders that the bank reported, then those whose ids a
 * person typed for an earlier file. The bank reports no directors and other users.
 */
export function documentPeople(
  { reader, journal }: { readonly reader: CacheReader; readonly journal: Journal },
  subClientId?: string,
): DocumentPerson[] {
  const owners = (
    subClientId === undefined
      ? everyShareholder(reader)
      : knownShareholders(reader, subClientId).map((shareholder) => ({ subClientId, shareholder }))
  ).map((owned) => ({
    subClientId: owned.subClientId,
    personId: owned.shareholder.id,
    name: owned.shareholder.name,
  }));
  const typed = listUploads(journal, subClientId).flatMap(({ item }) =>
    item.businessUserId === null
      ? []
      : [{ subClientId: item.subClientId, personId: item.businessUserId, name: '' }],
  );
  const people = new Map<string, DocumentPerson>();
  for (const person of [...owners, ...typed]) {
    const key = JSON.stringify([person.subClientId, person.personId]);
    if (!people.has(key)) people.set(key, person);
  }
  return [...people.values()];
}
