import type { KeychainState } from '../../../../shared/ipc/desk/desk.ts';
import type { SettingsView } from '../../../../shared/ipc/desk/settings.ts';
import { request } from '../../../state/desk.ts';
import { Resource } from '../../../state/records/resource.svelte.ts';
import { keychainWords, protectionWords, type Words } from './settings-labels.ts';

/** The settings of the desk: the bank, the local copy, and the protection of its key. */
export class SettingsState {
  readonly read = new Resource<SettingsView>(() => request('settings.get', {}));

  /** The protection of the key, in plain words; null while there is no local copy. */
  readonly protection: Words | null = $derived.by(() => {
    const protection = this.read.value?.protection ?? null;
    return protection === null ? null : protectionWords[protection];
  });

  keychain(state: KeychainState): Words {
    return keychainWords[state];
  }
}
