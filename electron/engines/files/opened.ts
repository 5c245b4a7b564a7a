/** A file that came within another: its name without any folder, and its bytes. */
export type OpenedFile = { readonly name: string; readonly bytes: Uint8Array };

/** What an archive or a message holds: files, and the refused files, each with the reason in one sentence. */
export type Opened = {
  readonly files: readonly OpenedFile[];
  readonly refused: readonly { readonly name: string; readonly reason: string }[];
};

/** How much is opened of one file. */
export type OpeningLimits = {
  /** Of each file within, in bytes. */
  readonly fileBytesMax: number;
  /** Of all of them together. */
  readonly bytesMax: number;
  readonly filesMax: number;
};

export const isArchiveName = (name: string): boolean => /\.zip$/i.test(name);
export const isMessageName = (name: string): boolean => /\.eml$/i.test(name);

export const nothingOf = (name: string, reason: string): Opened => ({
  files: [],
  refused: [{ name, reason }],
});

export const megabytes = (bytes: number): string => `${String(Math.round(bytes / 1_048_576))} MB`;
