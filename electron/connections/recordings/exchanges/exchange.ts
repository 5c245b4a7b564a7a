/** One file of recorded traffic: its name for a person, and its raw bytes. */
export type Recording = { readonly name: string; readonly bytes: Uint8Array };

/** One recorded request with its answer. It contains secrets: only places in it ever leave this folder. */
export type Exchange = {
  /** Its place in a recording, such as `statement.har entry 3`. */
  readonly from: string;
  readonly method: string;
  readonly url: URL;
  /** The headers of the request, by lower-case names. */
  readonly headers: ReadonlyMap<string, string>;
  /** The request's JSON or form fields, with numbers as their source text; undefined where there is no such body. */
  readonly body: unknown;
  readonly bodyKind: BodyKind;
  readonly status: number;
  /** The answer's JSON, with numbers as their source text; undefined where it is none. */
  readonly answer: unknown;
};

export type BodyKind = 'none' | 'json' | 'form' | 'multipart' | 'other';

export const isSuccess = ({ status }: Exchange): boolean => status >= 200 && status < 300;
