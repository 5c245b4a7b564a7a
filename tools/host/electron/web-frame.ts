import type { WebFrameMain } from 'electron';

import { toProgram } from '../address.ts';

type Used = 'url' | 'origin' | 'parent' | 'top' | 'detached' | 'frameToken' | 'isDestroyed';
type Shape = Omit<Pick<WebFrameMain, Used>, 'parent' | 'top'>;

/** A frame of a page, as the program is shown it. */
export class WebFrame implements Shape {
  readonly frameToken: string;
  readonly parent: WebFrame | null;
  url = '';
  detached = false;

  constructor(frameId: string, parent: WebFrame | null) {
    this.frameToken = frameId;
    this.parent = parent;
  }

  get top(): WebFrame {
    return this.parent?.top ?? this;
  }

  get origin(): string {
    const { protocol, host } = URL.parse(this.url) ?? { protocol: '', host: '' };
    return host === '' ? 'null' : `${protocol}//${host}`;
  }

  isDestroyed(): boolean {
    return this.detached;
  }

  moveTo(address: string): void {
    this.url = toProgram(address);
  }
}
