import { lastFour } from '../../../shared/account-digits.ts';
import type { Hit, HitGroup, HitNoun, PayDraft } from '../../../shared/ipc/accounts/find.ts';
import { fromUnits } from '../../../shared/money/decimal.ts';
import { isCurrency, minorDigits } from '../../../shared/money/currencies.ts';
import { money } from '../../../shared/money/money.ts';
import { accountHits } from '../../nouns/accounts/find.ts';
import { listAccounts } from '../../nouns/accounts/tables.ts';
import { endsSo } from '../../engines/find/account-digits.ts';
import type { PayCommand } from '../../engines/find/command.ts';
import { holdsAllOf, type RecordQuestion } from '../../engines/find/records.ts';
import type { Term } from '../../engines/find/understand.ts';
import { fileHits } from '../../nouns/payments/file/tables/find-files.ts';
import { lineHits } from '../../nouns/payments/file/tables/find-lines.ts';
import { paymentHits } from '../../nouns/payments/find.ts';
import { receivableHits } from '../../nouns/orders/receivables/find.ts';
import { remittanceHits } from '../../nouns/orders/remittances/find.ts';
import { markedEntries } from '../../nouns/statements/annotations/marks.ts';
import type { DeskCopy } from '../open-bank/copy.ts';

type Finding = {
  readonly copy: Pick<DeskCopy, 'reader' | 'journal' | 'questions'>;
  readonly signal: AbortSignal;
  readonly question: RecordQuestion;
};

type Finder = (finding: Finding) => Promise<readonly Hit[]> | readonly Hit[];

/** Every noun that is found apart from entries, in the order in which they are shown. */
const finders: Readonly<Record<HitNoun, Finder>> = {
  accounts: ({ copy, question }) => accountHits(copy.reader, question),
  payees: ({ copy, question, signal }) =>
    copy.questions.ask('findBeneficiaries', [question], { signal }),
  payments: async ({ copy, question, signal }) =>
    paymentHits(
      copy.journal,
      question,
      await copy.questions.ask('findPayments', [question], { signal }),
    ),
  files: ({ copy, question }) => fileHits(copy.journal, question),
  lines: ({ copy, question, signal }) => lineHits(copy, question, signal),
  trades: ({ copy, question, signal }) => copy.questions.ask('findTrades', [question], { signal }),
  remittances: ({ copy, question }) => remittanceHits(copy.journal, question),
  receivables: ({ copy, question }) => receivableHits(copy.journal, question),
  'sub-clients': ({ copy, question, signal }) =>
    copy.questions.ask('findSubClients', [question], { signal }),
  owners: ({ copy, question, signal }) => copy.questions.ask('findOwners', [question], { signal }),
  documents: ({ copy, question, signal }) =>
    copy.questions.ask('findDocuments', [question], { signal }),
  notes: ({ copy, question }) => noteHits(copy, question),
};

/** The most hits per noun. */
const hitsMax = 5;

/** The records other than entries that match all terms, by noun; nouns without a hit are left out. */
export async function findRecords(
  finding: Omit<Finding, 'question'>,
  terms: readonly Term[],
): Promise<HitGroup[]> {
  if (terms.length === 0) return [];
  const question = { terms, limit: hitsMax + 1 };
  const groups = await Promise.all(
    Object.entries(finders).map(async ([noun, find]) => {
      const hits = await find({ ...finding, question });
      return {
        noun: noun as HitNoun,
        hits: hits.slice(0, hitsMax),
        hasMore: hits.length > hitsMax,
      };
    }),
  );
  return groups.filter(({ hits }) => hits.length > 0);
}

/** The notes that match the terms, newest first. */
function noteHits({ journal }: Finding['copy'], { terms, limit }: RecordQuestion): Hit[] {
  const words = terms.filter((term) => term.kind === 'word');
  if (words.length === 0) return [];
  const holds = holdsAllOf(
    terms
      .filter((term) => !(term.kind === 'mark' && term.mark === 'noted'))
      .map((term) =>
        term.kind === 'word' && term.field === 'note' ? { ...term, field: null } : term,
      ),
  );
  return markedEntries(journal, 'noted', '')
    .filter(({ note, accountNumber }) => holds({ texts: [note], accounts: [accountNumber] }))
    .slice(0, limit)
    .map(({ accountNumber, entryId, note }) => ({
      id: entryId,
      within: accountNumber,
      day: null,
      lead: '',
      text: note,
      aside: lastFour(accountNumber),
      amount: null,
      direction: null,
    }));
}

/** The most payees for a payment typed with its verb; without the verb, only the first is offered. */
const payeesMax = 3;

type Payments = { readonly pay: readonly PayDraft[]; readonly unpayable: string | null };
type Payee = Hit & { readonly currency: string };

/**
 * The requested payments as filled drafts, not sent; with the reason where one was typed with its verb and cannot be filled. Unless exactly
 * one payee has the name, the first draft is the form without a payee, which offers the nearest ones.
 */
export async function payDrafts(
  finding: Omit<Finding, 'question'>,
  command: PayCommand,
): Promise<Payments> {
  const { copy, signal } = finding;
  const { isExplicit, names: terms } = command;
  const question = { terms, limit: isExplicit ? payeesMax + 1 : 1 };
  const exact = await copy.questions.ask('findBeneficiaries', [question], { signal });
  const payees =
    exact.length > 0 || !isExplicit
      ? exact
      : await copy.questions.ask('findNearBeneficiaries', [question], { signal });
  const drafts = await Promise.all(
    payees.slice(0, payeesMax).map((payee) => draftFor(finding, command, payee)),
  );
  const pay = drafts.filter((draft) => draft !== null);
  const isSettled = !isExplicit || (exact.length === 1 && pay.length === 1);
  return {
    pay:
      isSettled || pay.length === 0 ? pay : [openDraft(copy, command, { exact, payees }), ...pay],
    unpayable: isExplicit && pay.length === 0 ? whyNone(command, payees) : null,
  };
}

/** The form without a payee: it searches for the typed name, or for the nearest name where no payee has that. */
function openDraft(
  { reader }: Finding['copy'],
  command: PayCommand,
  { exact, payees }: { readonly exact: readonly Payee[]; readonly payees: readonly Payee[] },
): PayDraft {
  const { amount, account, narration } = command;
  const theirs = new Set(payees.map(({ currency }) => currency));
  const currency = amount.currency ?? (theirs.size === 1 ? (payees[0]?.currency ?? '') : '');
  const digits = isCurrency(currency) ? minorDigits(currency) : 2;
  return {
    beneficiaryId: null,
    name: exact.length > 0 ? namedIn(command) : (payees[0]?.text ?? ''),
    ...{ payee: '', paidIn: null, narration, sameOn: null },
    amount: { amount: fromUnits(amount.ranges[0]?.low ?? 0n, digits), currency },
    accountNumber: payingAccount(reader, currency, account),
  };
}

const namedIn = ({ names }: PayCommand): string =>
  names.flatMap((term) => (term.kind === 'word' ? [term.text] : [])).join(' ');

/** The first account in a currency, or the one with the typed last digits; null where there is none. */
const payingAccount = (
  reader: Finding['copy']['reader'],
  currency: string,
  digits: string | null,
): string | null =>
  listAccounts(reader).find(
    (one) => one.currency === currency && (digits === null || endsSo(one.accountNumber, digits)),
  )?.accountNumber ?? null;

function whyNone(command: PayCommand, [payee]: readonly Payee[]): string {
  const { amount } = command;
  const unknown = unknownCurrency(command);
  if (payee === undefined && unknown !== null)
    return `“${unknown}” is not a known currency. Nothing was sent.`;
  if (payee === undefined)
    return `No saved payee has “${namedIn(command)}” in its name or account: add the payee first. Nothing was sent.`;
  const currency = amount.currency ?? payee.currency;
  return isCurrency(currency)
    ? `This amount cannot be paid in ${currency}: it is zero, or has more decimals than the currency. Nothing was sent.`
    : `The currency is missing. Write it after the amount. Nothing was sent.`;
}

/** Three letters after the amount, in the place of its currency. */
function unknownCurrency({ names, amount }: PayCommand): string | null {
  const behind = names.find(
    (term) =>
      term.kind === 'word' && /^[a-z]{3}$/i.test(term.text) && term.start === amount.end + 1,
  );
  return amount.currency === null && behind?.kind === 'word' ? behind.text : null;
}

async function draftFor(
  { copy, signal }: Omit<Finding, 'question'>,
  { amount, account, narration }: PayCommand,
  payee: Payee,
): Promise<PayDraft | null> {
  const currency = amount.currency ?? payee.currency;
  const units = amount.ranges[0]?.low ?? 0n;
  if (!isPayable(units, currency)) return null;
  const same = { terms: [exactly(amount, currency)], limit: 1, beneficiaryId: payee.id };
  const [last] = await copy.questions.ask('findPaymentsTo', [same], { signal });
  return {
    beneficiaryId: payee.id,
    name: payee.text,
    payee: [payee.lead, payee.aside].filter(Boolean).join(', '),
    paidIn: payee.currency === '' || payee.currency === currency ? null : payee.currency,
    amount: money(fromUnits(units, minorDigits(currency)), currency),
    accountNumber: payingAccount(copy.reader, currency, account),
    narration,
    sameOn: last?.since.slice(0, 10) ?? null,
  };
}

/** Whether an amount is above zero, in a known currency, with no more decimals than it has. */
const isPayable = (units: bigint, currency: string): boolean =>
  units > 0n && isCurrency(currency) && units % 10n ** BigInt(4 - minorDigits(currency)) === 0n;

const exactly = (amount: PayCommand['amount'], currency: string): Term => ({
  ...amount,
  currency,
  orText: null,
  start: 0,
  end: 0,
});
