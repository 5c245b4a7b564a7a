import { isBehindQuestion, type Sieve } from '../../ui/controls/file-drop.svelte.ts';
import { beginningOf, transferOf } from './dropped-content.ts';

/** File names that sanctions lists may have; the contents decide. */
const mayBeList = /\.(xml|csv|txt)$/i;

/** The beginnings of the published sanctions lists. */
const beginnings = [
  /<(?:\w+:)?(?:sdnList|CONSOLIDATED_LIST|ArrayOfFinancialSanctionsTarget|Designations)[\s>]/,
  /eu\.europa\.ec\/fpi\/fsd/,
  /Entity_LogicalId;/i,
  /(?:^|[,"\n])Name 6[,"]/,
  /^\uFEFF?\d+,"[^"]*",(?:-0- |"individual"|"vessel"|"aircraft"),"/,
  /^\uFEFF?\d+,\d+,"(?:aka|fka|nka)",/,
] as const;

/** The third of OFAC's files has no mark of its own. */
const addressFile = /^(?:cons_)?add\.csv$/i;

/**
 * Extracts sanctions lists from any drop, by content; the rest goes where it was dropped. Does nothing while no bank is open, behind a
 * dialog, and for names that no list has.
 */
export const listSieve =
  (take: (lists: readonly File[]) => void, isOpen: () => boolean): Sieve =>
  (transfer, onrest) => {
    const files = [...transfer.files];
    if (!isOpen() || isBehindQuestion() || !files.some(({ name }) => mayBeList.test(name)))
      return false;
    void Promise.all(files.map(isList)).then((areLists) => {
      const lists = files.filter((_, at) => areLists[at]);
      const others = files.filter((_, at) => !areLists[at]);
      if (lists.length > 0) take(lists);
      if (others.length > 0) onrest(transferOf(others));
    });
    return true;
  };

/** Passes a drop to the first sieve, and the rest to the second. */
export const inTurn =
  (first: Sieve, second: Sieve): Sieve =>
  (transfer, onrest) => {
    const takeRest = (rest: DataTransfer): void => {
      if (!second(rest, onrest)) onrest(rest);
    };
    return first(transfer, takeRest) || second(transfer, onrest);
  };

async function isList(file: File): Promise<boolean> {
  if (!mayBeList.test(file.name)) return false;
  if (addressFile.test(file.name)) return true;
  const beginning = await beginningOf(file);
  return beginnings.some((known) => known.test(beginning));
}
