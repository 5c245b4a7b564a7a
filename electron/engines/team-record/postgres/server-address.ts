import { err, ok, type Result } from '../../../../shared/result.ts';
import { attemptSync } from '../../store/local-faults.ts';
import type { RecordAddress } from '../membership-row.ts';

const form = 'it must be postgres://LOGIN@HOST[:PORT]/DATABASE';

/**
 * Reads `postgres://login@host[:port]/database`. The error is a sentence. A password is refused: every program of this machine sees the
 * arguments of a command.
 */
export function parseServerAddress(text: string): Result<RecordAddress, string> {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^postgres(ql)?:$/.test(url.protocol)) return err(`${form}.`);
  if (url.password !== '')
    return err('an address has no password: every program of this machine could see it.');
  const database = nameIn(url.pathname.slice(1));
  const login = nameIn(url.username);
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const port = url.port === '' ? 5432 : Number(url.port);
  const isBare = url.search === '' && url.hash === '' && database?.includes('/') === false;
  return database === null || login === null || host === '' || port === 0 || !isBare
    ? err(`${form}, and no more.`)
    : ok({ host, port, database, login });
}

/** A name in an address; null where it is empty, badly escaped, or has control characters, which would end it in a message to the server. */
function nameIn(text: string): string | null {
  const name = attemptSync(() => decodeURIComponent(text));
  return name.ok && /^\P{Cc}+$/u.test(name.value) ? name.value : null;
}
