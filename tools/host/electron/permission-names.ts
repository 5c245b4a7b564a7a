import { toProgram } from '../address.ts';
import type { DevTools } from '../devtools.ts';
import type { Session } from './session.ts';

/** Chromium's name -> Electron's name, for the permissions a page can ask for. */
const permissionNames: Readonly<Record<string, string>> = {
  geolocation: 'geolocation',
  notifications: 'notifications',
  camera: 'media',
  microphone: 'media',
  midi: 'midi',
  'clipboard-read': 'clipboard-read',
  'clipboard-write': 'clipboard-sanitized-write',
  'idle-detection': 'idle-detection',
  'storage-access': 'storage-access',
  'window-management': 'window-management',
  'local-fonts': 'local-fonts',
  'display-capture': 'display-capture',
  'keyboard-lock': 'keyboardLock',
  'pointer-lock': 'pointerLock',
};

/**
 * Chromium's own prompts cannot be caught from outside, so the program is asked for every permission when its page is
 * made, and Chromium receives the answers.
 */
export async function applyPermissions(
  devTools: DevTools,
  contents: { session: Session },
): Promise<void> {
  for (const [name, permission] of Object.entries(permissionNames)) {
    const isGranted = await contents.session.grants(contents, permission, toProgram(''));
    await setPermission(devTools, name, isGranted);
  }
  if (await contents.session.grantsDevices())
    process.stderr.write('The host hands out no devices and no screens.\n');
}

/** A build of Chromium that does not know a permission cannot grant it either. */
export async function setPermission(
  devTools: DevTools,
  name: string,
  isGranted: boolean,
): Promise<void> {
  const setting = isGranted ? 'granted' : 'denied';
  await devTools
    .send('Browser.setPermission', { permission: { name }, setting })
    .catch(() => undefined);
}
