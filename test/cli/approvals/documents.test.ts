import { expect } from 'vitest';

import { test, useCluster } from '../../support/postgres/cluster.ts';
import { teamScene, twoDesks } from '../../support/team/team-scene.ts';
import {
  pdf,
  startUploadBank,
  uploadRules,
  type ArrivedFile,
} from '../../support/team/upload-bank.ts';

const cluster = useCluster();

type Requested = { readonly request: string; readonly about: string };

/** Ada founded, Ben makes requests; uploads need another person. */
async function documentScene() {
  const arrived: ArrivedFile[] = [];
  const scene = await teamScene(cluster, () => startUploadBank(arrived));
  const { ada, ben } = await twoDesks(cluster, scene);
  const file = scene.write('rules.json', uploadRules);
  const setRules = () => ada.typing('RULES 1', 'approval-rules', 'set', '--file', file);
  const passport = scene.write('passport.pdf', pdf('the passport'));
  const form = ['--client', 'C-1', '--sub-client', 'S-1', '--type', 'PASSPORT'];
  return { ...scene, ada, ben, arrived, passport, form, setRules };
}

test('a document that a rule names is requested by its digest, approved, and sent once from where its file is', async () => {
  const { ada, ben, arrived, passport, form, setRules, write } = await documentScene();
  expect((await setRules()).code).toBe(0);
  const alone = await ben.run('upload', ...form, passport);
  expect([alone.code, alone.error().code, arrived]).toEqual([1, 'team.not-approved', []]);

  const asked = await ben.run('upload', ...form, '--request', passport);
  expect([asked.err, asked.code]).toEqual(['', 4]);
  const { request, about } = asked.json<Requested>();
  expect(about).toBe('passport “passport.pdf” of S-1');
  const early = await ben.run('upload', '--of', request, passport);
  expect([early.code, early.error().code]).toEqual([1, 'team.not-approved']);

  // The checker compares the file, wherever it came from.
  const other = write('other.pdf', pdf('another passport'));
  const approve = ['approve', request, '--expect', about];
  const wrong = await ada.typing(about, ...approve, '--file', other);
  expect([wrong.code, wrong.error().message]).toEqual([
    1,
    expect.stringContaining('another SHA-256 digest'),
  ]);
  const copy = write('from-ben.pdf', pdf('the passport'));
  const approved = await ada.typing(about, ...approve, '--file', copy);
  expect([approved.err, approved.code]).toEqual(['', 0]);
  expect(approved.shown).toContain('is the file that was requested.');
  expect(approved.shown).toMatch(/SHA-256: [0-9a-f]{64}/);

  const swapped = await ben.run('upload', '--of', request, other);
  expect([swapped.code, swapped.error().code, arrived]).toEqual([1, 'input.invalid', []]);
  const sent = await ben.run('upload', '--of', request, copy);
  expect([sent.err, sent.code]).toEqual(['', 0]);
  expect(arrived).toEqual([{ name: 'passport.pdf', text: pdf('the passport') }]);
  for (const desk of [ben, ada]) {
    const again = await desk.run('upload', '--of', request, passport);
    expect([again.code, again.error().message]).toEqual([
      1,
      expect.stringContaining('It was claimed before.'),
    ]);
  }
  expect(arrived).toHaveLength(1);
  expect((await ada.team<{ notApproved?: unknown }>('status')).notApproved).toBeUndefined();
}, 400_000);

test('a checker who does not have the file reads that, and uploads without such a rule are as ever', async () => {
  const { ada, ben, arrived, passport, form, setRules } = await documentScene();
  const free = await ben.run('upload', ...form, passport);
  expect([free.err, free.code, arrived.length]).toEqual(['', 0, 1]);
  expect((await setRules()).code).toBe(0);
  const asked = await ben.run('upload', ...form, '--request', passport);
  const { request, about } = asked.json<Requested>();
  const approved = await ada.typing(about, 'approve', request, '--expect', about);
  expect([approved.err, approved.code]).toEqual(['', 0]);
  expect(approved.shown).toContain('This desk does not have the file.');
}, 400_000);
