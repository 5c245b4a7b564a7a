import type { MenuItemConstructorOptions } from 'electron';

type Key = { key: string; control: boolean; meta: boolean; alt: boolean; shift: boolean };

/** The keys that Electron's own roles have; what they do is in the browser already, or below. */
const roleKeys: Readonly<Record<string, string>> = { quit: 'CmdOrCtrl+Q', close: 'CmdOrCtrl+W' };

/** The application menu. Nothing is drawn: its keys work, and what they do is the program's. */
export class Menu {
  static #application: Menu | null = null;
  readonly template: readonly MenuItemConstructorOptions[];
  static onRole: (role: string) => void = () => undefined;

  constructor(template: readonly MenuItemConstructorOptions[] = []) {
    this.template = template;
  }

  static buildFromTemplate(template: MenuItemConstructorOptions[]): Menu {
    return new Menu(template);
  }

  static setApplicationMenu(menu: Menu | null): void {
    Menu.#application = menu;
  }

  static getApplicationMenu(): Menu | null {
    return Menu.#application;
  }
}

/** Does what the menu item with this key does; nothing when there is none. */
export function pressMenuKey(key: Key): void {
  const items = flatten(Menu.getApplicationMenu()?.template ?? []);
  const item = items.find(({ accelerator, role }) => {
    const keys = accelerator ?? roleKeys[role ?? ''];
    return keys !== undefined && matches(keys, key);
  });
  if (item?.click) item.click({} as never, undefined, {});
  else if (item?.role) Menu.onRole(item.role);
}

function flatten(items: readonly MenuItemConstructorOptions[]): MenuItemConstructorOptions[] {
  return items.flatMap((item) =>
    Array.isArray(item.submenu) ? [item, ...flatten(item.submenu)] : [item],
  );
}

function matches(accelerator: string, pressed: Key): boolean {
  const parts = accelerator.split('+');
  const isMac = process.platform === 'darwin';
  const has = (...names: string[]): boolean => names.some((name) => parts.includes(name));
  const command = has('CmdOrCtrl', 'CommandOrControl');
  return (
    parts.at(-1)?.toLowerCase() === pressed.key.toLowerCase() &&
    pressed.control === (has('Ctrl', 'Control') || (command && !isMac)) &&
    pressed.meta === (has('Cmd', 'Command', 'Meta') || (command && isMac)) &&
    pressed.alt === has('Alt', 'Option') &&
    pressed.shift === has('Shift')
  );
}
