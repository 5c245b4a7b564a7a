import { randomUUID } from 'node:crypto';

import { actorText, type Stamp } from '../../../shared/actor.ts';
import { appError, type Outcome } from '../../../shared/errors.ts';
import type { RouteInput } from '../../../shared/ipc/contract.ts';
import type { PaymentTemplate } from '../../../shared/ipc/changes/payments.ts';
import { limits } from '../../../shared/limits.ts';
import { ok } from '../../../shared/result.ts';
import type { BeneficiaryRow } from '../../../shared/ipc/changes/beneficiaries.ts';
import { beneficiaryById, beneficiaryRow } from '../beneficiaries/tables.ts';
import { row, rows, run, type CacheReader, type Journal } from '../../engines/store/database.ts';
import { writeJournal } from '../../engines/store/write-journal.ts';
import { foldText } from '../../engines/store/search/search-text.ts';

type Content = RouteInput<'payments.saveTemplate'>;
type Stored = { readonly template_id: string; readonly name: string; readonly document: string };

/** By name, in the order of the alphabet. */
export const listTemplates = (journal: Journal, reader: CacheReader): PaymentTemplate[] =>
  stored(journal)
    .map(({ template_id: templateId, document }) => {
      const content = JSON.parse(document) as Content;
      return { ...content, templateId, payee: payeeOf(reader, content.beneficiaryId) };
    })
    .toSorted((a, b) => a.name.localeCompare(b.name));

type Saving = Stamp & { readonly correlationId: string };

/** Saves a template under its name. Fails with `input.invalid` where another one has that name, or there are too many. */
export function saveTemplate(
  journal: Journal,
  content: Content,
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
  writeJournal(journal, 'payment_template', () =>
    run(
      journal,
      'INSERT INTO payment_template (template_id, name, document, saved_at, actor) VALUES (?, ?, ?, ?, ?)',
      templateId,
      content.name,
      JSON.stringify(content),
      at,
      actorText(actor),
    ),
  );
  return ok({ templateId });
}

/** False where there was none. */
export function removeTemplate(journal: Journal, templateId: string): boolean {
  const known = 'SELECT 1 FROM payment_template WHERE template_id = ?';
  if (row(journal, known, templateId) === null) return false;
  writeJournal(journal, 'payment_template', () =>
    run(journal, 'DELETE FROM payment_template WHERE template_id = ?', templateId),
  );
  return true;
}

const stored = (journal: Journal): Stored[] =>
  rows<Stored>(
    journal,
    'SELECT template_id, name, document FROM payment_template LIMIT ?',
    limits.paymentTemplatesMax,
  );

function payeeOf(reader: CacheReader, beneficiaryId: string): BeneficiaryRow | null {
  const known = beneficiaryById(reader, beneficiaryId);
  return known?.goneAt === null ? beneficiaryRow(known.beneficiary) : null;
}
