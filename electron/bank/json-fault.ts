const plainValue =
  /"(?:[^"\\\p{Cc}]|\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/uy;
const key = /"(?:[^"\\\p{Cc}]|\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4}))*"/uy;
const blanks = /[ \t\r\n]*/y;

/** Where a text stops to be JSON: the parser's own words do not always tell. Its length when it ends too early. */
export function faultIn(text: string): number {
  let at = 0;

  const take = (pattern: RegExp): boolean => {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found) at = pattern.lastIndex;
    return found !== null;
  };
  const takeMark = (mark: string): boolean => {
    take(blanks);
    if (text.charAt(at) !== mark) return false;
    at += 1;
    return true;
  };

  function takeValue(): boolean {
    if (takeMark('{')) return takeMembers('}', () => takeKey() && takeMark(':') && takeValue());
    if (takeMark('[')) return takeMembers(']', takeValue);
    return take(plainValue);
  }

  function takeKey(): boolean {
    take(blanks);
    return take(key);
  }

  function takeMembers(close: string, takeMember: () => boolean): boolean {
    if (takeMark(close)) return true;
    do if (!takeMember()) return false;
    while (takeMark(','));
    return takeMark(close);
  }

  if (takeValue()) take(blanks);
  return at;
}
