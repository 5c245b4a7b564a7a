/** What people call the media types whose own name says little. */
const known: Readonly<Record<string, string>> = {
  'text/plain': 'plain text',
  'text/tab-separated-values': 'TSV',
  'text/markdown': 'Markdown',
  'image/svg+xml': 'SVG',
  'application/x-msdownload': 'a Windows program',
  'application/x-elf': 'a Linux program',
  'application/x-mach-binary': 'a macOS program',
  'application/java-vm': 'a Java program',
  'application/wasm': 'a program for browsers',
  'application/vnd.android.package-archive': 'an Android app',
  'application/x-ms-shortcut': 'a shortcut to another file',
  'application/x-cfb': 'a document of an older Office, or an e-mail of Outlook',
  'application/msword': 'an older Word document',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'a Word document',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'an Excel workbook',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation':
    'a PowerPoint presentation',
  'application/vnd.oasis.opendocument.text': 'an OpenDocument text',
  'application/vnd.oasis.opendocument.spreadsheet': 'an OpenDocument spreadsheet',
  'application/zip': 'a ZIP archive',
  'application/gzip': 'a gzip archive',
  'application/x-7z-compressed': 'a 7-Zip archive',
  'application/x-rar-compressed': 'a RAR archive',
  'application/x-tar': 'a tar archive',
};

const kinds: Readonly<Record<string, string>> = {
  audio: 'a sound recording',
  video: 'a video',
  font: 'a font',
  model: 'a 3D model',
};

/** What a person calls a media type: `PDF`, `JPEG`, `CSV`, `plain text`, `a Windows program`. */
export function mediaTypeLabel(mimeType: string): string {
  const [kind = '', name = ''] = mimeType.split('/');
  const subtype = name.replace(/^(x-|vnd\.)/, '').toUpperCase();
  return known[mimeType] ?? (kinds[kind] ? `${kinds[kind]} (${subtype})` : subtype);
}

/** True for files that the window shows itself: pictures that are no documents with parts of their own. */
export const isPicture = (mimeType: string): boolean =>
  /^image\/(png|jpeg|gif|webp)$/.test(mimeType);
