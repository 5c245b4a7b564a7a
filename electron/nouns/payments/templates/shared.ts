import { z } from 'zod';

import { paymentsRoutes } from '../../../../shared/ipc/changes/payments.ts';
import { id } from '../../../../shared/ipc/route.ts';
import { inQuotes, sharedKind, type SharedKind } from '../../../engines/sharing/shared-kind.ts';
import {
  sharedTemplate,
  storedTemplates,
  templateKind,
  writeTemplate,
  type TemplateChange,
} from './templates.ts';

const Template: z.ZodType<TemplateChange> = z.object({
  templateId: id,
  /** Null where it was removed. */
  content: paymentsRoutes['payments.saveTemplate'].input.nullable(),
});

/** Two templates with the same name both remain until a person removes one. */
const templates = sharedKind<TemplateChange>({
  topic: 'transfers',
  ...{ kind: templateKind, merge: 'last', schema: Template },
  label: 'changed a payment template',
  aboutOf: ({ templateId, content }) =>
    content === null
      ? `Template ${templateId}: removed.`
      : `Template ${inQuotes(content.name)}: saved, from account ${content.accountNumber} to payee ${content.beneficiaryId}${content.amount === '' ? '' : `, amount ${content.amount}`}.`,
  keyOf: ({ templateId }) => templateId,
  apply: writeTemplate,
  allOf: (journal) =>
    storedTemplates(journal).map(({ actor, at, ...template }) => ({
      item: sharedTemplate(template),
      stamp: { actor, at },
    })),
});

/** The kinds of payment records that a team shares. */
export const sharedOfPayments: readonly SharedKind[] = [templates];
