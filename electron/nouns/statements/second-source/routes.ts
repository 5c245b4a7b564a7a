import { basename } from 'node:path';

import type { GivenPart, SecondSource } from '../../../../shared/ipc/accounts/second-sources.ts';
import { ok } from '../../../../shared/result.ts';
import { writeWholeFile, type SaveAs } from '../../../engines/exports/whole-file.ts';
import {
  listSecondSources,
  secondSourceById,
  secondSourceContent,
  type StoredSource,
  type SecondSourceWrites,
} from './compare/tables.ts';
import type { SourceParts } from './second-sources.ts';
import type { Handlers } from '../../../engines/ipc/router.ts';
import { notCached, type OpenBank } from '../../../engines/submissions/open-bank.ts';
import type { StatementQuestions } from '../reads.ts';

type Open = OpenBank<SecondSourceWrites> & {
  readonly copy: { readonly questions: StatementQuestions };
  readonly syncParts: Pick<SourceParts, 'dialects'>;
};

/** Loads the module at its first use. */
const reading = () => import('./second-sources.ts');

type Routes = Extract<keyof Handlers, `secondSources.${string}`>;

export const secondSourceHandlers = (desk: () => Open, saveAs: SaveAs): Pick<Handlers, Routes> => ({
  'secondSources.fetch': async (request, context) => {
    const open = desk();
    const { fetchSecondSource } = await reading();
    const fetched = await fetchSecondSource(partsOf(open), request, context);
    const { accountNumber } = request;
    if (fetched.ok) open.announce('store.changed', { topic: 'secondSources', accountNumber });
    return fetched;
  },
  'secondSources.give': async (dropped, context) => {
    const open = desk();
    const parts = { ...partsOf(open), journal: open.copy.journal };
    const { importGiven } = await import('./dropped-source.ts');
    const given = await importGiven(parts, dropped, context);
    if (!given.ok) return given;
    for (const accountNumber of new Set(given.value.parts.flatMap(accountOf)))
      open.announce('store.changed', { topic: 'secondSources', accountNumber });
    return given;
  },
  'secondSources.list': async ({ accountNumber }) => {
    const parts = partsOf(desk());
    const { comparedRow } = await reading();
    const rows: SecondSource[] = [];
    // In sequence: each is read whole to be compared.
    for (const source of listSecondSources(parts.reader, accountNumber))
      rows.push(await comparedRow(parts, source));
    return ok({ rows });
  },
  'secondSources.get': async ({ sourceId }) => {
    const parts = partsOf(desk());
    const { comparedSource } = await reading();
    return ok(await comparedSource(parts, storedSource(parts, sourceId)));
  },
  'secondSources.save': async ({ sourceId }) => {
    const { reader } = partsOf(desk());
    const source = storedSource({ reader }, sourceId);
    const path = await saveAs(source.fileName);
    if (path === undefined) return ok({ saved: false });
    await writeWholeFile(path, [secondSourceContent(reader, source)]);
    return ok({ saved: true, fileName: basename(path) });
  },
  'secondSources.forget': async ({ sourceId }) => {
    const open = desk();
    const { accountNumber } = storedSource(partsOf(open), sourceId);
    await open.copy.writer.forgetSecondSource(sourceId);
    open.announce('store.changed', { topic: 'secondSources', accountNumber });
    return ok({ forgotten: true });
  },
});

const accountOf = ({ source }: GivenPart): string[] => (source ? [source.accountNumber] : []);

const partsOf = ({ changes, copy: { questions }, syncParts: { dialects } }: Open): SourceParts => ({
  ...changes,
  questions,
  dialects,
});

function storedSource({ reader }: Pick<SourceParts, 'reader'>, sourceId: string): StoredSource {
  const source = secondSourceById(reader, sourceId);
  if (!source) throw notCached('This file');
  return source;
}
