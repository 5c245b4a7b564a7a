import type { Session, WebContents } from 'electron';

import { isAppAddress } from './address.ts';

/** Denies a page all permissions, network and downloads, which it does not need and Electron would allow. */
export function refusePermissions(session: Session): void {
  session.setPermissionRequestHandler((_contents, _permission, callback) => {
    callback(false);
  });
  session.setPermissionCheckHandler(() => false);
  session.setDevicePermissionHandler(() => false);
  session.setDisplayMediaRequestHandler((_request, callback) => {
    callback(null);
  });
  session.webRequest.onBeforeRequest((details, callback) => {
    callback({ cancel: !isOwnFile(details.url) });
  });
  session.on('will-download', (event) => {
    event.preventDefault();
  });
}

/** Keeps a page where it is: no other address, no new window, no embedded view. */
export function keepInside(contents: WebContents): void {
  const stay = (event: { preventDefault: () => void; url: string }): void => {
    if (!isAppAddress(event.url)) event.preventDefault();
  };
  contents.on('will-navigate', stay);
  contents.on('will-frame-navigate', stay);
  contents.on('will-redirect', stay);
  contents.on('will-attach-webview', (event) => {
    event.preventDefault();
  });
  contents.setWindowOpenHandler(() => ({ action: 'deny' }));
}

/** Our own files, and the developer tools' (which the packaged app never opens). */
function isOwnFile(address: string): boolean {
  return isAppAddress(address) || URL.parse(address)?.protocol === 'devtools:';
}
