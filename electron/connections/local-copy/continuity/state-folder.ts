import { homedir } from 'node:os';
import { join } from 'node:path';

type Machine = {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform?: NodeJS.Platform;
  readonly home?: string;
};

/**
 * Where this system keeps what a program remembers between two runs, beside its data: not in the data folder, so that it
 * does not go back in time with it. `XDG_STATE_HOME` names another place on every system.
 */
export function stateFolder({
  env,
  platform = process.platform,
  home = homedir(),
}: Machine): string {
  const named = env['XDG_STATE_HOME'];
  if (named) return join(named, 'nostro');
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'Nostro State');
  if (platform === 'win32')
    return join(env['LOCALAPPDATA'] ?? join(home, 'AppData', 'Local'), 'Nostro State');
  return join(home, '.local', 'state', 'nostro');
}
