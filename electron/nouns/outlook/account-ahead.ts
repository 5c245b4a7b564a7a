import { dayNumber, type IsoDate } from '../../../shared/calendar/calendar.ts';
import type { Funds } from '../../../shared/ipc/accounts/accounts.ts';
import type { Outlook } from '../../../shared/ipc/accounts/outlook.ts';
import type { Questions } from '../../engines/store/threads/reader-thread.ts';
import type { FundsParts } from '../../engines/submissions/funds/funds.ts';
import type { OpenBank } from '../../engines/submissions/open-bank.ts';
import { calendarSourcesOf } from '../payments/arrival/cut-offs.ts';
import { meaningsBy } from '../statements/entries/meanings.ts';
import { begunAhead } from './begun.ts';
import { closedDays } from './closed-days.ts';
import { knownLines } from './known-lines.ts';
import type { UnitsAhead } from './lines.ts';
import type { OutlookReads } from './reads.ts';

export type OutlookParts = Pick<OpenBank, 'clock'> & {
  readonly changes: FundsParts;
  readonly profile: Pick<OpenBank['profile'], 'bankFile'> & {
    readonly folder: { readonly profileId: string };
  };
  readonly copy: Pick<OpenBank['copy'], 'journal' | 'reader'> & {
    readonly questions: Questions<OutlookReads>;
  };
};

type Account = {
  readonly accountNumber: string;
  readonly currency: string;
  readonly inFlight: Funds['inFlight'];
  readonly today: IsoDate;
};

/** Returns the movements of an account in the days ahead, and the drafts without a readable amount. `signal` stops the reading. */
export async function accountAhead(
  { changes, copy, profile }: OutlookParts,
  { accountNumber, currency, inFlight, today }: Account,
  signal: AbortSignal,
): Promise<UnitsAhead & Pick<Outlook, 'unpriced'>> {
  const of = { accountNumber, currency, today: dayNumber(today) };
  const closed = closedDays(currency, of.today, calendarSourcesOf(profile.bankFile));
  const begun = begunAhead({ ...copy, profileId: profile.folder.profileId }, of);
  const known = await knownLines(copy, { ...of, inFlight, closed }, changes.bank.statusWords);
  const question = {
    ...{ ...of, closed, known: [...known, ...begun.lines] },
    places: meaningsBy(profile.bankFile).places,
    statusWords: changes.bank.statusWords,
  };
  const ahead = await copy.questions.ask('outlook', [question], { signal, urgency: 'soon' });
  return { ...ahead, unpriced: begun.unpriced };
}
