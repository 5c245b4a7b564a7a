/** What people call the media types whose own name says little. */
const known: Readonly<Record<string, string>> = {
  'text/plain': 'plain text',
  'text/tab-separated-values': 'TSV',
  'text/markdown': 'Markdown',
};

/** What a person calls a media type: `PDF`, `JPEG`, `CSV`, `plain text`. */
export const mediaTypeWord = (mimeType: string): string =>
  known[mimeType] ?? mimeType.replace(/^.*\//, '').toUpperCase();
