import { deskClock } from '../../engines/machine/context.ts';
import type { AdviceFormat, AdviceKind } from '../../../shared/ipc/changes/advice.ts';
import { changesAt } from '../../desk/open-bank/changes.ts';
import { writeAdvices } from '../../nouns/payments/advice/write-advices.ts';
import { evidenceIn } from '../../nouns/statements/statement-evidence.ts';
import { argumentsOf, oneOf, required } from '../input/arguments.ts';
import { withHeldCopy } from '../input/copy-access.ts';
import { assertFolder } from '../input/folder.ts';
import { WrongUse, type Command } from '../input/command.ts';

/** Writes payment advices and proofs of payment from the local copy, a JSON line each. No network, and nothing is sent. */
export const advice: Command = {
  summary:
    'Writes advices for payees, or proofs of payment, from what the bank reported. Sends nothing. No network.',
  usage: 'advice REFERENCE... --out DIR [--as pdf|eml] [--proof]',
  run: (args, global) => {
    const { values, positionals } = argumentsOf(
      args,
      { out: { type: 'string' }, as: { type: 'string' }, proof: { type: 'boolean' } },
      { positionals: true },
    );
    const references = [...new Set(positionals)];
    if (references.length === 0) throw new WrongUse('advice needs the reference of a payment.');
    const folder = required(values.out, 'out');
    assertFolder(folder, 'out');
    const as: AdviceFormat = oneOf(values.as, 'as', ['pdf', 'eml'] as const) ?? 'pdf';
    const kind: AdviceKind = values.proof === true ? 'proof' : 'advice';
    return withHeldCopy(global, async ({ journal, reader, writer }, { bankFile }) => {
      const { io } = global;
      const parts = {
        ...{ journal, reader, clock: deskClock(io.clock, () => null) },
        registry: changesAt({ cache: writer, announceUpload: () => undefined }),
        bank: { statusWords: bankFile.statusWords },
        evidence: evidenceIn(reader),
        bankName: bankFile.name,
      };
      const { written, refused } = await writeAdvices(parts, references, { kind, as }, folder);
      for (const one of written) io.print(JSON.stringify({ state: 'written', kind, ...one }));
      for (const one of refused) io.print(JSON.stringify({ state: 'refused', kind, ...one }));
      return refused.length === 0 ? 0 : 1;
    });
  },
};
