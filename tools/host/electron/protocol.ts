import type { Protocol } from 'electron';

import { machine } from '../machine.ts';

export type SchemeHandler = (request: Request) => Response | Promise<Response>;

class HostProtocol implements Pick<Protocol, 'registerSchemesAsPrivileged'> {
  readonly #declared = new Set<string>();
  #isClosed = false;

  registerSchemesAsPrivileged(schemes: Electron.CustomScheme[]): void {
    if (this.#isClosed)
      throw new Error('protocol.registerSchemesAsPrivileged should be called before app is ready');
    for (const { scheme, privileges } of schemes) {
      if (privileges?.bypassCSP) throw new Error('the host has no scheme that bypasses the policy');
      this.#declared.add(scheme);
    }
    void machine().chromium.finally(() => {
      this.#isClosed = true;
    });
  }

  isDeclared(scheme: string): boolean {
    return this.#declared.has(scheme);
  }
}

export const protocol = new HostProtocol();
