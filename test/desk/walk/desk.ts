import { builtInBankFile } from '../../../electron/engines/bank/file/bank-file.ts';
import { sandboxSignIn } from '../../../shared/sandbox-sign-in.ts';
import { plainAppearance } from '../../../shared/ipc/desk/appearance.ts';
import { until, type Walk } from './walk.ts';

/** The desk itself: its banks, its settings, its doctor, its backups, what closes and opens it; the open bank ends here. */
export async function walkDesk(walk: Walk): Promise<void> {
  await walkReconcile(walk);
  await walkTeam(walk);
  const { desk, ask } = walk;
  for (const route of [
    'desk.touch',
    'desk.state',
    'settings.get',
    'operations.list',
    'calendars.view',
    'network.get',
    'banks.list',
    'doctor.last',
  ] as const)
    await ask(route, {});
  await ask('desk.copyText', { text: 'a reference' });
  await ask('desk.tryTeam', {});
  await ask('settings.saveAutoLock', { minutes: 0 });
  await ask('settings.saveSelfSync', { everyMinutes: null, quiet: null });
  await ask('settings.saveNotifies', { notifies: true });
  await ask('desk.needs', { needing: 1, fresh: 0 });
  await ask('settings.saveSingleKeys', { enabled: true });
  await ask('settings.saveOwnKeys', { own: {} });
  await ask('settings.keepToured', {});
  await ask('settings.saveAppearance', plainAppearance);
  await ask('network.save', { kind: 'direct' });
  await ask('doctor.run', { accountNumber: desk.usd });
  await ask('doctor.propose', { fields: ['statement'] });
  const bankFile = JSON.stringify(builtInBankFile('http://127.0.0.1:1'));
  await ask('bankFile.check', { bankFile });
  await ask('bankFile.save', { bankFile });
  await ask('bankFile.propose', {
    recordings: [{ name: 'x.har', bytes: new Uint8Array(2) }],
    answers: {},
  });
  const passphrase = 'correct horse battery staple 7';
  await ask('backup.write', { passphrase });
  desk.openFrom = desk.saveTo;
  await ask('sandbox.advance', { ms: 60_000 });
  await ask('session.chooseCertificate', {});
  await ask('session.resetPassword', { currentPassword: 'x', newPassword: 'y' });
  await ask('session.signOut', {});
  await ask('session.signIn', { credentials: { ...sandboxSignIn }, remember: true });
  await ask('desk.lock', {});
  await ask('desk.unlock', {});
  await ask('desk.retryOpen', {});
  await ask('banks.open', { profileId: 'sandbox' });
  await ask('banks.restoreFile', { profileId: 'sandbox' });
  await ask('backup.restore', { passphrase });
  await walkReconcile(walk);
  await ask('desk.connectBank', { bankFile: '{}' });
  await ask('desk.setAsideAndStartFresh', {});
  await ask('desk.leaveBank', {});
  await ask('desk.openSandbox', {});
  await ask('desk.forgetBank', { confirmation: 'Sandbox' });
}

async function walkReconcile({ desk, ask }: Walk): Promise<void> {
  await ask('reconcile.get', {});
  await ask('reconcile.ask', {});
  await until(async () => (await desk.get('reconcile.get', {})).asking === null);
  await ask('reconcile.stop', {});
  const confirmation = (await ask('desk.state', {}))?.bank?.name ?? '';
  await ask('reconcile.open', { by: 'Ines Frei', confirmation, hasLooked: true });
  await ask('reconcile.get', {});
}

/** A desk without a team; test/team/window asks the rest, over tables of team.db that are planned there. */
async function walkTeam({ ask }: Walk): Promise<void> {
  const person = { name: 'Ada', database: 'postgres://ada@127.0.0.1:1/team' };
  await ask('team.status', {});
  await ask('team.presence', { entry: null });
  await ask('team.lookAt', { entry: null });
  await ask('team.view', { isFresh: true });
  await ask('team.chooseFile', { kind: 'password' });
  await ask('team.found', person);
  await ask('team.join', {});
  await ask('team.continue', { areDifferencesSeen: false });
  await ask('team.invite', { name: 'Ben', roles: ['maker'] });
  await ask('team.admit', { words: ['a', 'b', 'c', 'd', 'e', 'f'] });
  await ask('team.revoke', { key: 'A'.repeat(43), why: 'lost' });
  await ask('team.lookUp', { reference: 'R-1' });
  await ask('team.takeOver', { reference: 'R-1', isFoundAtBank: false });
  await ask('team.setAside', { name: 'Ben' });
  for (const route of [
    'team.claims',
    'team.repair',
    'team.check',
    'team.leave',
    'team.end',
  ] as const)
    await ask(route, {});
  const filter = { person: 'Ada', kind: 'claim', search: 'INV' };
  await ask('teamLog.list', { ...filter, limit: 100 });
  await ask('teamLog.choices', {});
  await ask('teamLog.export', { ...filter, format: 'csv' });
  const seen = { request: 'a'.repeat(64), review: crypto.randomUUID(), opened: [] };
  const { request } = seen;
  await ask('approvals.counts', {});
  await ask('approvals.view', { isFresh: true });
  await ask('approvals.steps', { reference: 'R-1' });
  await ask('approvals.review', { request });
  await ask('approvals.approve', seen);
  await ask('approvals.refuse', { request, words: 'not ordered' });
  await ask('approvals.withdraw', { request });
  await ask('approvals.send', seen);
  await ask('approvals.price', seen);
  await ask('approvals.trade', { request, quoteId: 'Q-1' });
  await ask('approvals.fileNeeds', { batchId: 'none' });
  await ask('approvals.requestFile', { batchId: 'none', words: '' });
  await ask('approvals.reviewLines', { requests: [request] });
  const { review } = seen;
  await ask('approvals.lines', { review, index: 0, limit: 20 });
  await ask('approvals.approveLines', { review, opened: [], excluded: [] });
  await ask('approvals.releasePayee', seen);
  await ask('approvals.openSending', { login: 'nostro_office' });
  await ask('approvals.sendApproved', {});
  await walkApprovalRules(ask);
}

async function walkApprovalRules(ask: Walk['ask']): Promise<void> {
  const draft = { admins: 1, zone: 'UTC', rules: [], limits: [], rates: [] };
  const proposal = 'a'.repeat(64);
  await ask('approvalRules.view', { isFresh: true });
  await ask('approvalRules.rehearse', { draft });
  await ask('approvalRules.propose', { rehearsal: crypto.randomUUID() });
  await ask('approvalRules.sign', { proposal });
  await ask('approvalRules.refuse', { proposal, words: 'too strict' });
  await ask('approvalRules.withdraw', { proposal });
  const days = { from: '2026-11-24', until: '2026-11-27' };
  await ask('approvalRules.delegate', { to: 'Ben', ...days, limit: null });
  await ask('approvalRules.endDelegation', { delegation: proposal });
}
