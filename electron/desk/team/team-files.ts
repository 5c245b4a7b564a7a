import { readFileSync, statSync } from 'node:fs';
import { basename } from 'node:path';

import { fail, type Outcome } from '../../../shared/errors.ts';
import type { ChosenTeamFile } from '../../../shared/ipc/team.ts';
import { limits } from '../../../shared/limits.ts';
import { ok } from '../../../shared/result.ts';
import type { Context } from '../../engines/machine/context.ts';
import { attemptSync } from '../../engines/store/local-faults.ts';
import { readInvitation, type Invitation } from '../../nouns/people/invitation.ts';

/** The files that a person chose outside the window. The window gets only a file's name, and who is invited to where. */
export type ChosenFiles = {
  readonly password?: string;
  /** A certificate in PEM. */
  readonly authority?: string;
  readonly invitation?: Invitation;
};

type Kind = keyof ChosenFiles;
type Chosen = { readonly files: ChosenFiles; readonly file: ChosenTeamFile };

/** Reads a file that a person chose. Fails with `file.not-opened`, `team.invitation` or `input.invalid`, which name the file. */
export function readChosen(
  path: string,
  kind: Kind,
  at: { readonly bank: string; readonly nowMs: number },
  context: Context,
): Outcome<Chosen> {
  const { correlationId } = context;
  const fileName = basename(path).slice(0, 200);
  const text = textOf(path);
  if (text === null) return fail('file.not-opened', correlationId);
  const refused = (message: string) =>
    fail('input.invalid', correlationId, { message: `${fileName} ${message}` });
  if (kind === 'invitation') {
    const invitation = readInvitation(text, at, context);
    return invitation.ok ? ok(chosenInvitation(fileName, invitation.value)) : invitation;
  }
  const file = { fileName, invitation: null };
  if (kind === 'authority')
    return text.includes('-----BEGIN CERTIFICATE-----')
      ? ok({ files: { authority: text }, file })
      : refused('is not a certificate in PEM.');
  const password = text.replace(/\r?\n$/, '');
  if (password === '') return refused('is empty.');
  return /[\r\n]/.test(password)
    ? refused('has more than one line.')
    : ok({ files: { password }, file });
}

function chosenInvitation(fileName: string, invitation: Invitation): Chosen {
  const { name, host, port, database, until } = invitation;
  const server = `${host}:${String(port)}/${database}`;
  return { files: { invitation }, file: { fileName, invitation: { name, server, until } } };
}

/** The text of a file; null where it cannot be read, or is larger than any of these files. */
function textOf(path: string): string | null {
  const read = attemptSync(() => {
    const file = statSync(path);
    const isSmall = file.isFile() && file.size <= limits.bankFileBytesMax;
    return isSmall
      ? new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(readFileSync(path))
      : null;
  });
  return read.ok ? read.value : null;
}
