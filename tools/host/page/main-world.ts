import type { bridgeEnd as BridgeEnd } from './world-bridge.ts';

/** Runs in the page's own world before any script of the page: waits for what the preload exposes and leaves no other trace. */
export function mainWorld(handshake: string, bridgeEnd: typeof BridgeEnd): void {
  const frozen = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    Object.values(value).forEach(frozen);
    return Object.freeze(value);
  };
  const meet = (event: Event): void => {
    const line = (event as MouseEvent).relatedTarget;
    if (!line) return;
    event.stopImmediatePropagation();
    bridgeEnd(line, { incoming: 'to-page', outgoing: 'to-preload' }, (key, api) => {
      Object.defineProperty(window, key, { value: frozen(api), enumerable: true });
    });
  };
  document.addEventListener(handshake, meet, { once: true, capture: true });
}
