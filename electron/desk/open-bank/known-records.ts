import { existsSync } from 'node:fs';

import { DeskFault } from '../../../shared/errors.ts';
import { nothingKnown, textOf, type Known } from '../../connections/doctor/learnt.ts';
import { listAccounts } from '../../nouns/accounts/tables.ts';
import { listBeneficiaries } from '../../nouns/beneficiaries/tables.ts';
import { openCacheReader } from '../../engines/store/opening/cache-reader.ts';
import { closeDatabase, type CacheReader, type Journal } from '../../engines/store/database.ts';
import { closeJournal, openJournal } from '../../engines/store/opening/journal.ts';
import { findMoneyRecords } from '../../engines/store/records/money-lists.ts';
import { transferList } from '../../nouns/payments/tables.ts';
import { latestRegistered } from '../../nouns/orders/tables.ts';
import { readWriterFile } from '../../engines/store/opening/writer-file.ts';
import { keyOf, type CopyPorts } from '../../connections/local-copy/local-copy.ts';
import type { ProfileFolder } from '../../connections/profiles/folders.ts';

/** The identifiers in an open local copy with which the doctor may ask; the bank itself reported each. */
export const knownIn = (reader: CacheReader, journal: Journal): Known => ({
  ...knownInCache(reader),
  ...knownInJournal(journal),
});

/**
 * The same for a local copy on the disk. A journal that another process has locked, and an unreadable file, are left alone and yield
 * nothing.
 */
export async function knownOnDisk(
  ports: CopyPorts,
  profile: ProfileFolder,
  credentials: Readonly<Record<string, string>> | null,
): Promise<Known> {
  if (!existsSync(profile.cache)) return nothingKnown;
  return await keyOf(ports, profile, credentials)
    .then(({ key }) => ({ ...cacheOnDisk(profile, key), ...journalOnDisk(ports, profile, key) }))
    .catch((cause: unknown) => {
      if (cause instanceof DeskFault) return nothingKnown;
      throw cause;
    });
}

function cacheOnDisk({ cache }: ProfileFolder, key: Uint8Array): Known {
  const reader = openCacheReader(cache, key);
  const known = { ...nothingKnown, ...knownInCache(reader) };
  closeDatabase(reader);
  return known;
}

function journalOnDisk(
  { program }: CopyPorts,
  { journal: file }: ProfileFolder,
  key: Uint8Array,
): Partial<Known> {
  if (!existsSync(file) || readWriterFile(file) !== null) return {};
  const journal = openJournal(file, key, { program });
  const known = knownInJournal(journal);
  closeJournal(journal);
  return known;
}

function knownInCache(
  reader: CacheReader,
): Pick<Known, 'accountNumber' | 'transferReference' | 'ngnAccount'> {
  const [transfer] = findMoneyRecords(reader, transferList, { limit: 1 });
  const payee = listBeneficiaries(reader, '').rows.find(
    ({ currencyIso3Code, accountNumber, bankBicOrCode }) =>
      currencyIso3Code === 'NGN' && accountNumber !== '' && bankBicOrCode !== '',
  );
  return {
    accountNumber: listAccounts(reader)[0]?.accountNumber ?? null,
    transferReference: textOf(transfer?.record.reference),
    ngnAccount: payee
      ? { accountNumber: payee.accountNumber, bankCode: payee.bankBicOrCode }
      : null,
  };
}

const knownInJournal = (journal: Journal): Pick<Known, 'remittanceId' | 'receivableId'> => ({
  remittanceId: latestRegistered(journal, 'remittance'),
  receivableId: latestRegistered(journal, 'receivable'),
});
