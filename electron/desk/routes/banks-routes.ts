import { fail } from '../../../shared/errors.ts';
import { ok } from '../../../shared/result.ts';
import { reviewBankFile } from '../../engines/bank/file/bank-file-review.ts';
import { operationRowsOf } from '../../engines/bank/file/operation-rows.ts';
import { bankRowsOf } from '../../connections/profiles/bank-rows.ts';
import type { DeskSession } from '../session/desk-session.ts';
import type { Handlers } from '../../engines/ipc/router.ts';

type BankRoutes = Extract<
  keyof Handlers,
  `banks.${string}` | `bankFile.${string}` | `operations.${string}`
>;

export const bankHandlers = (session: DeskSession): Pick<Handlers, BankRoutes> => ({
  'banks.list': () => {
    const { dataFolder, bank, phase } = session.state;
    return ok({ rows: bankRowsOf(dataFolder, phase === 'welcome' ? null : bank) });
  },
  'banks.open': ({ profileId }, context) => session.openBank(profileId, context),
  'banks.restoreFile': ({ profileId }, context) => session.restoreBankFile(profileId, context),
  'bankFile.check': ({ bankFile }) => {
    const { profile } = session;
    const open = profile && {
      text: profile.bankFileText,
      profileId: profile.folder.profileId,
    };
    return ok(reviewBankFile(bankFile, open));
  },
  'bankFile.propose': async ({ recordings, answers }, { correlationId }) => {
    const { bankFileText, proposeBankFile } =
      await import('../../connections/recordings/propose.ts');
    const proposed = await proposeBankFile(recordings, new Map(Object.entries(answers)));
    if (!proposed.ok)
      return fail('recording.unusable', correlationId, {
        message: proposed.error.message,
        fields: { ...proposed.error.fields },
      });
    const { evidence, questions } = proposed.value;
    return ok({ bankFile: bankFileText(proposed.value), evidence, questions });
  },
  'bankFile.save': ({ bankFile }, context) => session.saveBankFile(bankFile, context),
  'operations.list': () => ok({ rows: operationRowsOf(session.open().profile.bankFile) }),
});
