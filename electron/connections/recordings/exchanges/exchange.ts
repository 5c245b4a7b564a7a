/** One file of recorded traffic: its name for a person, and its bytes as they came. */
export type Recording = { readonly name: string; readonly bytes: Uint8Array };

/** One request and the answer to it, as a recording has them. It holds secrets: only places of it ever leave this room. */
export type Exchange = {
  /** Where it stands, such as `statement.har entry 3`. */
  readonly from: string;
  readonly method: string;
  readonly url: URL;
  /** Of the request, by small letters. */
  readonly headers: ReadonlyMap<string, string>;
  /** The request's JSON or form fields, numbers by their text; undefined where there is no such body. */
  readonly body: unknown;
  readonly bodyKind: BodyKind;
  readonly status: number;
  /** The answer's JSON, numbers by their text; undefined where it is none. */
  readonly answer: unknown;
};

export type BodyKind = 'none' | 'json' | 'form' | 'multipart' | 'other';

export const isSuccess = ({ status }: Exchange): boolean => status >= 200 && status < 300;
