import { z } from 'zod';

import { lastFour } from '../../../shared/account-digits.ts';
import type { SavedDraft } from '../../../shared/ipc/desk/drafts.ts';
import { ruleSentence } from '../../../shared/team/approval-rule-text.ts';
import { RulesDraft } from '../../../shared/team/approval-rules.ts';
import type { Money } from '../../../shared/money/money.ts';
import { readTyped } from '../../state/forms/entered-amount.ts';
import type { Router } from '../../state/router.svelte.ts';
import type { Fact } from '../../ui/facts/fact.ts';

/** A listed draft: its kind, its recipient, and the way back into its form. */
export type DraftLine = SavedDraft & {
  readonly kind: string;
  /** The recipient, or the subject. */
  readonly about: string;
  /** Null if none was typed, or the text is no amount: then it is in `typed`. */
  readonly amount: Money | null;
  /** The name of its account; empty where there is none. */
  readonly account: string;
  /** The missing records that the draft refers to, in a sentence; null if all exist. */
  readonly gone: string | null;
  /** The typed text, as a person sees it again. */
  readonly typed: readonly Fact[];
  /** The reference for sending; null if the draft is nothing to be sent. */
  readonly reference: string | null;
  /** Opens the form on the draft; null if it can no longer be read. */
  readonly goOn: ((router: Router) => void) | null;
};

/** The facts about the open bank. */
export type Knowing = {
  /** The prefix of the draft keys of this bank's forms. */
  readonly keyStart: string;
  readonly profileId: string;
  /** Undefined where there is no such account. */
  readonly accountOf: (
    accountNumber: string,
  ) => { readonly accountName: string; readonly currency: string } | undefined;
  /** False until the accounts are read: until then no account counts as missing. */
  readonly areAccountsKnown: boolean;
};

type About = Partial<Pick<DraftLine, 'about' | 'typed' | 'goOn'>> & {
  readonly accountNumber?: string;
  readonly amount?: string;
  /** Where the account does not have it. */
  readonly currency?: string;
};
type Kind = {
  readonly kind: string;
  /** Null if the stored draft has another shape than this desk writes. */
  readonly about: (written: unknown, subject: string) => About | null;
};

const Texts = z.record(z.string(), z.string());
const Order = z.object({ draft: Texts, reference: z.string() });
const Payment = z.object({
  beneficiary: z
    .object({ entityId: z.string(), name: z.string(), currencyIso3Code: z.string().default('') })
    .nullable(),
  amount: z.string(),
  accountNumber: z.string(),
  /** The default account of the form, if none was chosen. */
  payingFrom: z.string().default(''),
  narration: z.string(),
  more: Texts,
});
const Deal = z.object({
  sell: z.string(),
  buy: z.string(),
  side: z.enum(['sell', 'buy']),
  amount: z.string(),
});
const NewBeneficiary = z.object({ pasted: z.string(), texts: Texts });
const Edit = z.object({ entityId: z.string(), title: z.string(), before: Texts, after: Texts });
const Address = z.object({ mode: z.string(), callbackUrl: z.string() });
const Network = z.object({ kind: z.string(), address: z.string(), username: z.string() });
const SubClient = z.object({
  entered: Texts,
  changed: z.record(z.string(), Texts),
  added: z.array(z.object({ texts: Texts })),
});
/** `version`: of the rules in force when they were begun; 0 for none. */
const ApprovalRules = z.object({ version: z.int(), rules: RulesDraft });
const Files = z.object({ itemIds: z.array(z.string()), entered: Texts });

const typedOf = (texts: Readonly<Record<string, string>>): Fact[] =>
  Object.entries(texts)
    .filter(([, text]) => text.trim() !== '')
    .map(([field, value]) => ({ label: fieldWords(field), value }));

/** Parses a stored draft by its schema; null if it does not match. */
const shaped =
  <S extends z.ZodType>(shape: S, about: (written: z.output<S>, subject: string) => About) =>
  (written: unknown, subject: string): About | null => {
    const { data, success } = shape.safeParse(written);
    return success ? about(data, subject) : null;
  };

/** A kind of order: its fields, one of which names the recipient. */
const order = (kind: string, who: string, goOn: (router: Router) => void): Kind => ({
  kind,
  about: shaped(Order, ({ draft }) => {
    const { accountNumber = '', amount = '', [who]: about = '', ...rest } = draft;
    return {
      ...{ about, accountNumber, amount, goOn },
      typed: typedOf(rest),
    };
  }),
});

/** A kind of text: the line shows its first words. */
const text = (kind: string, about: (subject: string, words: string) => About): Kind => ({
  kind,
  about: shaped(z.string().regex(/\S/), (words, subject) => ({
    typed: [{ label: 'Text', value: shortOf(words) }],
    ...about(subject, words),
  })),
});

const shownMax = 2_000;
const shortOf = (words: string): string =>
  words.length > shownMax ? `${words.slice(0, shownMax)} …` : words;

const kinds: Readonly<Record<string, Kind>> = {
  payment: {
    kind: 'Payment',
    about: shaped(Payment, ({ beneficiary, narration, more, ...written }, draft) => ({
      about: beneficiary?.name ?? '',
      amount: written.amount,
      accountNumber: written.accountNumber || written.payingFrom,
      currency: beneficiary?.currencyIso3Code ?? '',
      typed: typedOf({ narration, ...more }),
      goOn: (router) => router.go('payments', { draft }),
    })),
  },
  conversion: {
    kind: 'Conversion',
    about: shaped(Deal, ({ sell, buy, side, amount }) => ({
      amount,
      accountNumber: side === 'sell' ? sell : buy,
      typed: typedOf({ soldFrom: sell, boughtInto: buy }),
      goOn: (router) => router.go('conversions', { draft: true }),
    })),
  },
  remittance: order('Remittance', 'recipientName', (router) =>
    router.go('remittances', { draft: true }),
  ),
  receivable: order('Receivable', 'payerName', (router) =>
    router.go('receivables', { draft: true }),
  ),
  account: order('New account', 'accountName', (router) => router.go('accounts', { draft: true })),
  'approval-rules': {
    kind: 'Approval rules',
    about: shaped(ApprovalRules, ({ version, rules: { rules } }) => ({
      about:
        version === 0
          ? 'The first rules of the team'
          : `Changes of the rules with number ${String(version)}`,
      typed: rules.map((rule, at) => ({
        label: `Rule ${String(at + 1)}`,
        value: ruleSentence(rule),
      })),
      goOn: (router) => router.go('approval-rules'),
    })),
  },
  'new-beneficiary': {
    kind: 'New payee',
    about: shaped(NewBeneficiary, ({ pasted, texts }) => ({
      about: texts['name'] ?? '',
      typed: typedOf({ ...texts, pasted: shortOf(pasted) }),
      goOn: (router) => router.go('beneficiaries', { draft: true }),
    })),
  },
  beneficiary: {
    kind: 'Change of payee',
    about: shaped(Edit, ({ entityId, title, before, after }) => ({
      about: title,
      typed: typedOf(
        Object.fromEntries(
          Object.entries(after).filter(([field, words]) => before[field] !== words),
        ),
      ),
      goOn: (router) => router.go('beneficiaries', { entityId, draft: true }),
    })),
  },
  note: text('Note', (subject) => {
    const at = subject.indexOf(' ');
    const [accountNumber, entryId] = [subject.slice(0, at), subject.slice(at + 1)];
    return accountNumber === 'submission'
      ? {
          about: 'The bank’s answer to an unanswered change',
          goOn: (router) => router.go('exceptions', { exceptionId: `unknown:${entryId}` }),
        }
      : {
          about: 'On an entry',
          accountNumber,
          goOn: (router) => router.go('statements', { accountNumber, entryId }),
        };
  }),
  close: text('Reason', (subject) => {
    const [first = '', second = ''] = subject.split(' ');
    return first === 'reopen'
      ? {
          about: `For reopening ${second}`,
          goOn: (router) => router.go('close', { period: second, dialog: 'reopen' }),
        }
      : {
          about: `For closing ${first} with an open point`,
          goOn: (router) => router.go('close', { period: first, dialog: 'close' }),
        };
  }),
  webhook: {
    kind: 'Webhook address',
    about: shaped(Address, ({ mode, callbackUrl }) => ({
      about: callbackUrl,
      typed: typedOf({ mode }),
      goOn: (router) => router.go('webhooks', { part: 'configuration' }),
    })),
  },
  network: {
    kind: 'Network settings',
    about: shaped(Network, ({ kind, address, username }) => ({
      about: address,
      typed: typedOf({ kind, address, username }),
      goOn: (router) => router.go('settings', { section: 'network' }),
    })),
  },
  'bank-file': text('Bank file', () => ({
    about: 'Of a bank that is still to be added',
    goOn: (router) => router.go('settings', { section: 'banks' }),
  })),
  'bank-file:': text('Bank file', () => ({
    about: 'Of this bank, not saved',
    goOn: (router) => router.go('settings', { section: 'bank-file' }),
  })),
  'sub-client:': {
    kind: 'Sub-client',
    about: shaped(SubClient, ({ entered, changed, added }, subject) => ({
      about: entered['name'] ?? '',
      typed: [
        ...typedOf(entered),
        ...[...Object.values(changed), ...added.map(({ texts }) => texts)].map((owner, at) => ({
          label: `Owner ${String(at + 1)}`,
          value: Object.values(owner).filter(Boolean).join(', '),
        })),
      ],
      goOn: (router) =>
        router.go('sub-clients', {
          place: 'details',
          ...(subject !== 'new' && { entityId: subject }),
        }),
    })),
  },
  files: {
    kind: 'Documents',
    about: shaped(Files, ({ itemIds, entered }) => ({
      about: `Of ${String(itemIds.length)} on the drop board`,
      typed: typedOf(entered),
      goOn: (router) => router.go('sub-clients', { tab: 'board' }),
    })),
  },
};

/** The kind and the subject of the draft under a key; null if it is no draft of this bank. */
function placeOf(key: string, { keyStart, profileId }: Knowing): readonly [string, string] | null {
  if (key.startsWith(keyStart)) {
    const rest = key.slice(keyStart.length);
    const at = rest.indexOf(' ');
    return [rest.slice(0, at), rest.slice(at + 1)];
  }
  if (key === `bank-file:${profileId}`) return ['bank-file:', profileId];
  if (key.startsWith('sub-client:')) return ['sub-client:', key.slice('sub-client:'.length)];
  return key === 'several files of the drop board' ? ['files', ''] : null;
}

/** A draft as a line of the list; null if it is no draft of this bank, or nothing is typed in it. */
export async function draftLine(draft: SavedDraft, knowing: Knowing): Promise<DraftLine | null> {
  const place = placeOf(draft.key, knowing);
  if (place === null || ['', '""'].includes(draft.text.trim())) return null;
  const isPreserved = place[0] === 'aside';
  const [name, subject] = isPreserved ? (placeIn(place[1]) ?? place) : place;
  const kind = kinds[name];
  const isPlain = name === 'bank-file:';
  const written = isPlain ? draft.text : await jsonIn(draft.text);
  const about = kind?.about(written, subject) ?? null;
  if (about === null || isPreserved) return unreadable(draft, kind?.kind ?? name, about);
  const { accountNumber = '', amount = '', currency = '' } = about;
  const account = accountNumber === '' ? undefined : knowing.accountOf(accountNumber);
  const money = moneyIn(amount, account?.currency ?? currency);
  return {
    ...draft,
    kind: kind?.kind ?? name,
    about: about.about ?? '',
    amount: money,
    account:
      accountNumber === '' ? '' : `${account?.accountName ?? ''} ${lastFour(accountNumber)}`.trim(),
    gone:
      accountNumber !== '' && !account && knowing.areAccountsKnown
        ? `The account ${accountNumber} is not there any more: choose another one in the form.`
        : null,
    typed: once([
      ...(money === null && amount !== '' ? [{ label: 'Amount', value: amount }] : []),
      ...(about.typed ?? []),
    ]),
    reference: referenceIn(written),
    goOn: about.goOn ?? null,
  };
}

/** Merges facts with the same label into one. */
const once = (facts: readonly Fact[]): Fact[] =>
  [...Map.groupBy(facts, ({ label }) => label)].map(([label, same]) => ({
    label,
    value: same.map(({ value }) => value).join(', '),
  }));

const unreadable = (draft: SavedDraft, kind: string, about: About | null): DraftLine => ({
  ...draft,
  kind,
  about: about?.about ?? '',
  ...{ amount: null, account: '', gone: null, reference: null, goOn: null },
  typed: once(about?.typed ?? []),
});

function placeIn(rest: string): readonly [string, string] | null {
  const at = rest.indexOf(' ');
  return at < 0 ? null : [rest.slice(0, at), rest.slice(at + 1)];
}

function moneyIn(amount: string, currency: string): Money | null {
  const read = amount.trim() === '' || currency === '' ? null : readTyped(amount, currency);
  return read?.ok === true ? { amount: read.value, currency } : null;
}

function referenceIn(written: unknown): string | null {
  const { data } = z.object({ reference: z.string() }).safeParse(written);
  return data?.reference ?? null;
}

/** The parsed JSON; null if the text is no JSON. */
const jsonIn = (words: string): Promise<unknown> =>
  new Promise((resolve) => resolve(JSON.parse(words))).catch(() => null);

/** The label of a field, made from its name in the form: `recipientBankBicOrCode`, `intermediaryBank.bic`, `more.purpose`. */
function fieldWords(field: string): string {
  const words = field
    .replace(/^more\./, '')
    .replaceAll('.', ' ')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replaceAll(/\b(bic|iban|id|url)\b/g, (short) => short.toUpperCase());
  return words.charAt(0).toUpperCase() + words.slice(1);
}
