import { expect, test } from 'vitest';

import { isChanging, operationNames } from '../../../shared/bank/catalogue.ts';
import { changingInputs as inputs } from '../../support/changing-inputs.ts';
import {
  bankFileOf,
  codeOf,
  contextOf,
  credentials,
  grantOf,
  openClient,
  signedIn,
  tokenPath,
} from '../support/desk-client.ts';
import { answerJson, playBank } from '../support/scripted-server.ts';

test.each(operationNames.filter(isChanging))(
  '%s is sent once where the bank answers 401, and what came of it is unknown [P9]',
  async (operation) => {
    let tokens = 0;
    const bank = await playBank((received, response) => {
      if (received.url.startsWith(tokenPath)) answerJson(response, grantOf((tokens += 1)));
      else answerJson(response, { message: 'Session is over' }, 401);
    });
    const open = { getToken: {}, refreshToken: {}, [operation]: {} };
    const { client } = await signedIn(bankFileOf(bank.url, { operations: open }));
    const { outcome } =
      operation === 'uploadSubclientDocuments'
        ? { outcome: await client.upload(inputs[operation], file, contextOf()) }
        : { outcome: await client.call(operation, inputs[operation], contextOf()) };
    expect(outcome).toMatchObject({
      error: { code: 'outcome.unknown', operation, bank: { status: 401 } },
    });
    const changes = bank.requests.filter(({ url }) => !url.startsWith(tokenPath));
    expect(changes).toHaveLength(1);
    expect(tokens).toBe(2);
  },
);

test.each(['basic', 'api-key'])(
  'a 401 to a change by a sign-in of the kind %s, which has no token to renew, is unknown too [P9]',
  async (way) => {
    const bank = await playBank((_received, response) => {
      answerJson(response, { message: 'Not you' }, 401);
    });
    const { client } = openClient(
      bankFileOf(bank.url, { auth: { way }, operations: { submitSubclient: {} } }),
    );
    const typed = { ...credentials, apiKey: 'canary-token' };
    expect(codeOf(await client.session.signIn(typed, contextOf()))).toBe('ok');
    const outcome = await client.call('submitSubclient', inputs.submitSubclient, contextOf());
    expect(outcome).toMatchObject({
      error: {
        code: 'outcome.unknown',
        message: expect.stringContaining('The bank says: “Not you”. It may have been') as string,
      },
    });
    expect(bank.requests).toHaveLength(1);
  },
);

const file = { name: 'a.pdf', mimeType: 'application/pdf', bytes: new Uint8Array(5) };
