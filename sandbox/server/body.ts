import type { IncomingMessage } from 'node:http';

import { bufferToFormData } from 'hono/utils/buffer';

import type { FilePart } from '../../shared/bank/operation.ts';
import { Refusal } from './refusal.ts';

/** A form's text fields and its file part. */
export type Form = { fields: Record<string, string>; file: FilePart | undefined };

/** The whole body. Throws Refusal 413 beyond `bytesMax`: at once when the header gives the length, else when all has come. */
export async function readBytes(incoming: IncomingMessage, bytesMax: number): Promise<Buffer> {
  if (Number(incoming.headers['content-length'] ?? 0) > bytesMax) throw tooLarge();
  const chunks: Buffer[] = [];
  let received = 0;
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    received += chunk.length;
    if (received <= bytesMax) chunks.push(chunk);
  }
  if (received > bytesMax) throw tooLarge();
  return Buffer.concat(chunks);
}

/** Parses multipart/form-data (RFC 7578). Throws TypeError when it is none. */
export async function parseForm(bytes: Buffer, contentType: string): Promise<Form> {
  const form = await bufferToFormData(new Uint8Array(bytes).buffer, contentType);
  const texts = [...form].filter(
    (field): field is [string, string] => typeof field[1] === 'string',
  );
  const file = form.get('file');
  return {
    fields: Object.fromEntries(texts),
    file: file instanceof File ? await partOf(file) : undefined,
  };
}

const partOf = async (file: File): Promise<FilePart> => ({
  name: file.name,
  mimeType: file.type.split(';')[0] ?? '',
  bytes: new Uint8Array(await file.arrayBuffer()),
});

const tooLarge = (): Refusal => new Refusal(413, 'too_large', 'The body is too large');
