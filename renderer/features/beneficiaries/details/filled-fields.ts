import type { BeneficiaryCheck } from '../../../../shared/ipc/changes/beneficiaries.ts';

type Texts = Readonly<Record<string, string>>;

/** The fields after the desk has filled in what it knows, and those of its fills that it may remove again. */
export function filledBy(
  { fills, bankProblem }: BeneficiaryCheck,
  before: Texts,
  filledBefore: Texts,
): { readonly texts: Texts; readonly filled: Texts } {
  const wasFilled = (path: string): boolean =>
    filledBefore[path] !== undefined && filledBefore[path] === before[path];
  const texts: Record<string, string> = { ...before };
  const filled: Record<string, string> = {};
  for (const [path, text] of Object.entries(filledBefore)) {
    if (!wasFilled(path) || fills[path] !== undefined) continue;
    if (bankProblem === null) texts[path] = '';
    else filled[path] = text;
  }
  for (const [path, text] of Object.entries(fills)) {
    if ((texts[path] ?? '') === '' || wasFilled(path)) filled[path] = text;
    texts[path] = text;
  }
  return { texts, filled };
}
