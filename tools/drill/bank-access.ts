import { z } from 'zod';

import {
  catalogue,
  type OperationInput,
  type OperationName,
  type OperationOutput,
} from '../../shared/bank/catalogue.ts';
import { parseExact } from '../../shared/json/exact-json.ts';
import { sandboxSignIn } from '../../shared/sandbox-sign-in.ts';

type Sent = {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | undefined>>;
  readonly body?: object;
};

/** Calls the bank as anybody can who has its password: without a desk, a journal or a claim. Throws where the bank refuses. */
export class BankAccess {
  readonly #baseUrl: string;

  constructor(baseUrl: string) {
    this.#baseUrl = baseUrl;
  }

  async call<N extends OperationName>(
    operation: N,
    input: OperationInput<N>,
  ): Promise<OperationOutput<N>> {
    const { data } = await this.#send('getToken', { body: sandboxSignIn }, null);
    return this.#send(operation, input, data.accessToken);
  }

  async #send<N extends OperationName>(
    operation: N,
    input: OperationInput<N>,
    token: string | null,
  ): Promise<OperationOutput<N>> {
    const { method, path: pattern, input: schema, output } = catalogue[operation];
    const { path = {}, query = {}, body } = z.encode(schema as z.ZodType, input) as Sent;
    const place = pattern.replace(/\{(\w+)\}/g, (_, name: string) => path[name] ?? '');
    const url = new URL(`${this.#baseUrl}/platform${place}`);
    for (const [name, value] of Object.entries(query))
      if (value !== undefined) url.searchParams.set(name, value);
    const answer = await fetch(url, {
      method,
      headers: {
        'content-type': 'application/json',
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${operation}: ${String(answer.status)} ${text}`);
    return (output as z.ZodType).parse(parseExact(text)) as OperationOutput<N>;
  }
}
