import { sentFields, type RequiredFields } from '../../../../shared/bank/required-fields.ts';
import { catalogue, operationNames } from '../../../../shared/bank/catalogue.ts';
import { appError, fail, type ErrorCode } from '../../../../shared/errors.ts';
import type { Attachment } from '../../../../shared/ipc/accounts/attachments.ts';
import { ok } from '../../../../shared/result.ts';
import { bankAnswers, foreignDesk, foreignFile } from '../../settings/bank-records.ts';
import { draftedOutlook, fakeArriving, fakeProposals } from '../../accounts/ahead-records.ts';
import { accountAnswers } from '../../accounts/account-records.ts';
import { labelledQueue, ruleAnswers } from '../../rules/rule-records.ts';
import {
  closeHandlers,
  closedView,
  closeView,
  daysReview,
  missingView,
  stopAt,
} from '../../closes/close-records.ts';
import { fakeBooks, seenLedger, undoneMatch } from '../../books/books-records.ts';
import {
  contradicted,
  everyGroup,
  exceptionAnswers,
  listedName,
  oldList,
  outside,
} from '../../exceptions/exception-records.ts';
import { fakeQueue } from '../../review/review-records.ts';
import { logAnswers } from '../../team/log-records.ts';
import {
  claimsOfOthers,
  deciding,
  differing,
  inState,
  inviting,
  joining,
  noTeam,
  signedClaims,
  teamAnswers,
  teamOfThree,
} from '../../team/team-records.ts';
import {
  allRequests,
  approvalAnswers,
  fileAnswers,
  refused,
  sendingDesk,
  unreadAnswers,
} from '../../approvals/approval-records.ts';
import { noRulesView, rulesAnswers, rulesView } from '../../approvals/approval-rules-records.ts';
import { askingColumns, batchAnswers, lineRecord } from '../../payments/file/batch-records.ts';
import {
  goneTemplate,
  paymentRow,
  paymentView,
  rentTemplate,
  arrivalRecord,
  reviewOf,
} from '../../payments/payment-records.ts';
import { agreeingPart, sourceAnswers, unknownPart } from '../../statements/source-records.ts';
import { noLists, screeningAnswers } from '../../screening/screening-records.ts';
import {
  counterpartyAnswers,
  crowdedCounterparty,
  unknownCounterparty,
} from '../../counterparties/counterparty-records.ts';
import { settingsAnswers } from '../../settings/settings-records.ts';
import { fakeOnboarding } from '../../sub-clients/onboarding-desk.ts';
import { fileOfSubClients } from '../../sub-clients/from-file-records.ts';
import { kycFiles, uploadItem } from '../../sub-clients/sub-client-records.ts';
import { approvalScenes } from './approval-scenes.ts';
import { draftStore } from '../draft-store.ts';
import {
  dayRun,
  dueAnswers,
  dueRow,
  enteredRow,
  neededRow,
  unapprovedRow,
} from '../../due-payments/due-records.ts';
import { everything } from '../everything.ts';
import { askingDesk, bankAsks } from '../required-field-records.ts';
import { fakePosition, restingSync, sandboxDesk, workingDesk } from '../desk-records.ts';
import { installBridge, type Answers } from '../fake-bridge.ts';
import { asOf, fakeDetail, fakeEntry, savingsLeg } from '../statement-records.ts';

const picture = uploadItem('passport', {
  ...{ fileName: 'passport Adaeze Obi.svg', mimeType: 'image/svg+xml' },
  documentType: 'BANK_LETTER',
});
const drawn =
  '<svg xmlns="http://www.w3.org/2000/svg" width="620" height="420"><rect width="620" height="420" fill="#ddd"/></svg>';
/** What a file shows of itself: a picture, three pages, or that a password locks it. */
const shownFiles: Answers = {
  'documents.show': ({ itemId }) =>
    ok({
      image: itemId === picture.itemId ? `data:image/svg+xml,${encodeURIComponent(drawn)}` : null,
      text: null,
      pages: itemId === picture.itemId ? null : 3,
      isLocked: itemId === 'typeless-b',
    }),
};

/** Everything that is read is answered so, as long as the desk itself is there. */
const allRead = (answer: () => unknown): Answers =>
  Object.fromEntries(
    Object.keys({ ...workingDesk(), ...everything })
      .filter((route) => !/^(desk|drafts|settings|sync)\./.test(route))
      .map((route) => [route, answer]),
  );

/** Scenes by name: what differs from a desk at work. */
const scenes: Readonly<Record<string, Answers>> = {
  working: {},
  /** Payments for a later day; none of them. */
  due: { ...everything, ...dueAnswers() },
  'due-runs': {
    ...everything,
    ...dueAnswers({
      runs: [
        dayRun({
          ...{ runId: 'run-0', state: 'stopped', sent: 1, endedAt: '2026-11-20T09:40:00.000Z' },
          reason:
            'Payment DUTY-10: Balance too low as of 2026-11-20 09:40 UTC. The bank may refuse it.',
        }),
        dayRun({ day: '2026-11-23', until: '2026-11-23T15:00:00.000Z', count: 1 }),
      ],
    }),
  },
  'due-asked': {
    ...everything,
    ...dueAnswers({ due: [neededRow, dueRow('DUTY-10'), enteredRow, unapprovedRow] }),
    'payments.templates': () => ok({ rows: [rentTemplate] }),
  },
  'nothing-due': { ...everything, ...dueAnswers({ due: [] }) },
  /** Money on its way in, on accounts that it also leaves, and to none here; payments that were begun. */
  arriving: {
    ...everything,
    'outlook.arriving': () => ok(fakeArriving),
    'outlook.ahead': ({ accountNumber }) => ok(draftedOutlook(accountNumber)),
  },
  /** Moves between own accounts that are proposed. */
  proposed: { ...everything, 'outlook.proposals': () => ok(fakeProposals) },
  /** As somebody chose: high contrast, rows with room, other marks, days and times. */
  chosen: {
    ...everything,
    'desk.state': () =>
      ok({
        ...sandboxDesk,
        appearance: {
          theme: 'contrast',
          density: 'comfortable',
          textPercent: 100,
          numbers: 'comma',
          dates: 'dotted',
          zone: 'Europe/Zurich',
          accountsBy: 'currency',
        },
      }),
  },
  /** A statement whose rows are there and whose number is still counted; and one whose sums could not be had. */
  counting: { 'statements.count': () => new Promise(() => undefined) },
  unsummed: { 'statements.summary': () => fail('store.locked', 'look') },
  everything,
  columns: { ...everything, ...askingColumns() },
  /** A ledger of the books that was dropped; one with matches that a sync undid; none. */
  ledger: {
    ...everything,
    'books.list': () => ok({ rows: [] }),
    'books.see': () => ok(seenLedger),
  },
  undone: { ...everything, ...fakeBooks({ undone: [undoneMatch] }).answers },
  unmatched: { ...everything, 'books.list': () => ok({ rows: [] }) },
  misfit: {
    ...everything,
    'books.list': () => ok({ rows: [] }),
    'books.see': () =>
      ok({
        ...seenLedger,
        fit: {
          ...{ found: 3, of: 200, fits: false },
          better: { number: '30026712', why: '190 of 200 amounts are among its entries.' },
        },
      }),
  },
  waits: {
    ...everything,
    ...askingColumns({ waits: true }),
  },
  unknown: {
    ...everything,
    ...batchAnswers([lineRecord(0, { state: 'invalid' })], {
      unknownAccounts: [
        { written: 'DE89370400440532013000', currency: 'USD', endingAlike: ['30026712'] },
      ],
    }),
  },
  /** Statement files that are dropped: one with an account that is not known. */
  given: {
    ...everything,
    'secondSources.give': ({ fileName }) => ok({ fileName, parts: [agreeingPart, unknownPart] }),
  },
  /** A bank that does not answer what is sent. */
  silent: {
    ...everything,
    'payments.send': ({ reference }) => {
      bridge.announce('submission.changed', paymentView('sending', { reference }));
      return new Promise(() => undefined);
    },
  },
  /** A bank that confirms the six specified operations alone. */
  six: {
    ...everything,
    'desk.state': () =>
      ok({
        ...sandboxDesk,
        closedOperations: operationNames.filter((name) => catalogue[name].origin === 'assumed'),
      }),
    'beneficiaries.byId': ({ entityId }) =>
      ok({ entityId, isCached: entityId.startsWith('B-'), openSubmission: null }),
  },
  nothing: {
    ...everything,
    'payments.list': () => ok({ rows: [], asOf }),
    'beneficiaries.list': () => ok({ rows: [], total: 0, asOf }),
    'remittances.list': () => ok({ rows: [], open: [] }),
    'receivables.list': () => ok({ rows: [], open: [] }),
    'paymentFiles.list': () => ok({ rows: [] }),
    'accounts.list': () => ok({ rows: [], asOf }),
    'subClients.list': () => ok({ rows: [], asOf }),
    'activity.list': () => ok({ rows: [], hasMore: false }),
    'timeline.list': () => ok({ rows: [], hasMore: false }),
    'exceptions.list': () => ok({ items: [] }),
  },
  unreachable: {
    ...everything,
    'desk.state': () => ok({ ...sandboxDesk, online: false }),
  },
  /** A bank whose file asks for fields of its own. */
  asking: {
    ...everything,
    'desk.state': () => {
      const requested = (
        ['createSingleTransfer', 'initiateRemittance', 'createReceivable'] as const
      )
        .map(askingDesk)
        .map(({ requiredFields }) => requiredFields);
      return ok({
        ...sandboxDesk,
        requiredFields: Object.assign({}, ...requested) as RequiredFields,
      });
    },
    'payments.review': (entered) =>
      ok({ ...reviewOf(entered), more: sentFields(bankAsks, entered.more) }),
  },
  /** An entry of a transfer between own accounts. */
  transferred: {
    ...everything,
    'statements.entry': ({ accountNumber }) => {
      const account = { accountNumber, accountName: 'Operating', currency: 'USD', entries: 1_204 };
      return ok({ ...fakeDetail(fakeEntry(account, 0)), ownTransfer: savingsLeg });
    },
  },
  /** The cut-off of a payment is ahead, or over. */
  ...Object.fromEntries(
    [false, true].map((isPast) => [
      isPast ? 'late' : 'early',
      {
        ...everything,
        'payments.review': (entered) =>
          ok({ ...reviewOf(entered), arrival: arrivalRecord(isPast) }),
      } satisfies Answers,
    ]),
  ),
  kyc: { ...everything, ...fakeOnboarding([...kycFiles, picture]).answers, ...shownFiles },
  /** A file of sub-clients is brought in; payments have templates. */
  bringing: { ...everything, 'subClients.readFile': () => ok(fileOfSubClients) },
  templates: {
    ...everything,
    'payments.templates': () => ok({ rows: [goneTemplate, rentTemplate] }),
  },
  accounts: accountAnswers(),
  sources: sourceAnswers(),
  review: fakeQueue(5, 4).answers,
  rules: { ...fakeQueue(5, 4).answers, ...ruleAnswers() },
  labelled: labelledQueue(),
  attached: attachedDesk(),
  ruleless: {
    ...fakeQueue(5, 4).answers,
    ...ruleAnswers([]),
    'rules.proposals': () => ok({ proposals: [] }),
  },
  closing: closeHandlers(),
  clean: closeHandlers(closeView()),
  openDays: {
    ...closeHandlers(missingView, {
      openDays: ['2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20'],
    }),
    'closes.reviewDays': () => ok(daysReview({ stop: stopAt('2026-11-19') })),
  },
  closed: closeHandlers(closedView),
  drafts: draftAnswers(),
  screening: { ...everything, ...screeningAnswers() },
  /** A name on a list without a decision, and an old list. */
  listed: {
    ...everything,
    ...screeningAnswers(),
    'exceptions.list': () => ok({ items: [listedName, oldList] }),
  },
  unscreened: { ...everything, ...screeningAnswers(noLists) },
  /** `7jg` opens it from the payees. */
  counterparty: { ...everything, ...counterpartyAnswers() },
  'counterparty-full': { ...everything, ...counterpartyAnswers(crowdedCounterparty) },
  'counterparty-unknown': { ...everything, ...counterpartyAnswers(unknownCounterparty) },
  'counterparty-unread': {
    ...everything,
    'counterparties.get': () => fail('store.locked', 'look'),
  },
  'counterparty-waiting': {
    ...everything,
    'counterparties.get': () => new Promise(() => undefined),
  },
  reviewed: fakeQueue(0).answers,
  /** Own orders that are booked as ordered, above what else is unread. */
  ordered: { ...fakeQueue(5, 4, 27).answers },
  foreign: { ...bankAnswers(), 'desk.state': () => ok(foreignDesk) },
  mistaken: {
    ...bankAnswers(),
    'desk.state': () => ok(foreignDesk),
    'drafts.read': () =>
      ok({ text: foreignFile.replace('/data/jwt', 'data/jwt').replace('"uat"', '"production"') }),
  },
  idle: { 'desk.state': () => ok({ ...sandboxDesk, phase: 'locked', lockedBy: 'idle' }) },
  /** Nothing is answered yet; nothing could be read. */
  waiting: allRead(() => new Promise(() => undefined)),
  unread: allRead(() => fail('store.locked', 'look')),
  tour: {
    ...exceptionAnswers(),
    'banks.list': () => ok({ rows: [] }),
    'desk.state': () => ok({ ...sandboxDesk, phase: 'welcome', bank: null, wasToured: false }),
    'desk.openSandbox': () => ok({ ...sandboxDesk, wasToured: false }),
    'settings.keepToured': () => ok({ saved: true }),
  },
  welcome: { 'desk.state': () => ok({ ...sandboxDesk, phase: 'welcome', bank: null }) },
  badFile: {
    'desk.state': () => ok({ ...sandboxDesk, phase: 'welcome', bank: null }),
    'desk.openSandbox': () =>
      fail('bank-file.invalid', 'c-7f3a', { fields: { 'auth.token': 'must be a JSON Pointer' } }),
  },
  signIn: {
    'desk.state': () => ok({ ...sandboxDesk, signedIn: false, remembered: false }),
    'accounts.position': () => ok(fakePosition([])),
  },
  signedOut: { 'desk.state': () => ok({ ...sandboxDesk, signedIn: false }) },
  /** A payment past the team's record, first of what needs a person. */
  outside: {
    ...everything,
    ...teamAnswers(teamOfThree),
    'exceptions.list': () => ok({ items: [outside, ...everyGroup] }),
  },
  /** The bank’s two answers to one order. */
  contradicted: {
    ...everything,
    ...teamAnswers(
      teamOfThree,
      logAnswers(() => 3),
    ),
    'exceptions.list': () => ok({ items: [contradicted, outside, ...everyGroup] }),
  },
  /** Payments that the team stopped before they left. */
  teamRefused: {
    ...everything,
    ...teamAnswers(teamOfThree),
    'payments.list': () =>
      ok({
        asOf,
        rows: [
          paymentRow('INV-2026-45790', 'not-sent', null, problemOf('team.unreachable')),
          paymentRow('INV-2026-45791', 'not-sent', null, {
            ...problemOf('team.taken'),
            message:
              'Ben Osei sent it at 09:31, and the bank accepted it. Nothing was sent from here.',
          }),
        ],
      }),
  },
  /** Requests of a team: with marks, none, and a bank that does not answer. */
  approvals: { ...everything, ...approvalAnswers() },
  approvalsFile: { ...everything, ...fileAnswers },
  approvalsSending: {
    ...everything,
    ...approvalAnswers(
      allRequests,
      {},
      {
        sending: { day: '2026-11-24', toSend: 3, desks: [sendingDesk] },
      },
    ),
  },
  approvalsEmpty: { ...everything, ...approvalAnswers([refused]) },
  approvalsUnread: { ...everything, ...unreadAnswers },
  /** Approval rules: in force with what waits, none yet, and read while the record cannot be reached. */
  approvalRules: { ...everything, ...rulesAnswers() },
  approvalRulesNone: { ...everything, ...rulesAnswers(noRulesView) },
  approvalRulesAway: {
    ...everything,
    ...rulesAnswers(rulesView(), {
      'approvalRules.view': () =>
        ok(rulesView({ isAdmin: false, problem: problemOf('team.unreachable') })),
    }),
  },
  approvalRulesUnread: {
    ...everything,
    ...rulesAnswers(rulesView(), { 'approvalRules.view': () => fail('team.closed', 'c-3') }),
  },
  ...approvalScenes,
  /** The form of a payment in a team whose rules ask for two approvals. */
  paymentNeeds: {
    ...everything,
    ...approvalAnswers([], {
      'approvals.needs': () =>
        ok({
          needs: [
            { role: 'checker', count: 2, has: 0, when: 'more than 10,000.00 EUR' },
            { role: 'lead', count: 1, has: 0, when: 'a new payee' },
          ],
          mayApprove: ['Ben Osei', 'Chidi Adeyemi', 'Nadia Petrova'],
        }),
    }),
  },
  /** A desk with a team, and one on its way into one. */
  team: { ...everything, ...teamAnswers(teamOfThree, claimsOfOthers) },
  teamLog: {
    ...everything,
    ...teamAnswers(
      teamOfThree,
      logAnswers(() => 4_072),
    ),
  },
  teamLogEmpty: {
    ...everything,
    ...teamAnswers(
      teamOfThree,
      logAnswers(() => 0),
    ),
  },
  teamLogClosed: {
    ...everything,
    ...teamAnswers(teamOfThree, { 'teamLog.list': () => fail('team.closed', 'c-2') }),
  },
  deciding: { ...everything, ...teamAnswers(deciding, signedClaims) },
  inviting: { ...everything, ...teamAnswers(inviting) },
  joining: { ...everything, ...teamAnswers(joining) },
  differing: { ...everything, ...teamAnswers(differing) },
  teamless: { ...everything, ...teamAnswers(noTeam) },
  teamAway: { ...everything, ...teamAnswers(inState('unreachable', { unsent: 3 })) },
  teamBehind: {
    ...everything,
    ...teamAnswers(inState('server-behind', { awaited: ['Ben Osei', 'Chidi Adeyemi'] })),
  },
  teamDamaged: {
    ...everything,
    ...teamAnswers(
      inState('damaged', {
        rights: ['write the table act'],
        voidActs: [{ n: 4_060, by: 'Marek Dvořák', why: 'Its author was revoked.' }],
      }),
    ),
  },
  locked: { 'desk.state': () => ok({ ...sandboxDesk, phase: 'locked' }) },
  blocked: {
    'desk.state': () =>
      ok({ ...sandboxDesk, phase: 'blocked', problem: problemOf('vault.key-lost') }),
  },
  offline: { 'desk.state': () => ok({ ...sandboxDesk, online: false }) },
  empty: { 'accounts.position': () => ok(fakePosition([])) },
  live: {
    'desk.state': () =>
      ok({
        ...sandboxDesk,
        bank: sandboxDesk.bank && { ...sandboxDesk.bank, environment: 'production' },
        notices: ['A damaged copy of the statements was set aside; a sync fetches them again.'],
      }),
  },
  syncing: {
    'sync.progress': () =>
      ok({
        ...restingSync,
        running: true,
        finishedAt: null,
        accounts: [
          { ...syncLine, state: 'done', received: 400, totalItems: 400 },
          { ...syncLine, accountName: 'Operating', state: 'running' },
        ],
      }),
  },
  failing: {
    'statements.page': () =>
      fail('bank.refused', 'c-19b2', { bank: { status: 403, message: 'Scope statement:read' } }),
  },
};

/** Every entry has two files, and those of a statement two tags and a counterparty. */
function attachedDesk(): Answers {
  const { 'statements.page': page } = workingDesk();
  const file = (name: string, mediaType: string, sizeBytes: number): Attachment => ({
    ...{ fileId: name, accountNumber: '1', entryId: '1', name, mediaType, sizeBytes, sha256: '' },
    ...{ addedAt: asOf, addedBy: 'Ada Merlin' },
  });
  const files = [
    file(
      'INV-2026-45646 Tern Software, licences and their renewal.pdf',
      'application/pdf',
      184_000,
    ),
    file('delivery.png', 'image/png', 900),
  ];
  const queue = labelledQueue();
  return {
    ...queue,
    'attachments.list': () => ok({ files }),
    'review.page': async (input) => {
      const found = await queue['review.page']?.(input);
      if (!found?.ok) return found ?? fail('internal', 'attached');
      return ok({ ...found.value, rows: found.value.rows.map((row) => ({ ...row, files: 2 })) });
    },
    'statements.page': async (input) => {
      const found = await page?.(input);
      if (!found?.ok) return found ?? fail('internal', 'attached');
      const labels = { tags: ['licence', 'supplier'], counterparty: 'Kestrel Shipping Ltd' };
      const rows = found.value.rows.map((row) => ({ ...row, files: 2, labels }));
      return ok({ ...found.value, rows });
    },
  };
}

/** The same desk, of somebody who chose high contrast. */
const inContrast = ({ 'desk.state': state }: Answers): Answers => ({
  'desk.state': async (input) => {
    const found = await state?.(input);
    if (!found?.ok) return found ?? fail('internal', 'contrast');
    const { appearance } = found.value;
    return ok({ ...found.value, appearance: { ...appearance, theme: 'contrast' } });
  },
});

const syncLine = {
  accountNumber: '1',
  accountName: 'Tokyo',
  state: 'waiting',
  received: 12_000,
  totalItems: 40_000,
  error: null,
  inserted: 0,
} as const;

const problemOf = (code: ErrorCode) => appError(code, 'c-40aa');

/** Drafts of several kinds, one of an account that is gone and one that can no longer be read. */
function draftAnswers(): Answers {
  const { texts, answers } = draftStore();
  const payment = (name: string, amount: string, accountNumber = '30026712') =>
    JSON.stringify({
      beneficiary: { entityId: name, name, currencyIso3Code: 'USD' },
      ...{ amount, accountNumber, narration: 'INV-2026-45790', more: { purpose: 'SUPP' } },
      ...{ reference: name, unsent: null },
    });
  const begun = 'begun sandbox ';
  texts.set(`${begun}payment new`, payment('Al Noor Building Materials LLC', '40333.44'));
  texts.set(`${begun}payment to B-9`, payment('Tern Software AB', '6030.81', '99990000'));
  texts.set(
    `${begun}conversion new`,
    '{"sell":"30026712","buy":"30026738","side":"sell","amount":"250000","reference":"R-2"}',
  );
  texts.set(
    `${begun}receivable new`,
    '{"draft":{"accountNumber":"30026712","amount":"1250.00","payerName":"Okonkwo & Daughters Agricultural Exports and Commodities","description":"Season 46"},"reference":"R-3"}',
  );
  texts.set(`${begun}note 30026712 E-9`, '"Requested the bank about the charge."');
  texts.set(`${begun}remittance new`, '{"recipient":"Grace Wanjiru","amount":1250}');
  texts.set(
    'sub-client:new',
    '{"entered":{"name":"Osprey Rail"},"changed":{},"added":[],"sent":null}',
  );
  return answers;
}

const requested = new URLSearchParams(location.search);
const answers = {
  ...workingDesk(),
  ...bankAnswers(),
  ...settingsAnswers(),
  ...scenes[requested.get('scene') ?? 'working'],
};
const bridge = installBridge({
  ...answers,
  ...(requested.get('theme') === 'contrast' && inContrast(answers)),
});
Object.assign(window, { bridge, asOf });

await import('../../../../renderer/main.ts');
