/** The result of a drop: the readable files, and the names of the others, such as a link, or a deleted file. */
export type Dropped = { readonly files: readonly File[]; readonly unreadable: readonly string[] };

/** Every file of a drop, with all files in folders, sorted by name. An unreadable file does not block the others. */
export async function droppedFiles(transfer: DataTransfer): Promise<Dropped> {
  // The list of items dies with the event: entries are taken before the first wait.
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry());
  const found = entries.filter((entry) => entry !== null);
  if (found.length === 0) return { files: [...transfer.files], unreadable: [] };
  return together(await Promise.all(found.map(filesOf)));
}

async function filesOf(entry: FileSystemEntry): Promise<Dropped> {
  const gone: Dropped = { files: [], unreadable: [entry.name] };
  if (isFile(entry))
    return fileOf(entry).then(
      (file) => ({ files: [file], unreadable: [] }),
      () => gone,
    );
  if (!isFolder(entry)) return gone;
  const children = await childrenOf(entry).catch(() => null);
  if (children === null) return gone;
  const meant = children.filter(({ name }) => !isSystemFile(name));
  meant.sort((a, b) => a.name.localeCompare(b.name));
  return together(await Promise.all(meant.map(filesOf)));
}

const together = (parts: readonly Dropped[]): Dropped => ({
  files: parts.flatMap(({ files }) => files),
  unreadable: parts.flatMap(({ unreadable }) => unreadable),
});

/** Files that a system puts into folders for itself, such as `.DS_Store`; they are skipped. */
const isSystemFile = (name: string): boolean => /^(\.|thumbs\.db$|desktop\.ini$)/i.test(name);

/** A reader answers at most a hundred entries at a time; an empty answer is the end. */
async function childrenOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const children: FileSystemEntry[] = [];
  for (;;) {
    const batch = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (batch.length === 0) return children;
    children.push(...batch);
  }
}

const fileOf = (entry: FileSystemFileEntry): Promise<File> =>
  new Promise((resolve, reject) => entry.file(resolve, reject));

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;
