import { app, BrowserWindow, nativeImage, Notification } from 'electron';

import type { SignPlace, Signs } from '../../shared/signs.ts';
import { focusFirstWindow } from './window.ts';

/** A filled circle of 16 by 16, in the colour of what needs a person: Windows draws it over the program's icon. */
const dot =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAYAAAAf8/9hAAAAb0lEQVR42mPYksXNgAVLAHEkEFdDcSRUDEMtNo1zgfg/DjwX3SBkzRZA/BiPZhh+DFWLYoAEkZqRDZFANmAuCZqRvcMAs/0/mViCARrC5BoQyQCNJnINqKaKARR7geJApDgaqZKQKE7KVMlMZGVnAAR42XQzbxo4AAAAAElFTkSuQmCC';

/** The badge and notifications of the operating system. `onOpen` runs after a click on a notification, once the window is in front. */
export function systemSigns(onOpen: (place: SignPlace) => void): Signs {
  let shown: Notification | null = null;
  return {
    badge: (needing) => {
      if (process.platform === 'win32') overlay(needing);
      else app.setBadgeCount(needing);
    },
    notify: (sentence, place) => {
      if (BrowserWindow.getFocusedWindow() !== null || !Notification.isSupported()) return;
      // The newest notification replaces the one before it.
      shown?.close();
      shown = new Notification({ title: 'Nostro', body: sentence, silent: true });
      shown.on('click', () => {
        focusFirstWindow();
        onOpen(place);
      });
      shown.show();
    },
  };
}

/** Draws a dot over the icon on Windows, which has no badge number; screen readers get the number. */
function overlay(needing: number): void {
  const window = BrowserWindow.getAllWindows()[0];
  if (!window) return;
  const words =
    needing === 1 ? '1 thing needs a person' : `${String(needing)} things need a person`;
  if (needing === 0) window.setOverlayIcon(null, '');
  else window.setOverlayIcon(nativeImage.createFromDataURL(dot), words);
}
