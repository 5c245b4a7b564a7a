import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

import { describe, expect, onTestFinished, test } from 'vitest';

import { deskClock, systemClock, type Context } from '../../electron/engines/machine/context.ts';
import { profileFolder } from '../../electron/connections/profiles/folders.ts';
import { openDeskCopy, type DeskCopy } from '../../electron/desk/open-bank/copy.ts';
import { markEntries, readMarks } from '../../electron/nouns/statements/annotations/marks.ts';
import { listSubmissions } from '../../electron/engines/submissions/journal/submission-table.ts';
import {
  addAttempt,
  createSubmission,
  settleSubmission,
} from '../../electron/engines/submissions/journal/table-writes.ts';
import type { Outcome } from '../../shared/errors.ts';
import { memoryKeychain, type MemoryKeychain } from '../support/setup/memory-keychain.ts';
import { programs } from '../support/programs/programs.ts';
import { tempFolder } from '../support/setup/temp-folder.ts';
import { actorNamed } from '../support/desks/actors.ts';

const clocks = deskClock(systemClock, () => null).moment();
const context: Context = { correlationId: 'test' };

/** One bank's folder, a state directory, and a keychain: opened and closed as often as a test wants. */
function machine(keychain: MemoryKeychain = memoryKeychain(), folder = tempFolder()) {
  const stateDir = join(folder, 'state');
  const at = (dataDir: string) => {
    const profile = profileFolder(dataDir, 'bankone');
    return {
      profile,
      dataDir,
      async open(): Promise<DeskCopy> {
        const copy = await openDeskCopy(
          {
            ...{
              dataDir,
              stateDir,
              storeWorker: programs.storeWorker,
              keychain,
              clock: systemClock,
            },
            ...{ version: '0', program: 'cli' },
          },
          profile,
          { user: 'u', password: 'p' },
        );
        let isClosed = false;
        const close = async (): Promise<void> => {
          if (isClosed) return;
          isClosed = true;
          await copy.close();
        };
        onTestFinished(close);
        return { ...copy, close };
      },
      /** Opens, does, closes. */
      async during<T>(work: (copy: DeskCopy) => T | Promise<T>): Promise<T> {
        const copy = await this.open();
        try {
          return await work(copy);
        } finally {
          await copy.close();
        }
      },
    };
  };
  return { folder, stateDir, keychain, at, ...at(join(folder, 'data')) };
}

const refused = (outcome: Outcome<unknown>) => (outcome.ok ? 'allowed' : outcome.error.code);

/** Writes a send down and witnesses it, as every change of the bank does; answers what the gate said. */
async function send(copy: DeskCopy, reference: string): Promise<string> {
  write(copy, reference);
  return refused(await copy.continuity.witness(context));
}

const write = ({ journal }: DeskCopy, reference: string) =>
  createSubmission(
    journal,
    {
      reference,
      operation: 'createSingleTransfer',
      subject: `transfer:${reference}`,
      payload: '{}',
      payloadHash: 'hash',
      about: {
        ...{ title: 'Transfer', amount: null, accountNumber: null },
        ...{ counterparty: null, counterpartyId: null },
      },
      likeness: null,
    },
    { at: new Date().toISOString(), correlationId: reference, clocks },
  );

/** Copies a file or folder as it is now. */
function keepCopy(path: string, folder: string) {
  mkdirSync(join(folder, 'copies'), { recursive: true });
  const copy = join(mkdtempSync(join(folder, 'copies', 'of-')), 'it');
  cpSync(path, copy, { recursive: true });
  return {
    putBack: () => {
      rmSync(path, { recursive: true, force: true });
      cpSync(copy, path, { recursive: true });
    },
  };
}

const status = ({ continuity }: DeskCopy) => continuity.status();

describe('a journal and its witnesses', () => {
  test('agree after every send, also over restarts and further attempts', async () => {
    const desk = machine();
    await desk.during(async (copy) => {
      expect(status(copy)).toMatchObject({ state: 'unchecked', sends: 0 });
      expect(copy.notices).toEqual([]);
      expect(await send(copy, 'A')).toBe('allowed');
    });
    await desk.during(async (copy) => {
      expect(status(copy)).toMatchObject({ state: 'whole', sends: 1, expectedSends: 1 });
      const [first] = listSubmissions(copy.journal);
      const { submissionId } = first!;
      settleSubmission(copy.journal, submissionId, { state: 'not-sent', at: '2026-11-22' });
      addAttempt(copy.journal, submissionId, { at: '2026-11-22', correlationId: 'again', clocks }, [
        'not-sent',
      ]);
      expect(refused(await copy.continuity.witness(context))).toBe('allowed');
    });
    await desk.during((copy) => {
      expect(status(copy)).toMatchObject({ state: 'whole', sends: 2 });
      expect(copy.notices).toEqual([]);
    });
  });

  test('what came of a send changes no digest: only what was sent counts', async () => {
    const desk = machine();
    await desk.during((copy) => send(copy, 'A'));
    await desk.during(({ journal }) => {
      const [first] = listSubmissions(journal);
      settleSubmission(journal, first!.submissionId, { state: 'unknown', at: '2026-11-22' });
    });
    await desk.during((copy) => {
      expect(status(copy).state).toBe('whole');
    });
  });

  test('a send that is written and not witnessed, as after a crash, is whole; the witness catches up', async () => {
    const desk = machine();
    await desk.during((copy) => send(copy, 'A'));
    await desk.during((copy) => write(copy, 'B'));
    const before = keepCopy(desk.profile.journal, desk.folder);
    await desk.during((copy) => {
      expect(status(copy)).toMatchObject({ state: 'whole', sends: 2 });
    });
    await desk.during((copy) => send(copy, 'C'));
    before.putBack();
    await desk.during((copy) => {
      expect(status(copy)).toMatchObject({ state: 'older', sends: 2, expectedSends: 3 });
    });
  });

  test('a journal that went another way than its witness is not the one this machine knows', async () => {
    const desk = machine();
    await desk.during((copy) => send(copy, 'A'));
    const data = keepCopy(desk.dataDir, desk.folder);
    const state = keepCopy(desk.stateDir, desk.folder);
    await desk.during((copy) => send(copy, 'B'));
    const later = keepCopy(desk.stateDir, desk.folder);
    data.putBack();
    state.putBack();
    desk.keychain.entries.delete(journalEntry(desk.keychain));
    await desk.during(async (copy) => {
      await send(copy, 'C');
      await send(copy, 'D');
    });
    later.putBack();
    desk.keychain.entries.delete(journalEntry(desk.keychain));
    await desk.during((copy) => {
      expect(status(copy)).toMatchObject({ state: 'older', sends: 3, expectedSends: 3 });
      expect(refused(copy.continuity.allows(context))).toBe('journal.older');
    });
  });

  test('sending is refused where nothing outside the folder takes the witness, and goes on where one does', async () => {
    const noKeychain = machine(memoryKeychain('unavailable'));
    writeFileSync(noKeychain.stateDir, '');
    await noKeychain.during(async (copy) => {
      write(copy, 'A');
      const outcome = await copy.continuity.witness(context);
      expect(refused(outcome)).toBe('store.readonly');
      expect(outcome.ok ? '' : outcome.error.message).toContain('Nothing was sent');
      rmSync(noKeychain.stateDir);
      expect(await send(copy, 'B')).toBe('allowed');
    });
    const withKeychain = machine();
    writeFileSync(withKeychain.stateDir, '');
    await withKeychain.during(async (copy) => {
      expect(await send(copy, 'A')).toBe('allowed');
    });
    expect(journalEntry(withKeychain.keychain)).not.toBe('');
  });

  test('the file of the witness is its owner’s only and shows no reference', async () => {
    const desk = machine(memoryKeychain('unavailable'));
    await desk.during((copy) => send(copy, 'INV-SECRET'));
    const folder = join(desk.stateDir, 'journals');
    const [name = ''] = readdirSync(folder);
    expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(readFileSync(join(folder, name), 'utf8')).not.toContain('INV-SECRET');
  });
});

describe('of two witnesses the furthest counts', () => {
  test('the keychain, where the state directory was put back too', async () => {
    const desk = machine();
    await desk.during((copy) => send(copy, 'A'));
    const data = keepCopy(desk.dataDir, desk.folder);
    const state = keepCopy(desk.stateDir, desk.folder);
    await desk.during((copy) => send(copy, 'B'));
    data.putBack();
    state.putBack();
    await desk.during((copy) => {
      expect(status(copy)).toMatchObject({ state: 'older', sends: 1, expectedSends: 2 });
    });
  });

  test('the state directory, where the keychain’s entry was removed', async () => {
    const desk = machine();
    await desk.during((copy) => send(copy, 'A'));
    const data = keepCopy(desk.dataDir, desk.folder);
    await desk.during((copy) => send(copy, 'B'));
    data.putBack();
    desk.keychain.entries.delete(journalEntry(desk.keychain));
    await desk.during((copy) => {
      expect(status(copy).state).toBe('older');
    });
  });

  test('the cache, where nothing outside remembers', async () => {
    const desk = machine();
    await desk.during((copy) => send(copy, 'A'));
    const journal = keepCopy(desk.profile.journal, desk.folder);
    await desk.during((copy) => send(copy, 'B'));
    journal.putBack();
    forgetOutside(desk);
    await desk.during((copy) => {
      expect(status(copy)).toMatchObject({ state: 'older', sends: 1, expectedSends: 2 });
    });
  });
});

describe('a payment file', () => {
  test('costs the keychain two writes, whatever its length', async () => {
    const inner = memoryKeychain();
    let writes = 0;
    const keychain: MemoryKeychain = {
      ...inner,
      write: (account, value) => {
        if (account.startsWith('journal:')) writes += 1;
        return inner.write(account, value);
      },
    };
    const desk = machine(keychain);
    await desk.during(async (copy) => {
      expect(refused(await copy.continuity.reserve(20, context))).toBe('allowed');
      for (let line = 0; line < 20; line += 1)
        expect(await send(copy, `F-${line}`)).toBe('allowed');
      await copy.continuity.settle(context);
    });
    expect(writes).toBe(2);
    await desk.during((copy) => {
      expect(status(copy)).toMatchObject({ state: 'whole', sends: 20 });
    });
  });

  test('that was killed in the middle is whole; put back to before it began, it is older', async () => {
    const desk = machine();
    await desk.during((copy) => send(copy, 'A'));
    const before = keepCopy(desk.dataDir, desk.folder);
    await desk.during(async (copy) => {
      expect(refused(await copy.continuity.reserve(20, context))).toBe('allowed');
      for (const reference of ['F-1', 'F-2', 'F-3']) await send(copy, reference);
    });
    const killed = keepCopy(desk.stateDir, desk.folder);
    const data = keepCopy(desk.dataDir, desk.folder);
    const claimed = new Map(desk.keychain.entries);
    await desk.during((copy) => {
      expect(status(copy)).toMatchObject({ state: 'whole', sends: 4 });
    });
    const asKilled = () => {
      killed.putBack();
      desk.keychain.entries.clear();
      for (const [name, value] of claimed) desk.keychain.entries.set(name, value);
    };
    asKilled();
    before.putBack();
    await desk.during((copy) => {
      expect(status(copy)).toMatchObject({ state: 'older', sends: 1, expectedSends: 4 });
    });
    // The file that counted the lines is gone: how many left cannot be known.
    asKilled();
    data.putBack();
    rmSync(desk.stateDir, { recursive: true });
    await desk.during((copy) => {
      expect(status(copy).state).toBe('older');
    });
  });
});

describe('a data folder at another place', () => {
  test('moved to where nothing knows it opens, and says once that it could not be checked', async () => {
    const desk = machine();
    await desk.during((copy) => send(copy, 'A'));
    forgetOutside(desk);
    await desk.during((copy) => {
      expect(status(copy)).toMatchObject({ state: 'unchecked', sends: 1 });
      expect(copy.notices.join(' ')).toContain('could not be checked');
      expect(refused(copy.continuity.allows(context))).toBe('allowed');
    });
    await desk.during((copy) => {
      expect(status(copy).state).toBe('whole');
      expect(copy.notices).toEqual([]);
    });
  });

  test('copied on this machine is older as soon as the other has gone on', async () => {
    const desk = machine();
    await desk.during((copy) => send(copy, 'A'));
    const copied = desk.at(join(desk.folder, 'copied'));
    cpSync(desk.dataDir, copied.dataDir, { recursive: true });
    await copied.during((copy) => {
      expect(status(copy).state).toBe('unchecked');
    });
    await desk.during((copy) => send(copy, 'B'));
    await copied.during((copy) => {
      expect(status(copy)).toMatchObject({ state: 'older', sends: 1, expectedSends: 2 });
    });
    await desk.during((copy) => {
      expect(status(copy).state).toBe('whole');
    });
  });
});

describe('a closed journal', () => {
  /** One send, one of its copies put back: sending is closed. */
  async function older() {
    const desk = machine();
    await desk.during((copy) => send(copy, 'A'));
    const copy = keepCopy(desk.profile.journal, desk.folder);
    await desk.during((open) => send(open, 'B'));
    copy.putBack();
    return desk;
  }

  test('stays closed over restarts, and where it is removed after all', async () => {
    const desk = await older();
    for (let start = 0; start < 2; start += 1)
      await desk.during(async (copy) => {
        expect(refused(copy.continuity.allows(context))).toBe('journal.older');
        expect(refused(await copy.continuity.witness(context))).toBe('journal.older');
        expect(refused(await copy.continuity.reserve(3, context))).toBe('journal.older');
      });
    rmSync(desk.profile.journal);
    await desk.during((copy) => {
      expect(refused(copy.continuity.allows(context))).toBe('journal.older');
    });
    expect(existsSync(desk.profile.journal)).toBe(true);
  });

  test('opens by a person’s word; both witnesses follow it, and what they knew before is past', async () => {
    const desk = await older();
    await desk.during(async (copy) => {
      expect(refused(await copy.continuity.reopen(actorNamed('Ada'), context))).toBe('allowed');
      expect(status(copy)).toMatchObject({ state: 'whole', since: null, sends: 1 });
      expect(await send(copy, 'C')).toBe('allowed');
    });
    await desk.during((copy) => {
      expect(status(copy)).toMatchObject({ state: 'whole', sends: 2, expectedSends: 2 });
    });
  });

  test('opens although the keychain is out of reach, and stays open when it is back', async () => {
    const inner = memoryKeychain();
    let isAway = false;
    const desk = machine({
      ...inner,
      write: (account, value) =>
        isAway ? Promise.resolve({ ok: false, state: 'unavailable' }) : inner.write(account, value),
    });
    await desk.during((copy) => send(copy, 'A'));
    const copy = keepCopy(desk.profile.journal, desk.folder);
    await desk.during((open) => send(open, 'B'));
    copy.putBack();
    isAway = true;
    await desk.during(async (open) => {
      expect(refused(await open.continuity.reopen(actorNamed('Ada'), context))).toBe('allowed');
    });
    isAway = false;
    expect(journalEntry(desk.keychain)).not.toBe('');
    await desk.during((open) => {
      expect(status(open)).toMatchObject({ state: 'whole', sends: 1 });
    });
  });

  test('stays closed where its opening could not be remembered', async () => {
    const desk = machine(memoryKeychain('unavailable'));
    await desk.during((copy) => send(copy, 'A'));
    const copy = keepCopy(desk.profile.journal, desk.folder);
    await desk.during((open) => send(open, 'B'));
    copy.putBack();
    await desk.during(async (open) => {
      rmSync(desk.stateDir, { recursive: true });
      writeFileSync(desk.stateDir, '');
      expect(refused(await open.continuity.reopen(actorNamed('Ada'), context))).toBe(
        'store.readonly',
      );
      expect(refused(open.continuity.allows(context))).toBe('journal.older');
    });
  });
});

describe('a damaged journal', () => {
  /** Three sends and a note, and the file as it lies closed. */
  async function filled() {
    const desk = machine();
    await desk.during(async (copy) => {
      for (const reference of ['A', 'B', 'C']) await send(copy, reference);
      markEntries(copy.journal, {
        ...{ accountNumber: '1', entryIds: ['E-1'], note: 'ask the bank' },
        ...{ at: '2026-11-22T00:00:00.000Z', actor: actorNamed('Ada') },
      });
    });
    return desk;
  }

  test('is set aside; what reads of it goes on in a new one, and sending is closed', async () => {
    const desk = await filled();
    const bytes = readFileSync(desk.profile.journal);
    bytes[12 * 4096 + 100]! ^= 1;
    writeFileSync(desk.profile.journal, bytes);
    await desk.during((copy) => {
      const found = status(copy);
      expect(found).toMatchObject({ state: 'damaged', sends: 3, expectedSends: 3 });
      expect(found.knownUntil).toBe(found.lastSentAt);
      expect(copy.notices.join(' ')).toContain('set aside, not deleted');
      expect(listSubmissions(copy.journal)).toHaveLength(3);
      expect(readMarks(copy.journal, '1', ['E-1']).get('E-1')?.note).toBe('ask the bank');
      expect(refused(copy.continuity.allows(context))).toBe('journal.damaged');
    });
    const aside = join(desk.profile.folder, 'quarantine');
    const [folder = ''] = readdirSync(aside);
    expect(readFileSync(join(aside, folder, 'journal.db')).equals(bytes)).toBe(true);
  });

  test('whose chain does not hold is damaged too, and stays where it is', async () => {
    const desk = await filled();
    await desk.during(({ journal }) => {
      journal.connection.exec(`UPDATE submission SET reference = 'OTHER' WHERE id = 2`);
    });
    await desk.during((copy) => {
      expect(status(copy)).toMatchObject({ state: 'damaged', sends: 3 });
      expect(existsSync(join(desk.profile.folder, 'quarantine'))).toBe(false);
    });
  });
});

const journalEntry = ({ entries }: MemoryKeychain): string =>
  [...entries.keys()].find((name) => name.startsWith('journal:')) ?? '';

function forgetOutside({ stateDir, keychain }: { stateDir: string; keychain: MemoryKeychain }) {
  rmSync(stateDir, { recursive: true, force: true });
  keychain.entries.delete(journalEntry(keychain));
}
