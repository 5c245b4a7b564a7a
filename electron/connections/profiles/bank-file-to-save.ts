import { fail, type Outcome } from '../../../shared/errors.ts';
import { ok } from '../../../shared/result.ts';
import { parseBankFile, profileIdOf, type BankFile } from '../../engines/bank/file/bank-file.ts';
import type { Context } from '../../engines/machine/context.ts';
import { knownProfile, type Profile } from './profiles.ts';

type Save = {
  readonly dataDir: string;
  readonly open: Profile | null;
  readonly text: string;
};

/** Checks whether this text may become the open bank's file. Refuses the sandbox, invalid text, and the identity of another known bank. */
export function bankFileToSave(
  { dataDir, open, text }: Save,
  { correlationId }: Context,
): Outcome<BankFile> {
  if (!open) return fail('session.required', correlationId, { message: 'No bank is open.' });
  if (open.bankFile.builtIn)
    return fail('input.invalid', correlationId, {
      message: 'The sandbox is built in: it has no bank file to save.',
    });
  const parsed = parseBankFile(text);
  if (!parsed.ok) return fail('bank-file.invalid', correlationId, parsed.error);
  const profileId = profileIdOf(parsed.value);
  const other = profileId === open.folder.profileId ? null : knownProfile(dataDir, profileId);
  if (!other) return ok(parsed.value);
  const name = other.ok ? `“${other.value.bankFile.name}”` : 'another bank';
  return fail('input.invalid', correlationId, {
    message: `This address and environment belong to ${name}, which this machine knows already.`,
    fields: { baseUrl: `belongs to ${name}: open that bank instead` },
  });
}
