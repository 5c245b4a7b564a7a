import { z } from 'zod';

import { IsoDateText, TimestampText } from '../../../../shared/calendar/calendar-schemas.ts';
import { Rhythm, rhythmText } from '../../../../shared/calendar/payment-rhythm.ts';
import { inQuotes, sharedKind, type SharedKind } from '../../../engines/sharing/shared-kind.ts';
import { DecimalText } from '../../../../shared/money/decimal-schemas.ts';
import { SharedOrder } from '../order-schema.ts';
import { sharedAmounts } from './shared-amount.ts';
import { allSeries, seriesKind, sharedSeries, writeSeries } from './series-table.ts';

const Series = z.strictObject({
  seriesId: z.uuid(),
  name: z.string().min(1).max(80),
  order: SharedOrder.omit({ reference: true }).extend({ amount: DecimalText.nullable() }),
  payee: z.string().max(200),
  rhythm: Rhythm,
  from: IsoDateText,
  until: IsoDateText.nullable(),
  isEnded: z.boolean(),
  createdAt: TimestampText,
  createdBy: z.string().max(200),
});

/** The content of a series never changes and an end is final, so the order of changes does not matter. */
const series = sharedKind<z.output<typeof Series>>({
  ...{ kind: seriesKind, topic: 'duePayments', merge: 'all', schema: Series },
  label: 'changed a recurring payment',
  aboutOf: ({ name, payee, rhythm, isEnded }) =>
    `Recurring payment ${inQuotes(name)} to ${payee}, ${rhythmText(rhythm)}: ${isEnded ? 'ended' : 'added'}.`,
  keyOf: ({ seriesId }) => seriesId,
  apply: (journal, { createdAt, createdBy, ...item }, { actor }) => {
    writeSeries(journal, { ...item, at: createdAt, actor: { ...actor, name: createdBy } });
  },
  allOf: (journal) =>
    allSeries(journal).map((one) => ({
      item: sharedSeries(one),
      stamp: { actor: one.actor, at: one.at },
    })),
});

/** The records about recurring payments that a team shares. An amount counts only for a series that is known. */
export const sharedOfRecurring: readonly SharedKind[] = [series, sharedAmounts];
