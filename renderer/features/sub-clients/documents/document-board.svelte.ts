import type { SubClientDocument } from '../../../../shared/bank/onboarding.ts';
import { todayAt, type IsoDate } from '../../../../shared/calendar/calendar.ts';
import type { AppError, Outcome } from '../../../../shared/errors.ts';
import {
  lackingDays,
  type DocumentDay,
  type DocumentTypeRule,
} from '../../../../shared/document-types.ts';
import type { DocumentPerson, UploadItem } from '../../../../shared/ipc/changes/documents.ts';
import { request } from '../../../state/desk.ts';
import { changeRequests } from '../../../state/forms/change-requests.svelte.ts';
import { Resource } from '../../../state/records/resource.svelte.ts';
import { guessDates } from './date-guess.ts';
import { guessDocumentType } from './document-guess.ts';
import { isDescribed, isDuplicate, wasNotSent } from './document-labels.ts';
import { FileIntake, isOpened } from './file-intake.svelte.ts';
import { guessPerson, type PersonGuess } from './person-guess.ts';

export type Description = {
  readonly documentType?: string;
  readonly businessUserId?: string | null;
  readonly issueDate?: IsoDate | null;
  readonly expiryDate?: IsoDate | null;
  readonly unsureDays?: UploadItem['unsureDays'];
};
/** The description of one of many files, and its owner; empty for no owner. */
export type FileDetails = Description & { readonly itemId: string; readonly subClientId?: string };
/** The known facts about a sub-client from which its files are guessed. */
export type Owning = { readonly name: string; readonly stagesRemaining: readonly string[] };

/** The number of files per request; a long queue is sent in several. */
const sentAtOnce = 100;

/** The files dropped for one sub-client, or for all of them, from the drop to the bank's document id. The main process stores them. */
export class DocumentBoard extends FileIntake {
  readonly queue: Resource<{ items: readonly UploadItem[] }>;
  /** The persons whose documents they may be. */
  readonly people: Resource<{ rows: readonly DocumentPerson[] }>;
  /** Null: the files of all. */
  readonly #subClientId: string | null;
  readonly #owning: (subClientId: string) => Owning | undefined;
  /** The owner of a file by its name, where any sub-client is possible. */
  readonly #ownerOf: (fileName: string) => string | undefined;
  /** Why the last verb failed as a whole. */
  error = $state.raw<AppError | null>(null);
  #requested = $state.raw<readonly string[]>([]);
  /** Handed over to be sent, though the queue does not show it yet. */
  #leaving = $state.raw<readonly string[]>([]);

  readonly items: readonly UploadItem[] = $derived.by(() => this.queue.value?.items ?? []);
  readonly ready = $derived.by(() => this.items.filter(({ state }) => state === 'ready'));
  /** Ready without a confirmation: a file that was sent before is sent only individually. */
  readonly sendable = $derived.by(() =>
    this.ready.filter(
      (item) => this.isDescribed(item) && !isDuplicate(item) && !this.isLeaving(item.itemId),
    ),
  );
  /** Those that a person has sent and that never left. */
  readonly notSent = $derived.by(() => this.items.filter(wasNotSent));
  readonly sent = $derived.by(() => this.items.filter(({ state }) => state === 'sent'));

  /** Whether files that were not sent for lack of a connection go automatically once there is one. */
  readonly whenBack = new Resource(() => request('documents.whenBack', {}));

  constructor(
    subClientId: string | null,
    owning: (subClientId: string) => Owning | undefined,
    ownerOf: (fileName: string) => string | undefined = () => undefined,
  ) {
    super();
    this.#ownerOf = ownerOf;
    this.#subClientId = subClientId;
    this.#owning = owning;
    this.queue = new Resource(() =>
      request('documents.queue', subClientId === null ? {} : { subClientId }),
    );
    this.people = new Resource(() =>
      request('documents.people', subClientId === null ? {} : { subClientId }),
    );
    void this.people.refresh();
  }

  /** The types of documents that the bank takes. */
  readonly types: readonly DocumentTypeRule[] = $derived.by(() => this.rules.value?.types ?? []);

  isDescribed = (item: UploadItem): boolean => isDescribed(item, this.types);

  /** The days that a file needs before it is sent, and lacks. */
  lacking = (item: UploadItem): readonly DocumentDay[] => lackingDays(item, this.types);

  /** A person tried to send this file: its missing fields may be shown. */
  wasSubmitted = (itemId: string): boolean => this.#requested.includes(itemId);

  peopleOf = (subClientId: string): readonly DocumentPerson[] =>
    (this.people.value?.rows ?? []).filter((person) => person.subClientId === subClientId);

  /** The person of a file, by name if it is known, else by id; empty for the company. */
  whose({ subClientId, businessUserId }: UploadItem): string {
    if (businessUserId === null) return '';
    const person = this.peopleOf(subClientId).find(({ personId }) => personId === businessUserId);
    return person === undefined || person.name === '' ? businessUserId : person.name;
  }

  /** The person that the file's name points to; null if it points to none, or to more than one. */
  personGuess({ fileName, subClientId }: UploadItem): PersonGuess | null {
    const { name = '' } = this.#owning(subClientId) ?? {};
    return guessPerson(fileName, this.peopleOf(subClientId), name);
  }

  /** It is being sent: it waits for no one any more. */
  isLeaving = (itemId: string): boolean => this.#leaving.includes(itemId);

  /** Takes files for one sub-client; each becomes a card at once. */
  add(
    files: readonly File[],
    documentType = '',
    subClientId = this.#subClientId ?? '',
  ): Promise<void> {
    return this.readAll(files, async (file) => {
      if (isOpened(file.fileName)) return this.#open(file, documentType, subClientId);
      const earlier = this.rejectedAs(file.fileName, subClientId);
      const added = await request('documents.add', { subClientId, ...file });
      if (!added.ok) return added;
      await this.#propose(added.value, documentType, earlier);
      // The earlier, rejected item holds only a description: it is replaced.
      if (added.value.state === 'ready' && earlier?.problem?.code.startsWith('file.'))
        await this.remove(earlier.itemId);
      return added;
    });
  }

  /** Adds the files of an archive or a message, each as if it had been dropped on its own. */
  async #open(
    { fileName, bytes }: { fileName: string; bytes: Uint8Array<ArrayBuffer> },
    documentType: string,
    subClientId: string,
  ): Promise<Outcome<unknown>> {
    const opened = await request('documents.open', { subClientId, fileName, bytes });
    if (!opened.ok) return opened;
    this.reportRefused(opened.value.refused);
    for (const item of opened.value.items) await this.#takeOpened(item, documentType, fileName);
    return opened;
  }

  async #takeOpened(item: UploadItem, documentType: string, within: string): Promise<void> {
    const owner =
      item.subClientId === '' && item.state === 'ready'
        ? (this.#ownerOf(item.fileName) ?? this.#ownerOf(within))
        : undefined;
    if (owner === undefined) return this.#propose(item, documentType);
    const given = await request('documents.move', { itemId: item.itemId, subClientId: owner });
    if (given.ok) return this.#propose(given.value, documentType);
    this.put(item);
    this.error = given.error;
  }

  /** The rejected file that a file of this name, with any extension, corrects; of one sub-client or of any. */
  rejectedAs(fileName: string, subClientId = ''): UploadItem | undefined {
    return this.items.findLast(
      (item) =>
        item.state === 'refused' &&
        item.subClientId !== '' &&
        (subClientId === '' || item.subClientId === subClientId) &&
        stemOf(item.fileName) === stemOf(fileName),
    );
  }

  /** Sets the owner of a file whose name points to none; the rest is guessed with that owner. */
  async place(itemId: string, subClientId: string): Promise<void> {
    this.error = null;
    const placed = await request('documents.move', { itemId, subClientId });
    if (placed.ok) await this.#propose(placed.value, '');
    else this.error = placed.error;
    await this.queue.refresh();
  }

  async chooseWhenBack(isSent: boolean): Promise<void> {
    const outcome = await request('documents.saveWhenBack', { isSent });
    if (outcome.ok) this.whenBack.put(outcome.value);
    else this.error = outcome.error;
  }

  async describe(itemId: string, description: Description): Promise<void> {
    const item = this.items.find((other) => other.itemId === itemId);
    if (item) this.put({ ...item, ...description });
    await this.#saveDescription(itemId, description);
  }

  async #saveDescription(itemId: string, description: Description): Promise<void> {
    const { unsureDays, ...said } = description;
    const outcome = await request('documents.describe', {
      itemId,
      ...said,
      ...plainDays(unsureDays),
    });
    if (outcome.ok) this.put(outcome.value);
    else this.error = outcome.error;
  }

  async move(itemId: string, subClientId: string): Promise<void> {
    this.error = null;
    const outcome = await request('documents.move', { itemId, subClientId });
    if (!outcome.ok) {
      this.error = outcome.error;
      return;
    }
    await this.queue.refresh();
    // Another company has other people.
    const person = this.personGuess(outcome.value);
    if (person) await this.describe(itemId, { businessUserId: person.personId });
  }

  async send(items: readonly UploadItem[]): Promise<void> {
    this.error = null;
    this.#requested = [...this.#requested, ...items.map(({ itemId }) => itemId)];
    const itemIds = items
      .filter((item) => this.isDescribed(item) && !this.isLeaving(item.itemId))
      .map(({ itemId }) => itemId);
    if (itemIds.length === 0) return;
    this.#leaving = [...this.#leaving, ...itemIds];
    for (let from = 0; from < itemIds.length; from += sentAtOnce) {
      const outcome = await changeRequests.send('documents.send', {
        itemIds: itemIds.slice(from, from + sentAtOnce),
      });
      if (outcome.ok) continue;
      // A declined confirmation is no error, and the person is not asked again for the rest.
      if (outcome.error.code === 'declined') break;
      this.error = outcome.error;
    }
    await this.queue.refresh();
    this.#leaving = this.#leaving.filter((itemId) => !itemIds.includes(itemId));
  }

  async remove(itemId: string): Promise<void> {
    const outcome = await request('documents.remove', { itemId });
    if (!outcome.ok) this.error = outcome.error;
    await this.queue.refresh();
  }

  /** Removes sent files from the list; their records stay. */
  async clearSent(): Promise<void> {
    for (const { itemId } of this.sent) {
      const outcome = await request('documents.remove', { itemId });
      if (!outcome.ok) this.error = outcome.error;
    }
    await this.queue.refresh();
  }

  /** Stores the state of an item from the main process; a new item comes last. */
  put(item: UploadItem): void {
    if (this.#subClientId !== null && item.subClientId !== this.#subClientId) return;
    const isKnown = this.items.some(({ itemId }) => itemId === item.itemId);
    this.queue.put({
      items: isKnown
        ? this.items.map((other) => (other.itemId === item.itemId ? item : other))
        : [...this.items, item],
    });
  }

  /** Stores the guess from the name, overlaid with the earlier entries. */
  async #propose(item: UploadItem, documentType: string, earlier?: UploadItem): Promise<void> {
    this.put(item);
    if (item.subClientId === '') return;
    const guessed = await this.guessesOf(item);
    const type = documentType === '' ? {} : { documentType };
    // A guess is shown once it is stored: it was not typed, so its loss in a kill would go unnoticed.
    await this.#saveDescription(item.itemId, { ...guessed, ...type, ...enteredOf(earlier) });
  }

  /** The guesses from a file's name, once its owner is known. */
  async guessesOf(item: UploadItem): Promise<Description> {
    const days = guessDates(item.fileName, todayAt(Date.now()));
    if (!this.rules.value) await this.rules.refresh();
    const { name = '', stagesRemaining = [] } = this.#owning(item.subClientId) ?? {};
    const documentType = guessDocumentType(item.fileName, stagesRemaining, name, this.types);
    if (!this.people.value) await this.people.refresh();
    const person = this.personGuess(item);
    return { documentType, ...days, ...(person ? { businessUserId: person.personId } : {}) };
  }

  /** Saves the owner, type and days of many files in one act. True on success. */
  async describeMany(said: readonly FileDetails[]): Promise<boolean> {
    this.error = null;
    const outcome = await request('documents.describeAll', {
      files: said.map(({ unsureDays, ...rest }) => ({ ...rest, ...plainDays(unsureDays) })),
    });
    if (!outcome.ok) this.error = outcome.error;
    await this.queue.refresh();
    return outcome.ok;
  }

  /** Leaves files out of the queue; answers those that were, which can be put back while the desk is open. */
  async leaveOut(itemIds: readonly string[]): Promise<readonly string[]> {
    this.error = null;
    const outcome = await request('documents.leaveOut', { itemIds: [...itemIds] });
    if (!outcome.ok) this.error = outcome.error;
    await this.queue.refresh();
    return outcome.ok ? outcome.value.itemIds : [];
  }

  async putBack(itemIds: readonly string[]): Promise<void> {
    const outcome = await request('documents.putBack', { itemIds: [...itemIds] });
    if (!outcome.ok) this.error = outcome.error;
    await this.queue.refresh();
  }
}

/** A plain copy, as the bridge needs it. */
const plainDays = (unsureDays: UploadItem['unsureDays'] | undefined) =>
  unsureDays && { unsureDays: unsureDays.map((one) => ({ ...one, days: [...one.days] })) };

const stemOf = (fileName: string): string => fileName.replace(/\.[^.]*$/, '').toLowerCase();

/** The known description of a file, without empty parts. */
function enteredOf(item: UploadItem | undefined): Description {
  if (!item) return {};
  const { documentType, businessUserId, issueDate, expiryDate } = item;
  return {
    ...(documentType === '' ? {} : { documentType }),
    ...(businessUserId === null ? {} : { businessUserId }),
    ...(issueDate === null ? {} : { issueDate }),
    ...(expiryDate === null ? {} : { expiryDate }),
  };
}

/** Documents that still count, most urgent first: the nearest expiry. */
export const byExpiry = (documents: readonly SubClientDocument[]): SubClientDocument[] =>
  documents
    .filter(({ isDeleted }) => !isDeleted)
    .sort((a, b) => (a.expiryDate ?? '9999').localeCompare(b.expiryDate ?? '9999'));
