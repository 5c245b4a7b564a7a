import { expect } from 'vitest';

import type { TestDesk } from '../../support/desks/test-desk.ts';
import { test, useCluster } from '../../support/postgres/cluster.ts';
import { join, teamScene, twoDesks } from '../../support/team/team-scene.ts';
import {
  pdf,
  startUploadBank,
  uploadRules,
  type ArrivedFile,
} from '../../support/team/upload-bank.ts';
import { windowOf } from '../../support/team/window-of.ts';

const cluster = useCluster();

/** Adds a file of the sub-client S-1 to the queue. */
async function queued(desk: TestDesk, text: string): Promise<string> {
  const { itemId } = await desk.get('documents.add', {
    ...{ subClientId: 'S-1', fileName: 'passport.pdf', mimeType: 'application/pdf' },
    bytes: new Uint8Array(Buffer.from(pdf(text))),
  });
  await desk.get('documents.describe', { itemId, documentType: 'PASSPORT' });
  return itemId;
}

test('a document is requested from the queue, read where its file is, and sent with the bytes that were approved', async () => {
  const arrived: ArrivedFile[] = [];
  const scene = await teamScene(cluster, () => startUploadBank(arrived));
  const { ada, ben } = await twoDesks(cluster, scene);
  const cy = scene.person('cy');
  await join(ada, cy, 'Cy', scene.at('cy.json'), 'checker');
  const file = scene.write('rules.json', uploadRules);
  expect((await ada.typing('RULES 1', 'approval-rules', 'set', '--file', file)).code).toBe(0);
  const [maker, checker] = [await windowOf(scene, ben), await windowOf(scene, cy)];

  const itemId = await queued(maker, 'the passport');
  const change = { route: 'documents.send' as const, input: { itemIds: [itemId] } };
  expect(await maker.get('approvals.changeNeeds', { change })).toMatchObject({
    needs: [{ role: 'checker', count: 1, has: 0, when: 'uploadSubclientDocuments' }],
  });
  const alone = await maker.get('documents.send', { itemIds: [itemId] });
  expect(alone.items).toMatchObject([{ state: 'ready', problem: { code: 'team.not-approved' } }]);
  const row = await maker.get('approvals.requestChange', { change, words: 'Onboarding' });
  expect(row).toMatchObject({ kind: 'Document', about: 'passport “passport.pdf” of S-1' });
  expect(arrived).toEqual([]);

  await checker.get('approvals.view', { isFresh: true });
  const { request } = row;
  const blind = await checker.get('approvals.review', { request });
  expect(blind).toMatchObject({ reviewed: null, document: { itemId: null } });
  expect(blind.marks.map(({ message }) => message)).toEqual([
    expect.stringContaining('This desk does not have the file.'),
  ]);
  // Another file under the same name is not it.
  await queued(checker, 'another passport');
  expect((await checker.get('approvals.review', { request })).document).toEqual({ itemId: null });
  const own = await queued(checker, 'the passport');
  const review = await checker.get('approvals.review', { request });
  expect(review).toMatchObject({ document: { itemId: own }, marks: [] });
  expect(review.facts.map(({ label }) => label)).toContain('SHA-256');
  const approved = await checker.get('approvals.approve', {
    ...{ request, review: review.review, opened: [] },
  });
  expect(approved).toMatchObject({ part: 'approved', signatures: [{ person: 'Cy' }] });

  await maker.get('approvals.view', { isFresh: true });
  const again = await maker.get('approvals.review', { request });
  const sent = await maker.get('approvals.send', {
    ...{ request, review: again.review, opened: [...again.marks.keys()] },
  });
  expect(sent).toMatchObject({ state: 'accepted' });
  expect(arrived).toEqual([{ name: 'passport.pdf', text: pdf('the passport') }]);
  // It is used up.
  await checker.get('approvals.view', { isFresh: true });
  const twice = await checker.get('documents.send', { itemIds: [own] });
  expect(twice.items).toMatchObject([{ state: 'ready', problem: { code: 'team.not-approved' } }]);
  expect(arrived).toHaveLength(1);
}, 400_000);
