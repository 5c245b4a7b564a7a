import type { BankDesk } from '../../electron/desk/open-bank/bank-desk.ts';
import { reconcile } from '../../electron/nouns/reconcile/reconcile.ts';
import { reopen } from '../../electron/nouns/reconcile/reopen.ts';
import { mirageAccounts } from '../support/banks/mirage/mirage.ts';
import { deskAnswer, refused, type DeskAnswer } from './person.ts';
import { actorNamed } from '../support/desks/actors.ts';

const context = { correlationId: 'laboratory' };

/**
 * Somebody compares the journal with the bank and opens sending again with their name. `look`: where the desk asks for it,
 * they look in the bank's own records.
 */
export async function reconcileWithBank(desk: BankDesk, look: () => void): Promise<DeskAnswer> {
  const compared = await reconcile(
    desk.reconciling,
    { accountNumbers: [...mirageAccounts] },
    context,
  );
  if (!compared.ok) return refused(compared.error);
  const report = compared.value;
  const words = `${report.verdict}: ${report.found.length} found, ${report.corrected.length} corrected, ${report.unexplained.length} unexplained`;
  if (report.verdict === 'open') return deskAnswer(words);
  const hasLooked = report.verdict === 'look';
  if (hasLooked) look();
  const opened = await reopen(
    desk.reconciling,
    report,
    { actor: actorNamed('A. Person'), hasLooked },
    context,
  );
  return deskAnswer(opened.ok ? `${words}; opened` : `${words}; ${opened.error.message}`);
}
