import { profileOf } from '../../../electron/connections/profiles/profiles.ts';
import { openDeskCopy } from '../../../electron/desk/open-bank/copy.ts';
import { openDeskTeam } from '../../../electron/desk/open-bank/team.ts';
import { sharedKinds } from '../../../electron/desk/open-bank/shared-records.ts';
import { builtInBankFile } from '../../../electron/engines/bank/file/bank-file.ts';
import {
  beginMembership,
  saveMembership,
} from '../../../electron/engines/team-record/membership-row.ts';
import { foundTeam } from '../../../electron/nouns/people/found.ts';
import { markJoined } from '../../../electron/nouns/people/import-history.ts';
import { sandboxSignIn } from '../../../shared/sandbox-sign-in.ts';
import { benchPorts } from '../bench-desk.ts';
import { context, foundingIn, valueOf } from './desks.ts';
import { databaseIn } from './server.ts';

/**
 * Founds a team for the sandbox's desk of a new data folder: `node found-run.ts DATA_DIR PORT DATABASE`. With a further port, the
 * desk looks for its record there from now on.
 */

const [, , dataDir = '', port = '', database = '', movedTo] = process.argv;
const place = databaseIn([port, database]);
const { folder: profile } = profileOf(dataDir, builtInBankFile('http://127.0.0.1:1'), null);
const ports = benchPorts(dataDir);
const copy = await openDeskCopy(ports, profile, sandboxSignIn);
const { journal } = copy;
beginMembership(journal, foundingIn(place));
const opened = await openDeskTeam({ ports, profile, credentials: sandboxSignIn, copy });
if (!opened?.open) throw new Error('the team was not opened');
await valueOf(foundTeam(journal, opened.open, place.login, context));
await markJoined(journal, opened.open, sharedKinds);
const founded = opened.open.row();
const address = { ...founded.address, ...(movedTo === undefined ? {} : { port: Number(movedTo) }) };
saveMembership(journal, { ...founded, address });
await opened.close();
await copy.close();
console.log(JSON.stringify({ head: 1 }));
