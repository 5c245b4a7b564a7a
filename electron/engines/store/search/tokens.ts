import BetterSqlite3 from 'better-sqlite3';

/** The tokenizer of the search index. Existing indexes use it, so a change needs a rebuild. */
export const tokenize = 'unicode61 remove_diacritics 2';

/** A `letter` begins or continues a token, an `accent` only continues one; both become `folded`. Null separates tokens. */
type Kind = { readonly is: 'letter' | 'accent'; readonly folded: string } | null;

/** The kinds of characters, by code point. */
const kinds = new Map<number, Kind>();

/**
 * Returns the tokens of a text like the search index, each between two spaces: ` kestrel invoice 17 `. SQLite's own tokenizer
 * supplies the kind of each character, so that there is no second list of letters and accents that could differ.
 */
export function spacedTokens(text: string): string {
  const wellFormed = text.toWellFormed();
  let spaced = ' ';
  let isInside = false;
  for (let at = 0; at < wellFormed.length; at += 1) {
    const point = wellFormed.codePointAt(at) ?? 0;
    if (point > 0xffff) at += 1;
    const kind = kinds.get(point) ?? kindOf(point, wellFormed);
    if (kind !== null && (isInside || kind.is === 'letter')) {
      spaced += kind.folded;
      isInside = true;
    } else if (isInside) {
      spaced += ' ';
      isInside = false;
    }
  }
  return isInside ? `${spaced} ` : spaced;
}

export const tokensOf = (text: string): string[] =>
  spacedTokens(text)
    .split(' ')
    .filter((token) => token !== '');

function kindOf(point: number, text: string): Kind {
  if (!kinds.has(point)) askAbout(text);
  return kinds.get(point) ?? null;
}

type Asking = {
  readonly connection: BetterSqlite3.Database;
  readonly put: BetterSqlite3.Statement;
};
let asking: Asking | undefined;

/** Tokenizes each new character between two letters, which shows whether it separates them, and alone, whether it begins a token. */
function askAbout(text: string): void {
  const { connection, put } = (asking ??= openAsking());
  for (const character of text) {
    const point = character.codePointAt(0) ?? 0;
    if (kinds.has(point)) continue;
    put.run(point, `a${character}b ${character}`);
    kinds.set(point, null);
  }
  const tokenized = connection
    .prepare<[], { point: number; tokens: string }>(
      `SELECT doc AS point, group_concat(term, ' ' ORDER BY offset) AS tokens FROM tokenized GROUP BY doc`,
    )
    .all();
  for (const { point, tokens } of tokenized) {
    const [inside = '', alone] = tokens.split(' ');
    if (inside !== 'a')
      kinds.set(point, {
        is: alone === undefined ? 'accent' : 'letter',
        folded: inside.slice(1, -1),
      });
  }
  connection.exec(`INSERT INTO asked (asked) VALUES ('delete-all')`);
}

function openAsking(): Asking {
  const connection = new BetterSqlite3(':memory:');
  connection.exec(`CREATE VIRTUAL TABLE asked USING fts5(text, content = '', tokenize = '${tokenize}');
    CREATE VIRTUAL TABLE tokenized USING fts5vocab('asked', 'instance');`);
  return { connection, put: connection.prepare('INSERT INTO asked (rowid, text) VALUES (?, ?)') };
}
