import { crc32, deflateRawSync } from 'node:zlib';

import { writeXlsx, type CellValue } from 'hucre/xlsx';

export const bytesOf = (text: string, encoding: BufferEncoding = 'utf8'): Uint8Array<ArrayBuffer> =>
  new Uint8Array(Buffer.from(text, encoding));

export const heading = 'account,beneficiary id,amount,currency,reference,narration';

/** A workbook as a spreadsheet program writes it. */
export const workbook = (
  rows: CellValue[][],
  options: { name?: string; others?: string[]; password?: string; inline?: boolean } = {},
): Promise<Uint8Array> =>
  writeXlsx({
    sheets: [
      ...(options.others ?? []).map((name) => ({ name, rows: [['not', 'this', 'one']] })),
      { name: options.name ?? 'Payments', rows },
    ],
    stringMode: options.inline ? 'inline' : 'shared',
    ...(options.password ? { encryption: { password: options.password, spinCount: 1_000 } } : {}),
  });

/** A workbook put together by hand, to hold what no program writes. */
export const handMade = (parts: Readonly<Record<string, string>>): Uint8Array =>
  archive({
    'xl/workbook.xml': `<?xml version="1.0"?><workbook xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="A" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>`,
    ...parts,
  });

/** A sheet of one heading and one line of cells, written as they are. */
export const sheetOf = (cells: string): string =>
  `<worksheet><sheetData><row r="1"><c t="inlineStr"><is><t>beneficiary id</t></is></c><c t="inlineStr"><is><t>amount</t></is></c></row><row r="2">${cells}</row></sheetData></worksheet>`;

/** A zip archive of these parts. */
export function archive(parts: Readonly<Record<string, string | Uint8Array>>): Uint8Array {
  const locals: Buffer[] = [];
  const list: Buffer[] = [];
  let offset = 0;
  for (const [name, text] of Object.entries(parts)) {
    const plain = Buffer.from(text);
    const packed = deflateRawSync(plain, { level: 9 });
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(8, 8);
    local.writeUInt32LE(packed.length, 18);
    local.writeUInt32LE(plain.length, 22);
    local.writeUInt16LE(Buffer.byteLength(name), 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(8, 10);
    entry.writeUInt32LE(crc32(plain), 16);
    entry.writeUInt32LE(packed.length, 20);
    entry.writeUInt32LE(plain.length, 24);
    entry.writeUInt16LE(Buffer.byteLength(name), 28);
    entry.writeUInt32LE(offset, 42);
    locals.push(local, Buffer.from(name), packed);
    list.push(entry, Buffer.from(name));
    offset += local.length + Buffer.byteLength(name) + packed.length;
  }
  const directory = Buffer.concat(list);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Object.keys(parts).length, 8);
  end.writeUInt16LE(Object.keys(parts).length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return new Uint8Array(Buffer.concat([...locals, directory, end]));
}
