import { ok } from '../../../../shared/result.ts';
import type { Handlers } from '../../../engines/ipc/router.ts';
import { actorOf, type OpenBank } from '../../../engines/submissions/open-bank.ts';
import { runReferences } from '../../payments/advice/write-advices.ts';
import { knownFile } from '../../payments/file/payment-files.ts';
import { writeEvidence, type EvidenceParts } from './write-evidence.ts';

type Open = OpenBank & {
  readonly profile: { readonly folder: { readonly attachments: string } };
};

type Ports = {
  /** Asks a person for a folder; undefined where they cancel. */
  readonly openFolder: () => Promise<string | undefined>;
};

export const evidenceHandlers = (
  desk: () => Open,
  { openFolder }: Ports,
): Pick<Handlers, Extract<keyof Handlers, `evidence.${string}`>> => {
  const save = async (open: Open, references: readonly string[]) => {
    const into = await openFolder();
    if (into === undefined) return ok({ saved: false } as const);
    const written = await writeEvidence(partsOf(open), { references, period: null }, into);
    return ok({ saved: true, ...written } as const);
  };
  return {
    'evidence.save': ({ references }) => save(desk(), references),
    'evidence.saveRun': async ({ batchId }) => {
      const open = desk();
      knownFile(open.copy.journal, batchId);
      const references: string[] = [];
      for await (const reference of runReferences(open.copy.journal, batchId))
        references.push(reference);
      return save(open, references);
    },
  };
};

const partsOf = (open: Open): EvidenceParts => {
  const { name, environment } = open.profile.bankFile;
  return {
    ...{ journal: open.copy.journal, payments: open.changes, clock: open.clock },
    ...{ folder: open.profile.folder.attachments, bank: { name, environment } },
    by: actorOf(open).name,
  };
};
