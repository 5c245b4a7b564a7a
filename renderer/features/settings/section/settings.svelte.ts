import type { KeychainState } from '../../../../shared/ipc/desk/desk.ts';
import type { SettingsView } from '../../../../shared/ipc/desk/settings.ts';
import { request } from '../../../state/desk.ts';
import { Resource } from '../../../state/records/resource.svelte.ts';
import { keychainWords, protectionWords, type Words } from './settings-labels.ts';

/** What the desk is set to: the bank, the local copy, and how its key is kept. */
export class SettingsState {
  readonly read = new Resource<SettingsView>(() => request('settings.get', {}));

  /** How the key is kept, in plain words; null while nothing is kept. */
  readonly protection: Words | null = $derived.by(() => {
    const protection = this.read.value?.protection ?? null;
    return protection === null ? null : protectionWords[protection];
  });

  keychain(state: KeychainState): Words {
    return keychainWords[state];
  }
}
