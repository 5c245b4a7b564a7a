import type { CopyPorts } from '../../../electron/connections/local-copy/local-copy.ts';
import { profileOf } from '../../../electron/connections/profiles/profiles.ts';
import { openDeskCopy } from '../../../electron/desk/open-bank/copy.ts';
import { openDeskTeam } from '../../../electron/desk/open-bank/team.ts';
import { builtInBankFile } from '../../../electron/engines/bank/file/bank-file.ts';
import { beginMembership } from '../../../electron/engines/team-record/membership-row.ts';
import { sandboxSignIn } from '../../../shared/sandbox-sign-in.ts';
import { benchPorts } from '../bench-desk.ts';
import type { OpenTeamDesk } from './desks.ts';

/** Opens the team's part of the sandbox's desk in a data folder. Its files stay there when it is closed. */
export const inFolder =
  (dataDir: string, ports: CopyPorts = benchPorts(dataDir)): OpenTeamDesk =>
  async (wanted) => {
    const { folder: profile } = profileOf(dataDir, builtInBankFile('http://127.0.0.1:1'), null);
    const copy = await openDeskCopy(ports, profile, sandboxSignIn);
    const { journal } = copy;
    beginMembership(journal, wanted);
    const opened = await openDeskTeam({ ports, profile, credentials: sandboxSignIn, copy });
    if (!opened?.open || !opened.approvals) throw new Error('the team was not opened');
    return {
      ...{ journal, team: opened.open, approvals: opened.approvals, folder: dataDir },
      close: async () => {
        await opened.close();
        await copy.close();
      },
    };
  };
