import { homedir } from 'node:os';
import { join } from 'node:path';

type Machine = {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform?: NodeJS.Platform;
  readonly home?: string;
};

/**
 * The system's folder for the state of a program. It is outside the data folder, so that restoring an old data folder does not reset it.
 * `XDG_STATE_HOME` overrides it on every system.
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
