import { basename } from 'node:path';

import { signingActor } from '../../../../shared/actor.ts';
import { fail } from '../../../../shared/errors.ts';
import { ok } from '../../../../shared/result.ts';
import { fileArrivals } from './arrival/file-arrivals.ts';
import { resultName, writeFileResult } from './result-export.ts';
import { countFound, fileLines, indexOfLine } from './tables/line-tables.ts';
import type { PaymentParts } from '../tables.ts';
import type { PaymentFileRunner } from './runner.ts';
import { everyLine, knownFile } from './payment-files.ts';
import { timestampNow } from '../../../engines/machine/context.ts';
import { forgetShape, listShapes } from '../../../engines/columns/shapes.ts';
import { saveMatchDraft } from './waiting-files.ts';
import { forgetWaiting, listWaiting } from './tables/waiting-table.ts';
import type { Handlers } from '../../../engines/ipc/router.ts';
import type { SaveAs } from '../../../engines/exports/whole-file.ts';
import { stampOf, type OpenBank } from '../../../engines/submissions/open-bank.ts';

type PaymentFileRoutes = Extract<keyof Handlers, `paymentFiles.${string}`>;

export const paymentFileHandlers = (
  desk: () => OpenBank<PaymentParts['cache']> & { readonly paymentFiles: PaymentFileRunner },
  saveAs: SaveAs,
): Pick<Handlers, PaymentFileRoutes> => {
  const runner = (): PaymentFileRunner => desk().paymentFiles;
  return {
    'paymentFiles.add': (file, context) => runner().add(file, context),
    'paymentFiles.columns': (file, context) => runner().awaitColumns(file, context),
    'paymentFiles.waiting': () =>
      ok({
        rows: listWaiting(desk().copy.journal).map(({ fileId, fileName, addedAt }) => ({
          fileId,
          fileName,
          addedAt,
        })),
      }),
    'paymentFiles.lookAt': (waiting, context) => runner().lookAt(waiting, context),
    'paymentFiles.saveDraft': ({ fileId, draft }) => {
      saveMatchDraft(desk().copy.journal, fileId, draft);
      return ok({ saved: true });
    },
    'paymentFiles.match': ({ fileId, ...request }, context) =>
      runner().match(fileId, request, context),
    'paymentFiles.dismiss': ({ fileId }) => {
      forgetWaiting(desk().copy.journal, fileId);
      return ok({ dismissed: true });
    },
    'paymentFiles.shapes': () => ok({ rows: listShapes(desk().copy.journal, 'payments') }),
    'paymentFiles.forgetShape': ({ shapeId }) => {
      const { copy, clock } = desk();
      forgetShape(copy.journal, shapeId, timestampNow(clock));
      return ok({ forgotten: true });
    },
    'paymentFiles.list': () => ok({ rows: runner().list() }),
    'paymentFiles.get': async ({ batchId }, context) => ok(await runner().get(batchId, context)),
    'paymentFiles.arrivals': async ({ batchId }) =>
      ok({ rows: await fileArrivals(desk().changes, batchId) }),
    'paymentFiles.lines': ({ batchId, only, index, limit }) => {
      const { journal } = desk().copy;
      const rows = fileLines(journal, batchId, { only, index, limit });
      return ok({ index, total: countFound(journal, batchId, only), rows });
    },
    'paymentFiles.locate': ({ batchId, line }) =>
      ok({ index: indexOfLine(desk().copy.journal, batchId, line) }),
    'paymentFiles.skip': async ({ batchId, ...change }, context) =>
      ok(await runner().skip(batchId, change, context)),
    'paymentFiles.undoSkip': async ({ batchId, act }, context) =>
      ok(await runner().undoSkip(batchId, act, context)),
    'paymentFiles.repairs': async ({ batchId }) => ok(await runner().repairs(batchId)),
    'paymentFiles.repair': async ({ batchId, ...request }, context) =>
      ok(await runner().repair(batchId, { ...request, ...stampOf(desk()) }, context)),
    'paymentFiles.confirmColumns': async ({ batchId, columns }, context) =>
      ok(await runner().confirmColumns(batchId, columns, context)),
    'paymentFiles.release': async ({ batchId, line, by }, context) => {
      const { copy, user } = desk();
      const actor = signingActor(copy.deskId, user, by);
      if (actor.name === '')
        return fail('input.invalid', context.correlationId, {
          message: 'Nothing was released.',
          fields: { by: 'enter your name' },
        });
      return ok(await runner().release(batchId, { line, actor }, context));
    },
    'paymentFiles.start': ({ batchId, ...request }, context) =>
      runner().start(batchId, { by: 'person', ...request }, context),
    'paymentFiles.stop': ({ batchId }) => ok(runner().stop(batchId)),
    'paymentFiles.remove': async ({ batchId }) => {
      await runner().remove(batchId);
      return ok({ removed: true });
    },
    'paymentFiles.saveResult': async ({ batchId }) => {
      const { journal } = desk().copy;
      const file = knownFile(journal, batchId);
      const path = await saveAs(resultName(file.fileName));
      if (path === undefined) return ok({ saved: false });
      const lines = await writeFileResult(path, file, everyLine(journal, batchId));
      return ok({ saved: true, fileName: basename(path), lines });
    },
  };
};
