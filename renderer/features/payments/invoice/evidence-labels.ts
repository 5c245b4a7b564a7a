import type { WrittenEvidence } from '../../../../shared/ipc/changes/evidence.ts';
import { counted, formatCount } from '../../../../shared/money/format.ts';
import type { Notices } from '../../../state/notices.svelte.ts';
import type { copying } from '../../../ui/controls/copying.ts';

/** The written evidence: `Saved evidence-2026-11-29: 2 payments, 3 invoices.`, with the missing parts. */
function evidenceText({ folderName, payments, files, notReadable }: WrittenEvidence): string {
  const saved = `Saved ${folderName}: ${counted(payments, 'payment', 'payments')}, ${counted(files, 'invoice', 'invoices')}.`;
  const [first] = notReadable;
  return first
    ? `${saved} Not in it, since this machine cannot read it any more: ${first.name}${notReadable.length > 1 ? ` and ${formatCount(notReadable.length - 1)} more` : ''}.`
    : saved;
}

/** Announces the written evidence, and offers the digest of its list, which a person notes outside the folder. */
export function notifyEvidence(
  notices: Notices,
  written: WrittenEvidence,
  copy: ReturnType<typeof copying>,
): void {
  notices.show(evidenceText(written), {
    label: 'Copy digest',
    run: () => {
      copy(written.digest, 'Digest copied: note it outside the folder.');
    },
  });
}
