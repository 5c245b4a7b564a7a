import { Session } from 'node:inspector/promises';
import type { Profiler } from 'node:inspector';

type FromWorker = { params: { sessionId: string; message: string } };
type Attached = { params: { sessionId: string; workerInfo: { title: string } } };

/** Profiles this thread while `work` goes on. */
export async function profiled<T>(
  work: () => Promise<T>,
): Promise<{ value: T; profile: Profiler.Profile }> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.start');
  const value = await work();
  const { profile } = await session.post('Profiler.stop');
  session.disconnect();
  return { value, profile };
}

/** Profiles the threads whose names contain one of these, also those that start while `work` goes on. */
export async function profiledThreads<Name extends string>(
  names: readonly Name[],
  work: () => Promise<unknown>,
): Promise<Record<Name, Profiler.Profile>> {
  const session = new Session();
  session.connect();
  const waiting = new Map<number, (result: unknown) => void>();
  const threads = new Map<Name, string>();
  let lastId = 0;
  const ask = (sessionId: string, method: string): Promise<unknown> =>
    new Promise((resolve) => {
      lastId += 1;
      waiting.set(lastId, resolve);
      const message = JSON.stringify({ id: lastId, method });
      void session.post('NodeWorker.sendMessageToWorker', { sessionId, message });
    });
  session.on('NodeWorker.attachedToWorker', ({ params }: Attached) => {
    const name = names.find((one) => params.workerInfo.title.includes(one));
    if (name === undefined) return;
    threads.set(name, params.sessionId);
    void ask(params.sessionId, 'Profiler.enable');
    void ask(params.sessionId, 'Profiler.start');
  });
  session.on('NodeWorker.receivedMessageFromWorker', ({ params }: FromWorker) => {
    const { id, result } = JSON.parse(params.message) as { id?: number; result: unknown };
    if (id !== undefined) waiting.get(id)?.(result);
  });
  await session.post('NodeWorker.enable', { waitForDebuggerOnStart: false });
  await work();
  const profiles: [Name, Profiler.Profile][] = [];
  for (const name of names) {
    const sessionId = threads.get(name);
    if (sessionId === undefined) throw new Error(`the thread ${name} was not found`);
    const { profile } = (await ask(sessionId, 'Profiler.stop')) as { profile: Profiler.Profile };
    profiles.push([name, profile]);
  }
  session.disconnect();
  return Object.fromEntries(profiles) as Record<Name, Profiler.Profile>;
}
