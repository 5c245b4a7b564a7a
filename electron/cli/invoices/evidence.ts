import { changesAt } from '../../desk/open-bank/changes.ts';
import { deskClock } from '../../engines/machine/context.ts';
import { referencesBetween } from '../../engines/submissions/journal/references-between.ts';
import { checkEvidence } from '../../nouns/invoices/evidence/check-evidence.ts';
import { paymentsMax } from '../../nouns/invoices/evidence/evidence-list.ts';
import { writeEvidence } from '../../nouns/invoices/evidence/write-evidence.ts';
import { addDays } from '../../../shared/calendar/calendar.ts';
import { argumentsOf, periodOptions, required } from '../input/arguments.ts';
import { withHeldCopy } from '../input/copy-access.ts';
import { assertFolder } from '../input/folder.ts';
import { WrongUse, type Command, type ExitCode, type Global } from '../input/command.ts';
import type { Journal } from '../../engines/store/database.ts';

/** Writes the invoices of payments with their list into a folder, or compares such a folder with its list. No network. */
export const evidence: Command = {
  summary:
    'Writes the invoices of payments as they were dropped, with their list and digests, into a folder, or checks such a folder. No network.',
  usage:
    'evidence REFERENCE... --out DIR; or evidence --from D --to D --out DIR; or evidence --check DIR [--digest SHA256]',
  run: (args, global) => {
    const { values, positionals } = argumentsOf(
      args,
      {
        ...{ from: { type: 'string' }, to: { type: 'string' }, out: { type: 'string' } },
        ...{ check: { type: 'string' }, digest: { type: 'string' } },
      },
      { positionals: true },
    );
    if (values.check !== undefined) {
      if (positionals.length > 0 || (values.from ?? values.to ?? values.out) !== undefined)
        throw new WrongUse('--check stands alone, with --digest.');
      return check(global, values.check, values.digest);
    }
    if (values.digest !== undefined) throw new WrongUse('--digest belongs to --check.');
    const out = required(values.out, 'out');
    assertFolder(out, 'out');
    const { from, to } = periodOptions(values);
    if (positionals.length > 0 && (from ?? to) !== undefined)
      throw new WrongUse('Name payments, or the days of --from and --to.');
    if (positionals.length > 0) return write(global, out, { references: positionals });
    return write(global, out, {
      period: { from: required(from, 'from'), to: required(to, 'to') },
    });
  },
};

async function check(
  { io }: Global,
  folder: string,
  digest: string | undefined,
): Promise<ExitCode> {
  assertFolder(folder, 'check');
  if (digest !== undefined && !/^[0-9a-f]{64}$/i.test(digest))
    throw new WrongUse('--digest is a SHA-256 of 64 hexadecimal digits.');
  const checked = await checkEvidence(folder, digest?.toLowerCase() ?? null);
  io.print(JSON.stringify({ ok: checked.problems.length === 0, ...checked }));
  return checked.problems.length === 0 ? 0 : 1;
}

type Wanted =
  | { readonly references: readonly string[] }
  | { readonly period: { readonly from: string; readonly to: string } };

function write(global: Global, out: string, wanted: Wanted): Promise<ExitCode> {
  return withHeldCopy(global, async (copy, { bankFile, folder }) => {
    const { journal, reader, writer } = copy;
    const clock = deskClock(global.io.clock, () => null);
    const registry = changesAt({ cache: writer, announceUpload: () => undefined });
    const payments = { ...{ journal, reader, clock, registry }, bank: bankFile };
    const parts = {
      ...{ journal, clock, payments, folder: folder.attachments, by: 'command line' },
      bank: { name: bankFile.name, environment: bankFile.environment },
    };
    const period = 'period' in wanted ? wanted.period : null;
    const references =
      'period' in wanted ? referencesOf(journal, wanted.period) : wanted.references;
    const written = await writeEvidence(parts, { references, period }, out);
    global.io.print(JSON.stringify(written));
    return written.notReadable.length === 0 ? 0 : 1;
  });
}

/** Payments that were sent on these days in UTC, oldest first. Stops once there are more than allowed, which refuses them. */
function referencesOf(
  journal: Journal,
  { from, to }: { readonly from: string; readonly to: string },
): readonly string[] {
  const until = `${addDays(to, 1)}T00:00:00.000Z`;
  const found: string[] = [];
  const pieces = referencesBetween(journal, 'createSingleTransfer', {
    from: `${from}T00:00:00.000Z`,
    until,
  });
  for (const piece of pieces) {
    found.push(...piece);
    if (found.length > paymentsMax) break;
  }
  return found.toReversed();
}
