/** Every file of a drop, folders walked to their end, in the order of their names. */
export async function droppedFiles(transfer: DataTransfer): Promise<File[]> {
  // The list of items dies with the event: entries are taken before the first wait.
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry());
  const found = entries.filter((entry) => entry !== null);
  if (found.length === 0) return [...transfer.files];
  return (await Promise.all(found.map(filesOf))).flat();
}

async function filesOf(entry: FileSystemEntry): Promise<File[]> {
  if (isFile(entry)) return [await fileOf(entry)];
  if (!isFolder(entry)) return [];
  const children = await childrenOf(entry);
  children.sort((a, b) => a.name.localeCompare(b.name));
  return (await Promise.all(children.map(filesOf))).flat();
}

/** A reader answers at most a hundred entries at a time; an empty answer is the end. */
async function childrenOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const children: FileSystemEntry[] = [];
  for (;;) {
    const batch = await new Promise<FileSystemEntry[]>((resolve, reject) => {
      reader.readEntries(resolve, reject);
    });
    if (batch.length === 0) return children;
    children.push(...batch);
  }
}

const fileOf = (entry: FileSystemFileEntry): Promise<File> =>
  new Promise((resolve, reject) => {
    entry.file(resolve, reject);
  });

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;
