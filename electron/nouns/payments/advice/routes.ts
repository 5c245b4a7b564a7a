import { fail } from '../../../../shared/errors.ts';
import { ok } from '../../../../shared/result.ts';
import type { SaveAs } from '../../../engines/exports/whole-file.ts';
import type { Handlers } from '../../../engines/ipc/router.ts';
import type { OpenBank } from '../../../engines/submissions/open-bank.ts';
import { knownFile } from '../file/payment-files.ts';
import type { PaymentParts } from '../tables.ts';
import { runReferences, writeAdvice, writeAdvices } from './write-advices.ts';

type AdviceRoutes = Extract<keyof Handlers, `advice.${string}`>;

type Ports = {
  readonly saveAs: SaveAs;
  /** Asks a person for a folder; undefined where they cancel. */
  readonly openFolder: () => Promise<string | undefined>;
};

export const adviceHandlers = (
  desk: () => OpenBank<PaymentParts['cache']>,
  { saveAs, openFolder }: Ports,
): Pick<Handlers, AdviceRoutes> => ({
  'advice.save': async ({ reference, ...wanted }, { correlationId }) => {
    const written = await writeAdvice(partsOf(desk()), reference, wanted, saveAs);
    if (written.state === 'refused')
      return fail('payment.no-advice', correlationId, { message: written.reason });
    return ok(
      written.state === 'cancelled'
        ? { saved: false }
        : { saved: true, fileName: written.fileName },
    );
  },
  'advice.saveRun': async ({ batchId, ...wanted }) => {
    const open = desk();
    const { journal } = open.copy;
    knownFile(journal, batchId);
    const folder = await openFolder();
    if (folder === undefined) return ok({ saved: false });
    const references = runReferences(journal, batchId);
    return ok({
      saved: true,
      ...(await writeAdvices(partsOf(open), references, wanted, folder)),
    });
  },
});

const partsOf = ({ changes, profile, clock }: OpenBank<PaymentParts['cache']>) => ({
  ...changes,
  ...{ clock, bankName: profile.bankFile.name },
});
