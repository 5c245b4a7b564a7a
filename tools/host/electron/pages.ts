import type { DevTools } from '../devtools.ts';

export type Page = { readonly targetId: string; readonly sessionId: string };

/** Chromium starts with one empty page, which becomes the window that people see. */
export async function takePage(devTools: DevTools): Promise<Page> {
  type Target = { targetId: string; type: string; attached: boolean };
  const { targetInfos } = await devTools.send<{ targetInfos: Target[] }>('Target.getTargets');
  const page = targetInfos.find((target) => target.type === 'page');
  if (!page) throw new Error('Chromium has no page');
  return attach(devTools, page.targetId);
}

async function attach(devTools: DevTools, targetId: string): Promise<Page> {
  const { sessionId } = await devTools.send<{ sessionId: string }>('Target.attachToTarget', {
    targetId,
    flatten: true,
  });
  return { targetId, sessionId };
}
