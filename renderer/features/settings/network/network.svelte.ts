import type { AppError } from '../../../../shared/errors.ts';
import type { NetworkView } from '../../../../shared/ipc/desk/settings.ts';
import type { RouteInput } from '../../../../shared/ipc/contract.ts';
import { request } from '../../../state/desk.ts';
import type { Drafts } from '../../../state/forms/drafts.svelte.ts';
import { Resource } from '../../../state/records/resource.svelte.ts';

export type ProxyKind = NetworkView['proxy']['kind'];
type Change = RouteInput<'network.save'>;

/** The network settings of this machine, saved and as they are being changed. */
export class NetworkState {
  readonly read = new Resource<NetworkView>(() => request('network.get', {}));
  kind = $state<ProxyKind>('system');
  address = $state('');
  username = $state('');
  /** The newly typed password; the stored one is never shown. */
  password = $state('');
  /** Certificates that are about to be added. */
  pem = $state('');
  readonly #drafts: Drafts;
  /** True once the fields have the saved values, or text typed over them. */
  #isLoaded = $state(false);
  busy = $state(false);
  #error = $state.raw<AppError | null>(null);
  #failed = $state<'proxy' | 'authorities'>('proxy');

  constructor(drafts: Drafts) {
    this.#drafts = drafts;
  }

  get view(): NetworkView | null {
    return this.read.value;
  }

  get isChanged(): boolean {
    const proxy = this.view?.proxy;
    if (!proxy) return false;
    if (this.kind !== proxy.kind) return true;
    return this.kind === 'manual' && this.#differs(proxy);
  }

  #differs({ address, username }: NetworkView['proxy']): boolean {
    return (
      this.address.trim() !== (address ?? '') ||
      this.username !== (username ?? '') ||
      this.password !== ''
    );
  }

  /** The failure of the last save of this part that names no field of its own. */
  errorOf(part: 'proxy' | 'authorities'): AppError | null {
    if (this.#failed !== part || !this.#error) return null;
    const hasPlace = Object.keys(this.#error.fields ?? {}).some(
      (name) => name !== 'removeCertificate' && partOf(name) === part,
    );
    return hasPlace ? null : this.#error;
  }

  problem(field: 'address' | 'username' | 'password' | 'addCertificates'): string | undefined {
    return this.#error?.fields?.[field];
  }

  async load(): Promise<void> {
    await this.read.refresh();
    this.#takeOver();
    const draft = this.#drafts.get('network', 'form');
    if (isDraft(draft)) Object.assign(this, draft);
    this.#isLoaded = true;
  }

  /** Clears the password: it never outlives the section. */
  leave(): void {
    this.password = '';
    this.keepTyped();
  }

  /** Stores the unsaved text, which outlives the section, a lock and the program; a password does not. */
  keepTyped(): void {
    const { kind, address, username, pem } = this;
    if (!this.#isLoaded || !this.view) return;
    if (this.isChanged || pem !== '')
      this.#drafts.keep('network', 'form', { kind, address, username, pem } satisfies Draft);
    else this.#drafts.drop('network', 'form');
  }

  /** Saves the proxy; the typed password is cleared from the window's state at once. */
  async saveProxy(): Promise<boolean> {
    const { kind, username, password } = this;
    const address = this.address.trim();
    this.password = '';
    const manual = { address, username, ...(password === '' ? {} : { password }) };
    return this.#save('proxy', kind === 'manual' ? { kind, ...manual } : { kind });
  }

  forgetPassword = (): Promise<boolean> => this.#save('proxy', { password: null });
  addAuthorities = (certificates: string): Promise<boolean> =>
    this.#save('authorities', { addCertificates: certificates });
  removeAuthority = (fingerprint: string): Promise<boolean> =>
    this.#save('authorities', { removeCertificate: fingerprint });

  async #save(part: 'proxy' | 'authorities', change: Change): Promise<boolean> {
    if (this.busy) return false;
    this.busy = true;
    this.#error = null;
    this.#failed = part;
    const outcome = await request('network.save', change);
    this.busy = false;
    if (!outcome.ok) {
      this.#error = outcome.error;
      return false;
    }
    this.read.put(outcome.value);
    if (part === 'proxy' && change.kind !== undefined) this.#takeOver();
    return true;
  }

  #takeOver(): void {
    const proxy = this.view?.proxy;
    if (!proxy) return;
    this.kind = proxy.kind;
    this.address = proxy.address ?? '';
    this.username = proxy.username ?? '';
  }
}

type Draft = Pick<NetworkState, 'kind' | 'address' | 'username' | 'pem'>;

const isDraft = (draft: unknown): draft is Draft =>
  typeof draft === 'object' && draft !== null && 'pem' in draft;

const partOf = (field: string): 'proxy' | 'authorities' =>
  /certificate/i.test(field) ? 'authorities' : 'proxy';
