import { contextBridge, ipcRenderer, type IpcRendererEvent } from 'electron';

import { eventChannel, requestChannel, type Bridge } from '../shared/ipc/contract.ts';
import { deskEvents } from '../shared/ipc/events.ts';

const known = new Set<unknown>(deskEvents);

/** All that the page can reach. A listener gets the fact only, never Electron's event. */
const bridge: Bridge = {
  request: (route, input) => ipcRenderer.invoke(requestChannel, route, input),
  on: (event, listener) => {
    if (!known.has(event)) throw new Error('no such event');
    const relay = (_event: IpcRendererEvent, fact: Parameters<typeof listener>[0]): void => {
      listener(fact);
    };
    ipcRenderer.on(eventChannel(event), relay);
    return () => {
      ipcRenderer.off(eventChannel(event), relay);
    };
  },
};

contextBridge.exposeInMainWorld('desk', bridge);
