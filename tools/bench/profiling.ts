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

/** Profiles the thread that writes the local copy while `work` goes on. Throws where there is no such thread. */
export async function profiledWriter(work: () => Promise<unknown>): Promise<Profiler.Profile> {
  const session = new Session();
  session.connect();
  const waiting = new Map<number, (result: unknown) => void>();
  const threads: { sessionId: string; title: string }[] = [];
  session.on('NodeWorker.attachedToWorker', ({ params }: Attached) => {
    threads.push({ sessionId: params.sessionId, title: params.workerInfo.title });
  });
  session.on('NodeWorker.receivedMessageFromWorker', ({ params }: FromWorker) => {
    const { id, result } = JSON.parse(params.message) as { id?: number; result: unknown };
    if (id !== undefined) waiting.get(id)?.(result);
  });
  await session.post('NodeWorker.enable', { waitForDebuggerOnStart: false });
  const writer = threads.find(({ title }) => title.includes('cache-writer'));
  if (!writer) throw new Error('the thread of the local copy was not found');
  let lastId = 0;
  const ask = (method: string): Promise<unknown> =>
    new Promise((resolve) => {
      lastId += 1;
      waiting.set(lastId, resolve);
      const message = JSON.stringify({ id: lastId, method });
      void session.post('NodeWorker.sendMessageToWorker', {
        sessionId: writer.sessionId,
        message,
      });
    });
  await ask('Profiler.enable');
  await ask('Profiler.start');
  await work();
  const { profile } = (await ask('Profiler.stop')) as { profile: Profiler.Profile };
  session.disconnect();
  return profile;
}
