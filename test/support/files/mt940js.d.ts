/** The package brings no types: what the tests read of it. */
declare module 'mt940js' {
  export class Parser {
    parse(text: string): {
      readonly number: { readonly statement: string; readonly sequence: string };
      readonly openingBalance: number;
      readonly closingBalance: number;
      readonly transactions: readonly {
        readonly amount: number;
        readonly bankReference: string;
        readonly reference: string;
        readonly details: string;
        readonly structuredDetails?: Readonly<Record<string, string>>;
      }[];
    }[];
  }
}
