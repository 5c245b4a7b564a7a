import { saveMembership } from '../../../electron/engines/team-record/membership-row.ts';
import { inFolder } from './desk-folder.ts';
import { foundingDesk } from './desks.ts';
import { databaseIn } from './server.ts';

/**
 * Founds a team for the sandbox's desk of a new data folder: `node found-run.ts DATA_DIR PORT DATABASE`. With a further port, the
 * desk looks for its record there from now on.
 */

const [, , dataDir = '', port = '', database = '', movedTo] = process.argv;
const { journal, team, close } = await foundingDesk(databaseIn([port, database]), {
  open: inFolder(dataDir),
});
const founded = team.row();
const address = { ...founded.address, ...(movedTo === undefined ? {} : { port: Number(movedTo) }) };
saveMembership(journal, { ...founded, address });
await close();
console.log(JSON.stringify({ head: 1 }));
