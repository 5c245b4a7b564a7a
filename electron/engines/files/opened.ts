/** A file that came within another: its name without any folder, and its bytes. */
export type OpenedFile = { readonly name: string; readonly bytes: Uint8Array };

/** The contents of an archive or a message: files, and refused files, each with the reason in one sentence. */
export type Opened = {
  readonly files: readonly OpenedFile[];
  readonly refused: readonly { readonly name: string; readonly reason: string }[];
};

/** Limits for opening one archive or message. */
export type OpeningLimits = {
  /** The most bytes of each file inside. */
  readonly fileBytesMax: number;
  /** The most bytes of all files together. */
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
