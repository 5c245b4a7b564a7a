import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';

import { isolatedWorld, type WorldSettings } from './isolated-world.ts';
import { mainWorld } from './main-world.ts';
import { decode, encode } from './structured-text.ts';
import { bridgeEnd } from './world-bridge.ts';

export const isolatedWorldName = 'Electron Isolated Context';

/** Names that no page can guess: of the handshake between the worlds, and of the line to the host. */
export function worldSettings(): WorldSettings {
  const secret = randomUUID().replaceAll('-', '');
  return { handshake: `h${secret}`, binding: `b${secret}`, receiver: `e${secret}` };
}

/** The source of a function, as Node runs it: without its types. It must be self-contained. */
const source = (fn: (...args: never[]) => unknown): string => fn.toString();

/** For the page's own world, before its scripts. */
export const mainWorldSource = ({ handshake }: WorldSettings): string =>
  `(${source(mainWorld)})(${JSON.stringify(handshake)}, ${source(bridgeEnd)});`;

/** For the isolated world: what Electron gives a sandboxed preload, and the preload itself, as the bundle has it. */
export function isolatedWorldSource(settings: WorldSettings, preloadFile: string): string {
  const preload = readFileSync(preloadFile, 'utf8');
  const codec = `encode: ${source(encode)}, decode: ${source(decode)}`;
  const parts = `{ ${codec}, bridgeEnd: ${source(bridgeEnd)} }`;
  const body = `(require) => { const module = { exports: {} }; const exports = module.exports;\n${preload}\n}`;
  return `(${source(isolatedWorld)})(${JSON.stringify(settings)}, ${parts}, ${body});`;
}
