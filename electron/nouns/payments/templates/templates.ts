import { randomUUID } from 'node:crypto';

import { actorIn, actorText, type Stamp } from '../../../../shared/actor.ts';
import { appError, type Outcome } from '../../../../shared/errors.ts';
import type { RouteInput } from '../../../../shared/ipc/contract.ts';
import type { Timestamp } from '../../../../shared/calendar/calendar.ts';
import type { PaymentTemplate } from '../../../../shared/ipc/changes/payments.ts';
import { limits } from '../../../../shared/limits.ts';
import { ok } from '../../../../shared/result.ts';
import type { BeneficiaryRow } from '../../../../shared/ipc/changes/beneficiaries.ts';
import { beneficiaryById, beneficiaryRow } from '../../beneficiaries/tables.ts';
import type { JsonObject } from '../../../engines/acts/act.ts';
import { shareChanges } from '../../../engines/sharing/outgoing.ts';
import { row, rows, run, type CacheReader, type Journal } from '../../../engines/store/database.ts';
import { writeJournal } from '../../../engines/store/write-journal.ts';
import { foldText } from '../../../engines/store/search/search-text.ts';

export type TemplateContent = RouteInput<'payments.saveTemplate'>;
type Stored = { readonly template_id: string; readonly name: string; readonly document: string };

/** The templates, in alphabetical order of their names. */
export const listTemplates = (journal: Journal, reader: CacheReader): PaymentTemplate[] =>
  stored(journal)
    .map(({ template_id: templateId, document }) => {
      const content = JSON.parse(document) as TemplateContent;
      return { ...content, templateId, payee: payeeOf(reader, content.beneficiaryId) };
    })
    .toSorted((a, b) => a.name.localeCompare(b.name));

type Saving = Stamp & { readonly correlationId: string };

/** Saves a template under its name. Fails with `input.invalid` where another one has that name, or there are too many. */
export function saveTemplate(
  journal: Journal,
  content: TemplateContent,
  { actor, at, correlationId }: Saving,
): Outcome<{ templateId: string }> {
  const refuse = (problem: string): Outcome<never> => ({
    ok: false,
    error: appError('input.invalid', correlationId, { fields: { name: problem } }),
  });
  const known = stored(journal);
  if (known.length >= limits.paymentTemplatesMax)
    return refuse(
      `is one too many: ${String(limits.paymentTemplatesMax)} are kept; remove one first`,
    );
  if (known.some(({ name }) => foldText(name) === foldText(content.name)))
    return refuse('is the name of another template');
  const templateId = randomUUID();
  writeJournal(journal, 'payment_template', () => {
    writeTemplate(journal, { templateId, content }, { actor, at });
    shareChanges(journal, templateKind, [sharedTemplate({ templateId, content })], at);
  });
  return ok({ templateId });
}

/** The kind of a template among the shared records. */
export const templateKind = 'template';

/** A template; without content it is removed. */
export type TemplateChange = {
  readonly templateId: string;
  readonly content: TemplateContent | null;
};

/** A template as a team shares it. */
export function sharedTemplate({ templateId, content }: TemplateChange): JsonObject {
  if (content === null) return { templateId, content };
  const { more, ...rest } = content;
  return { templateId, content: { ...rest, ...(more && { more }) } };
}

/** Writes a template, or removes one without content. The content of an existing one never changes: a person knows it by its name. */
export function writeTemplate(
  journal: Journal,
  { templateId, content }: TemplateChange,
  { actor, at }: Stamp,
): void {
  writeJournal(journal, 'payment_template', () => {
    if (content === null)
      run(journal, 'DELETE FROM payment_template WHERE template_id = ?', templateId);
    else
      run(
        journal,
        `INSERT OR IGNORE INTO payment_template (template_id, name, document, saved_at, actor)
         VALUES (?, ?, ?, ?, ?)`,
        ...[templateId, content.name, JSON.stringify(content), at, actorText(actor)],
      );
  });
}

/** Removes a template; false where there was none. */
export function removeTemplate(
  journal: Journal,
  templateId: string,
  { actor, at }: Stamp,
): boolean {
  const known = 'SELECT 1 FROM payment_template WHERE template_id = ?';
  if (row(journal, known, templateId) === null) return false;
  writeJournal(journal, 'payment_template', () => {
    writeTemplate(journal, { templateId, content: null }, { actor, at });
    shareChanges(journal, templateKind, [{ templateId, content: null }], at);
  });
  return true;
}

/** All templates, oldest first. */
export const storedTemplates = (journal: Journal): (TemplateChange & Stamp)[] =>
  rows<Stored & { readonly saved_at: Timestamp; readonly actor: string }>(
    journal,
    `SELECT template_id, name, document, saved_at, actor FROM payment_template
     ORDER BY saved_at, template_id LIMIT ?`,
    limits.paymentTemplatesMax,
  ).map(({ template_id, document, saved_at, actor }) => ({
    templateId: template_id,
    content: JSON.parse(document) as TemplateContent,
    ...{ at: saved_at, actor: actorIn(actor) },
  }));

const stored = (journal: Journal): Stored[] =>
  rows<Stored>(
    journal,
    // In a team there may be more than the limit: all desks list the same.
    'SELECT template_id, name, document FROM payment_template ORDER BY template_id LIMIT ?',
    limits.paymentTemplatesMax,
  );

function payeeOf(reader: CacheReader, beneficiaryId: string): BeneficiaryRow | null {
  const known = beneficiaryById(reader, beneficiaryId);
  return known?.goneAt === null ? beneficiaryRow(known.beneficiary) : null;
}
