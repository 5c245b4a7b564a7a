import type { BankEvent } from '../../../shared/ipc/review/timeline.ts';
import type { WebhookView } from '../../../shared/ipc/changes/webhooks.ts';
import { ok } from '../../../shared/result.ts';
import { fakePosition } from '../support/desk-records.ts';
import type { Answers } from '../support/fake-bridge.ts';
import { submissionRecord } from '../support/submission-records.ts';
import { aboutOf } from '../../support/about.ts';

type GivenEvent = Pick<BankEvent, 'kind' | 'title'> & Partial<BankEvent>;

const givenEvents: readonly GivenEvent[] = [
  {
    kind: 'transfer',
    title: '12,400.00 USD to Harmattan Foods Ltd',
    field: 'status',
    before: 'completed',
    after: 'returned',
    placeId: 'PAY-7',
    accountNumber: '30026712',
  },
  {
    kind: 'transfer',
    title: '12,400.00 USD to Harmattan Foods Ltd',
    field: 'reason',
    before: null,
    after: 'The beneficiary’s account was closed',
    placeId: 'PAY-7',
    accountNumber: '30026712',
  },
  {
    kind: 'entry',
    change: 'appeared',
    title: '37 new entries',
    subjectId: '',
    placeId: 'e-37',
    accountNumber: '30020932',
  },
  {
    kind: 'beneficiary',
    title: 'Oduya Foods',
    field: 'intermediaryBank.bic',
    before: 'CHASUS33XXX',
    after: 'CITIUS33XXX',
    placeId: 'b-1',
  },
  {
    kind: 'document',
    title: 'TAX_CERTIFICATE · Lakeside Clinic Ltd',
    field: 'approvalStatus',
    before: null,
    after: 'rejected',
    placeId: 's-1',
  },
  {
    kind: 'entry',
    change: 'gone',
    title: 'Debit 250.00 USD · Card fee reversed by the scheme',
    placeId: 'e-9',
    accountNumber: '30026712',
  },
  {
    kind: 'sub-client',
    title: 'Lakeside Clinic Ltd',
    field: 'stagesRemaining',
    before: 'DOCUMENTS, SHAREHOLDERS, REVIEW',
    after: 'REVIEW',
    placeId: 's-1',
  },
  {
    kind: 'trade',
    title: '100,000.00 USD for 92,114.50 EUR',
    field: 'status',
    before: 'locked',
    after: 'settled',
    placeId: 'x-1',
    accountNumber: '30026712',
  },
  {
    kind: 'account',
    change: 'appeared',
    title: 'Collections Kigali · USD',
    after: 'active',
    placeId: '30099999',
    accountNumber: '30099999',
  },
  {
    kind: 'webhook',
    title: 'Webhook configuration',
    field: 'currentMode',
    before: 'test',
    after: 'live',
    placeId: 'C-1',
  },
];

const dayMs = 86_400_000;
const newestAt = Date.parse('2026-11-20T09:40:00.000Z');

/** The events by number, the highest the newest: number 10 and those below repeat what stands above, a few a day. */
export function bankEvent(eventId: number): BankEvent {
  const age = 10 - eventId;
  const { kind, title, ...given } = givenEvents[((age % 10) + 10) % 10]!;
  return {
    eventId,
    seenAt: new Date(
      newestAt - age * 540_000 - Math.max(0, Math.floor(age / 4)) * dayMs,
    ).toISOString(),
    kind,
    change: 'changed',
    subjectId: `${kind}-${String(eventId)}`,
    placeId: '',
    title,
    field: '',
    before: null,
    after: null,
    accountNumber: null,
    ...given,
  };
}

/** A timeline of so many events. */
export const timelineAnswers = (count: () => number): Answers => ({
  'timeline.list': ({ before, limit, kinds, search = '' }) => {
    const found = Array.from({ length: count() }, (_, n) => bankEvent(count() - n))
      .filter(({ eventId }) => eventId < (before ?? Infinity))
      .filter(({ kind }) => kinds?.includes(kind) ?? true)
      .filter(({ title }) => title.toLowerCase().includes(search.toLowerCase()));
    return ok({ rows: found.slice(0, limit), hasMore: found.length > limit });
  },
});

export const address = 'https://hooks.acme-treasury.example/nostro/test';

export const configured: WebhookView = {
  configuration: {
    clientId: 'C-1',
    currentMode: 'test',
    endpoints: [
      {
        id: 'w-1',
        mode: 'test',
        callbackUrl: address,
        createdAt: '2026-11-18T10:00:00.000Z',
        updatedAt: '2026-11-19T16:20:00.000Z',
      },
    ],
  },
  asOf: '2026-11-20T09:41:07.000Z',
  clientId: 'C-1',
  subClients: [
    {
      entityId: 's-1',
      name: 'Lakeside Clinic Ltd',
      callbackUrl: 'https://hooks.lakeside.example/1',
    },
    { entityId: 's-4', name: 'Sahel Grain Traders', callbackUrl: 'https://hooks.sahel.example/in' },
  ],
  openSubmission: null,
};

export const webhookAnswers = (view: WebhookView = configured, events = 10): Answers => ({
  ...timelineAnswers(() => events),
  'accounts.position': () => ok(fakePosition()),
  'webhooks.get': () => ok(view),
  'webhooks.refresh': () => ok(view),
  'webhooks.add': () => ok(webhookChange({ state: 'accepted' })),
  'webhooks.changeMode': () => ok(webhookChange({ state: 'accepted' })),
});

export const webhookChange = (given: Parameters<typeof submissionRecord>[0] = {}) =>
  submissionRecord({
    operation: 'addANewClientConfiguration',
    subject: 'webhook:C-1',
    about: aboutOf('Webhook address for live'),
    ...given,
  });
