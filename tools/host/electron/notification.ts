import { EventEmitter } from 'node:events';

import type { NativeImage, Notification as ElectronNotification } from 'electron';

type Words = { readonly title?: string; readonly body?: string };

/** The host shows nothing outside its window: it says so, as a system does that has no notifications. */
export class Notification
  extends EventEmitter
  implements Pick<ElectronNotification, 'title' | 'body' | 'show' | 'close'>
{
  title: string;
  body: string;

  constructor({ title = '', body = '' }: Words = {}) {
    super();
    this.title = title;
    this.body = body;
  }

  static isSupported(): boolean {
    return false;
  }

  show(): void {
    throw new Error('the host has no notifications');
  }

  close(): void {
    throw new Error('the host has no notifications');
  }
}

export const nativeImage = {
  createFromDataURL: (): NativeImage => {
    throw new Error('the host draws no images');
  },
};
