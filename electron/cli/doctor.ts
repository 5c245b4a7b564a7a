import { randomUUID } from 'node:crypto';
import { readFileSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';

import type { DoctorFinding, DoctorReport } from '../../shared/ipc/desk/doctor.ts';
import { DeskFault } from '../../shared/errors.ts';
import { parseBankFile } from '../engines/bank/file/bank-file.ts';
import type { BankClient } from '../engines/bank/client.ts';
import type { Clock } from '../engines/machine/context.ts';
import type { DoctorParts } from '../connections/doctor/examination.ts';
import { withFindings } from '../connections/doctor/findings.ts';
import type { Known } from '../connections/doctor/learnt.ts';
import { DoctorRunner } from '../connections/doctor/runner.ts';
import { dialectMemory } from '../connections/profiles/found-dialect.ts';
import type { Profile } from '../connections/profiles/profiles.ts';
import { argumentsOf } from './input/arguments.ts';
import { withUnsignedBank } from './input/bank-access.ts';
import { knownHere } from './input/copy-access.ts';
import { newContext, valueOf, WrongUse, type Command } from './input/command.ts';

/** Checks by reads only whether the bank matches its bank file. Prints a report, and writes the findings on request. */
export const doctor: Command = {
  summary: 'Examines the bank by reads only, and proposes what its file should say.',
  usage: 'doctor [--account NUMBER] [--write]',
  run: (args, global) => {
    const { values } = argumentsOf(args, {
      account: { type: 'string' },
      write: { type: 'boolean' },
    });
    const { bankFile: path } = global;
    if (values.write && path === undefined)
      throw new WrongUse('--write needs --bank FILE: the sandbox has no bank file to write into.');
    return withUnsignedBank(global, async (bank, profile, unsigned) => {
      const known = await knownHere(global, profile);
      const parts = partsOf({ bank, profile, known, clock: global.io.clock });
      const runner = new DoctorRunner(parts, () => undefined);
      const question = { accountNumber: values.account, ...unsigned };
      const report = valueOf(await runner.run(question, newContext()));
      const print = (more: object): void => {
        global.io.print(JSON.stringify({ ...forScripts(report), ...more }));
      };
      if (!values.write || path === undefined) print({});
      else writeAndPrint(() => writeFindings(path, profile, report.findings), print);
      return report.ok ? 0 : 1;
    });
  },
};

type Examined = {
  readonly bank: BankClient;
  readonly profile: Profile;
  readonly known: Known;
  readonly clock: Clock;
};

/** Does not hold the local copy: the desk may be running, and a bank that was never synced is examined too. */
const partsOf = ({
  bank,
  profile: { bankFile, bankFileText, folder },
  known,
  clock,
}: Examined): DoctorParts => ({
  bankFile,
  bankFileText,
  bank,
  clock,
  dialects: dialectMemory(bankFile, folder.findings),
  known: () => known,
});

/** The report with its older field names too, which scripts rely on. */
const forScripts = ({ checks, operations, ...report }: DoctorReport) => ({
  ...report,
  checks: checks.map((check) => ({
    ...check,
    check: check.id,
    ok: check.state === 'ok' || check.state === 'warning',
  })),
  operations: operations.map((operation) => ({
    ...operation,
    open: operation.state !== 'closed',
    overridden: operation.state === 'confirmed' || operation.isOverridden,
  })),
});

/** Prints the report even when no file could be written. */
function writeAndPrint(write: () => Written[], print: (more: object) => void): void {
  try {
    print({ written: write() });
  } catch (cause) {
    print({ written: [] });
    throw cause;
  }
}

type Written = { readonly field: string; readonly before: string | null; readonly after: string };

/** Writes the findings into the person's bank file, whole or not at all, and returns what was written. */
function writeFindings(
  path: string,
  { bankFileText }: Profile,
  findings: readonly DoctorFinding[],
): Written[] {
  if (findings.length === 0) return [];
  const text = withFindings(bankFileText ?? '', findings);
  const checked = parseBankFile(text);
  if (!checked.ok) throw new DeskFault('internal', `Nothing was written: ${checked.error.message}`);
  replaceFile(path, bankFileText ?? '', text);
  return findings.map(({ field, current, found }) => ({ field, before: current, after: found }));
}

/** Replaces a file, with the same permissions, and behind a link its target. A file that changed since it was read is left alone. */
function replaceFile(path: string, before: string, after: string): void {
  const target = realpathSync(path);
  // A unique name, because other files in this folder are not ours.
  const draft = `${target}.${randomUUID()}.part`;
  try {
    if (readFileSync(target, 'utf8') !== before)
      throw new DeskFault('file.unwritable', `${path} was changed meanwhile: nothing was written.`);
    writeFileSync(draft, after, { mode: statSync(target).mode & 0o777, flush: true, flag: 'wx' });
    renameSync(draft, target);
  } catch (cause) {
    rmSync(draft, { force: true });
    if (cause instanceof DeskFault) throw cause;
    const reason = cause instanceof Error ? cause.message : 'unknown reason';
    throw new DeskFault('file.unwritable', `${path} could not be written: ${reason}.`, { cause });
  }
}
