import type { AppError, Outcome } from '../../../shared/errors.ts';
import { windowError } from '../../../shared/window-error.ts';
import type { Attachment } from '../../../shared/ipc/accounts/attachments.ts';
import { limits } from '../../../shared/limits.ts';
import { request } from '../../state/desk.ts';
import type { Notices } from '../../state/notices.svelte.ts';
import { Resource } from '../../state/records/resource.svelte.ts';
import { savedCopyWords } from '../../ui/text/opened-labels.ts';

type Place = { readonly accountNumber: string; readonly entryId: string };

/** The files of one entry, and the actions on them. The window gets the bytes only of a picture that is viewed. */
export class EntryFiles {
  readonly requested: Resource<{ readonly files: readonly Attachment[] }>;
  /** The number of files that are being stored. */
  reading = $state(0);
  /** Why the last of them could not be had. */
  error = $state.raw<AppError | null>(null);
  /** The picture that is viewed. */
  shown = $state.raw<{ readonly file: Attachment; readonly image: string } | null>(null);
  readonly #place: Place;
  readonly #notices: Notices;

  constructor(place: Place, notices: Notices) {
    this.#place = place;
    this.#notices = notices;
    this.requested = new Resource(() => request('attachments.list', place));
  }

  get list(): readonly Attachment[] {
    return this.requested.value?.files ?? [];
  }

  /** Adds files one after the other, so that many never fill the memory; one that cannot be read does not block the others. */
  add = async (files: readonly File[], unreadable: readonly string[] = []): Promise<void> => {
    this.error = null;
    for (const name of unreadable) this.error = unread(name);
    this.reading += files.length;
    for (const file of files) {
      const added = await this.#add(file);
      this.reading -= 1;
      if (added.ok) this.#notify(`Attached: ${added.value.name}.`, () => this.#remove(added.value));
      else this.error = added.error;
    }
    await this.requested.refresh();
  };

  remove = async (file: Attachment): Promise<void> => {
    if (!(await this.#remove(file))) return;
    this.#notify(`Removed: ${file.name}.`, () => this.#restore(file));
  };

  /** Saves a copy. `open`: the saved PDF opens in the system’s viewer. */
  save = async ({ fileId }: Attachment, open = false): Promise<void> => {
    const saved = await request('attachments.save', { fileId, open });
    this.error = saved.ok ? null : saved.error;
    if (!saved.ok || !saved.value.saved) return;
    this.#notices.show(savedCopyWords(saved.value));
  };

  show = async (file: Attachment): Promise<void> => {
    const shown = await request('attachments.show', { fileId: file.fileId });
    this.error = shown.ok ? null : shown.error;
    if (shown.ok) this.shown = { file, image: shown.value.image };
  };

  /** The limit is requested before the file is read: one that is too large never enters the memory. */
  async #add(file: File): Promise<Outcome<Attachment>> {
    if (file.size > limits.attachmentBytesMax) return { ok: false, error: tooLarge(file.name) };
    const bytes = await file.arrayBuffer().then(
      (buffer) => new Uint8Array(buffer),
      () => null,
    );
    if (bytes === null) return { ok: false, error: unread(file.name) };
    return request('attachments.add', { ...this.#place, fileName: file.name, bytes });
  }

  async #remove({ fileId }: Attachment): Promise<boolean> {
    const removed = await request('attachments.remove', { fileId });
    this.error = removed.ok ? null : removed.error;
    await this.requested.refresh();
    return removed.ok;
  }

  async #restore({ fileId }: Attachment): Promise<void> {
    const restored = await request('attachments.restore', { fileId });
    this.error = restored.ok ? null : restored.error;
    await this.requested.refresh();
  }

  #notify(text: string, undo: () => Promise<unknown>): void {
    this.#notices.show(text, { label: 'Undo', run: async () => void (await undo()) });
  }
}

const unread = (name: string): AppError =>
  windowError('file.not-opened', crypto.randomUUID(), {
    message: `${name} cannot be read: it may be a link, a folder, or gone.`,
  });

const tooLarge = (name: string): AppError =>
  windowError('file.too-large', crypto.randomUUID(), {
    message: `${name} is larger than ${String(limits.attachmentBytesMax / 1_048_576)} MB, the largest that can be attached.`,
  });
