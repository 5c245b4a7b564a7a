import { writerMethods } from '../../../electron/desk/open-bank/writer-methods.ts';
import { openCacheConnection } from '../../../electron/engines/store/opening/cache-connection.ts';
import { accountNumber, crashPage, crashRange, key } from './crash-pages.ts';

/** Fetches pages without end and reports each one; the test kills it. */
const writer = writerMethods(openCacheConnection(process.argv[2] ?? '', Uint8Array.from(key)));
writer.ensureAccount(accountNumber, 'USD');
const resumed = writer.resumableRange(crashRange);
const rangeId = resumed?.rangeId ?? writer.beginRange(crashRange).rangeId;
const first = resumed === null ? 0 : Number(resumed.cursor) + 1;
for (let page = first; page < 100_000; page++) {
  writer.savePage({ rangeId, cursor: String(page), entries: crashPage(page), unreadable: [] });
  process.stdout.write(`${page}\n`);
}
