import { toProgram } from '../address.ts';
import type { DevTools, EventParams } from '../devtools.ts';
import type { Session } from './session.ts';
import type { WebFrame } from './web-frame.ts';

type Paused = EventParams<'Fetch.requestPaused'>;

/** The page that asks. */
type Asking = {
  readonly session: Session;
  frame(frameId: string): WebFrame | undefined;
  mayNavigate(frame: WebFrame, address: string, isRedirect: boolean): boolean;
};

const pages = new Set<Asking>();
const watched = new WeakSet<DevTools>();

/** Every request of the browser stops here before it leaves: the program lets it go, answers it itself, or refuses it. */
export async function watchRequests(devTools: DevTools, contents: Asking): Promise<void> {
  pages.add(contents);
  if (watched.has(devTools)) return;
  watched.add(devTools);
  devTools.on('Fetch.requestPaused', (paused) => {
    const asking = ownerOf(paused) ?? contents;
    void decide(devTools, asking, paused).catch(() => undefined); // the page went away meanwhile
  });
  await devTools.send('Fetch.enable', { patterns: [{ urlPattern: '*' }] });
}

export const forgetRequests = (contents: Asking): void => void pages.delete(contents);

const ownerOf = ({ frameId = '' }: Paused): Asking | undefined =>
  [...pages].find((page) => page.frame(frameId) !== undefined);

async function decide(devTools: DevTools, contents: Asking, paused: Paused): Promise<void> {
  const { requestId, request, resourceType } = paused;
  const fail = (errorReason: string) =>
    devTools.send('Fetch.failRequest', { requestId, errorReason });
  const frame = contents.frame(paused.frameId ?? '');
  const isRedirect = paused.redirectedRequestId !== undefined;
  if (resourceType === 'Document' && frame && !contents.mayNavigate(frame, request.url, isRedirect))
    return fail('Aborted').then(() => undefined);
  const url = toProgram(request.url);
  const isAllowed = await contents.session.allows(url, request.method, resourceType);
  if (!isAllowed) return fail('BlockedByClient').then(() => undefined);
  const handler = contents.session.schemeHandler(url);
  if (handler) {
    const { method, headers } = request;
    await fulfil(devTools, requestId, await handler(new Request(url, { method, headers })));
  } else if (url === request.url) await devTools.send('Fetch.continueRequest', { requestId });
  else await fail('Failed');
}

async function fulfil(devTools: DevTools, requestId: string, response: Response): Promise<void> {
  const body = Buffer.from(await response.arrayBuffer()).toString('base64');
  const responseHeaders = [...response.headers].map(([name, value]) => ({ name, value }));
  const responseCode = response.status;
  await devTools.send('Fetch.fulfillRequest', { requestId, responseCode, responseHeaders, body });
}
