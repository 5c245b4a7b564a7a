import { todayAt } from '../../../shared/calendar/calendar.ts';
import { ok } from '../../../shared/result.ts';
import { chipsOf } from '../../engines/find/chips.ts';
import { understandText } from '../../engines/find/command.ts';
import type { Handlers } from '../../engines/ipc/router.ts';
import {
  findQuestionOf,
  knownIn,
  surroundingsIn,
} from '../../nouns/statements/search/find-runner.ts';
import { meaningsBy } from '../../nouns/statements/entries/meanings.ts';
import { insideQuestionOf } from '../../nouns/statements/search/find-inside.ts';
import type { Known } from '../../nouns/statements/query/find-question.ts';
import { markedEntries } from '../../nouns/statements/annotations/marks.ts';
import { entryCount } from '../../nouns/statements/tables.ts';
import { newestOf } from '../../engines/store/threads/newest-question.ts';
import type { BankDesk } from '../open-bank/bank-desk.ts';
import { findRecords, payDrafts } from './finders.ts';

/** The most entries that are searched one by one for a part of a reference: about a tenth of a second, in slices. */
const lookedInsideMax = 200_000;

type FindRoutes = Extract<keyof Handlers, `find.${string}`>;

/** The most entries that match only a part of the question. */
const partMax = 30;

/** The search routes: the only place that searches every noun. */
export const findHandlers = (desk: () => BankDesk): Pick<Handlers, FindRoutes> => ({
  'find.entries': async ({ text, limit }) => {
    const { copy, clock, profile } = desk();
    const { places } = meaningsBy(profile.bankFile);
    const { reader, journal, questions } = copy;
    const today = todayAt(clock.now());
    const { terms } = understandText(text, surroundingsIn(reader, today));
    const question = findQuestionOf(reader, terms, {
      limit,
      partLimit: partMax,
      places,
      marked: (mark, words) => markedEntries(journal, mark, words),
    });
    const signal = newestOf(copy, 'find');
    const found = await questions.ask('findEntries', [question], { signal });
    return ok({ chips: chipsOf(terms, today), found, total: entryCount(reader) });
  },
  'find.inside': async ({ text, limit }) => {
    const { copy, clock, profile } = desk();
    const { places } = meaningsBy(profile.bankFile);
    const { reader, journal, questions } = copy;
    const { terms } = understandText(text, surroundingsIn(reader, todayAt(clock.now())));
    const marked: Known['marked'] = (mark, words) => markedEntries(journal, mark, words);
    const question = insideQuestionOf(terms, knownIn(reader, { marked }), {
      limit,
      lookedMax: lookedInsideMax,
      places,
    });
    const signal = newestOf(copy, 'find inside');
    if (question === null) return ok({ inside: null });
    const asking = { signal, urgency: 'soon' } as const;
    return ok({ inside: await questions.ask('findInside', [question], asking) });
  },
  'find.records': async ({ text }) => {
    const { copy, clock } = desk();
    const surroundings = surroundingsIn(copy.reader, todayAt(clock.now()));
    const finding = { copy, signal: newestOf(copy, 'find records') };
    const { terms, command } = understandText(text, surroundings);
    const [groups, payments] = await Promise.all([
      findRecords(finding, terms),
      command === null ? { pay: [], unpayable: null } : payDrafts(finding, command),
    ]);
    return ok({ groups, ...payments, isPayment: command?.isExplicit ?? false });
  },
});
