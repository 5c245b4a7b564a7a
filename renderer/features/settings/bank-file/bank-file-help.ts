/** The help for a field of the bank file, for the person who writes the file. */
export type FieldHelp = {
  /** As `operations.*.path`; `*` stands for any name. */
  readonly field: string;
  readonly means: string;
  /** As it is written in the file. */
  readonly example: string;
  /** The default if the field is left out; null if it is required. */
  readonly byDefault: string | null;
};

/** Every field of the bank file, in the order in which one is written. */
export const bankFileHelp: readonly FieldHelp[] = [
  {
    field: 'name',
    means: 'What the bank is called, everywhere in the window. 1 to 100 letters.',
    example: '"name": "Example Bank UAT"',
    byDefault: null,
  },
  {
    field: 'environment',
    means:
      'Whether the money is real: "uat" for a bank’s test environment, "production" for its live one. "sandbox" is for this machine only.',
    example: '"environment": "uat"',
    byDefault: null,
  },
  {
    field: 'baseUrl',
    means:
      'The bank’s address, without “/platform”. https only. Another address or environment is another bank, with a local copy of its own.',
    example: '"baseUrl": "https://uat.example.com"',
    byDefault: null,
  },
  {
    field: 'auth',
    means: 'How the desk signs in and shows every later call who it is.',
    example: '"auth": { "operation": "getToken", "request": { … }, "token": "/data/jwt" }',
    byDefault: 'signs in with username and password, and sends a Bearer token',
  },
  {
    field: 'auth.way',
    means:
      'What lets calls in: "token", which a sign-in answers; "client-credentials", the same by OAuth 2; "api-key" or "basic", which go with every call and need no sign-in call; "certificate", the client certificate alone.',
    example: '"way": "api-key"',
    byDefault: '"token"',
  },
  {
    field: 'auth.operation',
    means: 'The operation that answers the token.',
    example: '"operation": "getToken"',
    byDefault: 'getToken',
  },
  {
    field: 'auth.request',
    means:
      'The body of the sign-in. Names in braces are asked for when signing in; names like password or secret are masked. Never write a secret itself here.',
    example: '"request": { "user": "{username}", "pass": "{password}" }',
    byDefault: '{ "username": "{username}", "password": "{password}" }',
  },
  {
    field: 'auth.encoding',
    means: 'Whether that body is sent as "json" or as a "form". A form has no records or lists.',
    example: '"encoding": "form"',
    byDefault: '"json"; client credentials are a form always',
  },
  {
    field: 'auth.credentials',
    means:
      'What else is asked for, by way: "key" for api-key; "username" and "password" for basic; "clientId" and "clientSecret" for client-credentials. Names in braces; keys, passwords and client secrets are masked whatever the name.',
    example: '"credentials": { "key": "{apiKey}" }',
    byDefault: '{apiKey}; {username}, {password}; {clientId}, {clientSecret}',
  },
  {
    field: 'auth.clientAuthentication',
    means:
      'How client credentials are shown to the token’s address, as OAuth 2 names it: "client_secret_basic", "client_secret_post", or "tls_client_auth" by the client certificate.',
    example: '"clientAuthentication": "client_secret_post"',
    byDefault: '"client_secret_basic"',
  },
  {
    field: 'auth.scope',
    means: 'What client credentials ask to be allowed, words with one blank between them.',
    example: '"scope": "accounts payments"',
    byDefault: 'none is sent',
  },
  {
    field: 'auth.token',
    means: 'Where the token is in the sign-in’s answer, as a JSON Pointer.',
    example: '"token": "/data/jwt"',
    byDefault: '/data/accessToken; /access_token for client credentials',
  },
  {
    field: 'auth.refreshToken',
    means:
      'Where the answer has the token that renews the session. null where the bank gives none: then one signs in again.',
    example: '"refreshToken": "/data/renew"',
    byDefault: '/data/refreshToken, or none once “token” is written',
  },
  {
    field: 'auth.expiresIn',
    means: 'Where the answer says for how many seconds the token holds. null where it does not.',
    example: '"expiresIn": "/data/ttl"',
    byDefault:
      '/data/expiresIn, or none once “token” is written; /expires_in for client credentials',
  },
  {
    field: 'auth.header',
    means: 'The header that carries the token or the API key.',
    example: '"header": "x-auth-token"',
    byDefault: 'authorization; x-api-key for api-key',
  },
  {
    field: 'auth.scheme',
    means: 'The word before the token or the API key in that header. Empty text for none.',
    example: '"scheme": "Bearer"',
    byDefault: 'Bearer; none for api-key',
  },
  {
    field: 'auth.headers',
    means:
      'Further headers that go with every call, the sign-in among them, such as a subscription key. Names in braces are asked for, masked. Never write a secret itself here.',
    example: '"headers": { "x-subscription-key": "{subscriptionKey}" }',
    byDefault: '{ }',
  },
  {
    field: 'auth.clientCertificate',
    means:
      'Whether connections to the bank show a client certificate (mutual TLS). It is chosen from a file when signing in: PKCS#12, or PEM with its private key.',
    example: '"clientCertificate": true',
    byDefault: 'false; true for certificate',
  },
  {
    field: 'statement',
    means:
      'How the bank wants a statement asked for: "auto", and the desk finds out by reading; or the names written out.',
    example: '"statement": { "dates": ["from", "to"], "paging": ["pageNumber", "pageSize"] }',
    byDefault: '"auto"',
  },
  {
    field: 'statement.dates',
    means: 'The names of the first and the last day: startDate and endDate, or from and to.',
    example: '"dates": ["startDate", "endDate"]',
    byDefault: null,
  },
  {
    field: 'statement.paging',
    means: 'The names of the page and its size.',
    example: '"paging": ["pageNumber", "limit"]',
    byDefault: null,
  },
  {
    field: 'statement.pageUnit',
    means: 'Whether the first of the two counts pages ("page") or entries ("item").',
    example: '"pageUnit": "page"',
    byDefault: '"page"',
  },
  {
    field: 'statement.firstPage',
    means: 'The number of the first page: 0 or 1.',
    example: '"firstPage": 1',
    byDefault: '1',
  },
  {
    field: 'statement.pageSizeMax',
    means: 'The most entries that the bank gives on a page, 1 to 10,000.',
    example: '"pageSizeMax": 500',
    byDefault: '500',
  },
  {
    field: 'errorMessage',
    means:
      'Where the bank’s own words are when it refuses, as JSON Pointers. The first that is there is shown first; what the answer says in other known shapes follows.',
    example: '"errorMessage": ["/fault/text"]',
    byDefault: '["/message", "/error/message", "/error"]',
  },
  {
    field: 'statusWords',
    means:
      'What this bank’s words for the state of a payment or of a record mean, where they are not plain English. Written as the bank writes them; case and underscores do not count.',
    example: '"statusWords": { "failed": ["ABGEBROCHEN"], "rejected": ["R7"], "done": ["CLOSED"] }',
    byDefault: 'FAILED, REJECTED, DECLINED, CANCELLED, RETURNED, ERROR and their like are known',
  },
  {
    field: 'statusWords.failed',
    means: 'Words for what was tried and came to nothing: such an answer is shown as refused.',
    example: '"failed": ["ABGEBROCHEN"]',
    byDefault: '[ ]',
  },
  {
    field: 'statusWords.rejected',
    means: 'Words for what the bank did not take: such an answer is shown as refused.',
    example: '"rejected": ["R7"]',
    byDefault: '[ ]',
  },
  {
    field: 'statusWords.done',
    means: 'Words for what is carried out, even if one of them sounds like a failure.',
    example: '"done": ["CLOSED"]',
    byDefault: '[ ]',
  },
  {
    field: 'values',
    means:
      'What the bank’s own words mean, by the field of an answer in which they stand, for every operation that answers it. Each word is written exactly as the bank writes it; a number or true and false count as their text.',
    example: '"values": { "direction": { "OUT": "debit", "IN": "credit" } }',
    byDefault:
      '{ }; debit, DR, D, DBIT and credit, CR, C, CRDT are known in any case, other words for a direction where the balances prove them',
  },
  {
    field: 'timeZone',
    means:
      'The zone of the bank’s clock, by its name in the tz database: times of entries and quotes without an offset are of it. A time that its clocks show twice is the earlier one; one that they skip is left out by its entry.',
    example: '"timeZone": "Europe/Berlin"',
    byDefault:
      'null: a time without an offset is left out by its entry, with what the file can say',
  },
  {
    field: 'currencies',
    means:
      'Currencies beyond ISO 4217, each with the digits of its minor unit: amounts can then be entered and sent in them. The desk holds 4 decimals: what has more that count is refused, never rounded.',
    example: '"currencies": { "USDT": 6 }',
    byDefault: '{ }; ISO 4217 as of June 2024 with XAD and XCG, and CNH, GGP, IMP, JEP are known',
  },
  {
    field: 'cutOffs',
    means:
      'The latest times for payments of a day. The review of a payment says when it is executed and arrives; without a cut-off it says nothing.',
    example:
      '"cutOffs": [{ "currency": "EUR", "at": "15:30", "zone": "Europe/Berlin", "days": 1 }]',
    byDefault: '[ ]',
  },
  {
    field: 'cutOffs.*.operation',
    means: 'What the time is for. Only payments have one now.',
    example: '"operation": "createSingleTransfer"',
    byDefault: '"createSingleTransfer"',
  },
  {
    field: 'cutOffs.*.currency',
    means: 'The currency of the payment. null for every currency that has no time of its own.',
    example: '"currency": "EUR"',
    byDefault: 'null',
  },
  {
    field: 'cutOffs.*.at',
    means: 'The time of day in 24 hours. A payment sent at that minute is too late.',
    example: '"at": "15:30"',
    byDefault: null,
  },
  {
    field: 'cutOffs.*.zone',
    means: 'The zone of that time, by its name in the tz database. Summer time is observed.',
    example: '"zone": "Europe/Berlin"',
    byDefault: null,
  },
  {
    field: 'cutOffs.*.days',
    means:
      'Working days from the execution until the payment arrives, 0 to 30: those of the currency and of the payee’s country. null where that is not known.',
    example: '"days": 1',
    byDefault: 'null',
  },
  {
    field: 'calendars',
    means: 'The bank’s own days, and where a due day moves on which banks are closed.',
    example: '"calendars": { "dueDays": "before" }',
    byDefault: 'the holidays that are known here; due days move to the next working day',
  },
  {
    field: 'calendars.dueDays',
    means:
      'Where a due day moves: "before" or "after" the closed days, or "modified-following", which is after them unless that is in the next month.',
    example: '"dueDays": "modified-following"',
    byDefault: '"after"',
  },
  {
    field: 'calendars.days',
    means: 'Days that the bank closes or opens, beyond weekends and known holidays.',
    example: '"days": [{ "day": "2026-12-24", "calendar": "NG", "name": "Bank holiday" }]',
    byDefault: '[ ]',
  },
  {
    field: 'calendars.days.*.day',
    means: 'The day, YYYY-MM-DD.',
    example: '"day": "2026-12-24"',
    byDefault: null,
  },
  {
    field: 'calendars.days.*.calendar',
    means:
      'The country (two or three letters) or the currency whose calendar it belongs to. null for every calendar.',
    example: '"calendar": "NG"',
    byDefault: 'null',
  },
  {
    field: 'calendars.days.*.name',
    means: 'What the day is called where a payment moves because of it. 1 to 60 letters.',
    example: '"name": "Bank holiday"',
    byDefault: null,
  },
  {
    field: 'calendars.days.*.open',
    means: 'true for a day on which the bank works although it is a weekend or a holiday.',
    example: '"open": true',
    byDefault: 'false',
  },
  {
    field: 'idempotency',
    means:
      'The header under which the bank knows that a request came before. null where it has none; nothing is sent twice either way.',
    example: '"idempotency": { "header": "idempotency-key" }',
    byDefault: 'null',
  },
  {
    field: 'idempotency.header',
    means: 'The name of that header. Not the one that carries the token.',
    example: '"header": "idempotency-key"',
    byDefault: null,
  },
  {
    field: 'operations',
    means:
      'What this bank does otherwise than the catalogue, by operation. An assumed operation is open only once it stands here: confirm it with the bank first.',
    example: '"operations": { "createSubclient": { "method": "POST", "path": "/…" } }',
    byDefault: '{ }',
  },
  {
    field: 'operations.*',
    means:
      'One operation at this bank. To write it down is to confirm it; what is left out is the catalogue’s own.',
    example: '"getAllAccounts": { "path": "/v2/accounts" }',
    byDefault: 'the catalogue’s own; assumed ones closed',
  },
  {
    field: 'operations.*.method',
    means: 'GET, POST, PUT, PATCH or DELETE. GET for reads only.',
    example: '"method": "POST"',
    byDefault: 'the catalogue’s own',
  },
  {
    field: 'operations.*.path',
    means:
      'The path behind “/platform”, beginning with a slash. Identifiers stand in braces, as the catalogue names them.',
    example: '"path": "/v2/clients/{clientId}/transfers"',
    byDefault: 'the catalogue’s own',
  },
  {
    field: 'operations.*.query',
    means: 'What goes behind the question mark. {name} is filled with the operation’s own value.',
    example: '"query": { "ref": "{reference}" }',
    byDefault: 'the catalogue’s own',
  },
  {
    field: 'operations.*.request',
    means: 'The body as this bank wants it. {name} is text, {name:number} the exact JSON number.',
    example: '"request": { "amt": "{amount:number}", "ref": "{reference}" }',
    byDefault: 'the catalogue’s own',
  },
  {
    field: 'operations.*.response',
    means:
      'Where the fields of the answer are, field by field, as JSON Pointers. In getStatement also where an entry says its valueDate, bookingDate, counterparty and remittanceInformation.',
    example: '"response": { "id": "/id", "status": "/state" }',
    byDefault: 'the catalogue’s own',
  },
  {
    field: 'operations.*.items',
    means: 'Where the rows of a list are, as a JSON Pointer. For operations that answer a list.',
    example: '"items": "/data"',
    byDefault: 'the catalogue’s own',
  },
  {
    field: 'operations.*.fields',
    means:
      'What else this bank requires of a payment, a remittance or a receivable. The form shows it in this order; it goes where “request” has {name}, else beside the other fields under its own name.',
    example:
      '"fields": [{ "name": "purposeCode", "label": "Purpose of payment", "required": true }]',
    byDefault: '[ ]',
  },
  {
    field: 'operations.*.fields.*.name',
    means:
      'What it is called in “request”, in “more” on the command line, and in a payment file. Letters, digits and underscores; no field of the operation, and nothing secret.',
    example: '"name": "purposeCode"',
    byDefault: null,
  },
  {
    field: 'operations.*.fields.*.label',
    means: 'What the form calls it; a column of a payment file may be headed so too.',
    example: '"label": "Purpose of payment"',
    byDefault: null,
  },
  {
    field: 'operations.*.fields.*.kind',
    means:
      '"text", "date" (sent as YYYY-MM-DD), "choice", or "number" (sent digit by digit as entered).',
    example: '"kind": "choice"',
    byDefault: '"text"',
  },
  {
    field: 'operations.*.fields.*.required',
    means: 'Whether nothing is sent without it.',
    example: '"required": true',
    byDefault: 'false',
  },
  {
    field: 'operations.*.fields.*.choices',
    means: 'What can be chosen, for the kind "choice".',
    example: '"choices": [{ "value": "SALA", "label": "Salary" }]',
    byDefault: '[ ]',
  },
  {
    field: 'operations.*.fields.*.choices.*.value',
    means: 'What is sent.',
    example: '"value": "SALA"',
    byDefault: null,
  },
  {
    field: 'operations.*.fields.*.choices.*.label',
    means: 'How a person reads it.',
    example: '"label": "Salary"',
    byDefault: 'the value',
  },
  {
    field: 'operations.*.fields.*.maxLength',
    means: 'The most characters that the bank takes, up to 1,000.',
    example: '"maxLength": 35',
    byDefault: '140',
  },
  {
    field: 'operations.*.values',
    means:
      'The same for the answers of this operation alone. What stands here for a word counts before the “values” of the whole file.',
    example: '"values": { "status": { "A": "active" } }',
    byDefault: '{ }',
  },
  {
    field: 'limits',
    means: 'What the bank bears: calls in a second, and files.',
    example: '"limits": { "requestsPerSecond": 10 }',
    byDefault: 'ten calls in a second, files of 10 MB',
  },
  {
    field: 'limits.requestsPerSecond',
    means: 'How many calls the desk makes in a second at most.',
    example: '"requestsPerSecond": 10',
    byDefault: '10',
  },
  {
    field: 'limits.paymentsAtOnce',
    means:
      'How many payments of a file are sent at once: 1 to 4. With 1 each waits for the answer to the one before.',
    example: '"paymentsAtOnce": 1',
    byDefault: '4',
  },
  {
    field: 'limits.uploadBytes',
    means: 'The largest file that the bank takes, in bytes; 25 MB at most.',
    example: '"uploadBytes": 10485760',
    byDefault: '10485760',
  },
  {
    field: 'limits.uploadTypes',
    means: 'The types of files that the bank takes, as media types in small letters.',
    example: '"uploadTypes": ["application/pdf", "image/jpeg"]',
    byDefault: '["application/pdf", "image/jpeg", "image/png"]',
  },
  {
    field: 'documentTypes',
    means:
      'The types of KYC documents that this bank takes, in the order of the drop board’s columns. A type that its documents have becomes one more column.',
    example: '"documentTypes": [{ "type": "PASSPORT", "needs": ["expiryDate"] }]',
    byDefault: 'six types; only REGISTRATION_CERTIFICATE is given by the specification',
  },
  {
    field: 'documentTypes.*.type',
    means: 'The type in the bank’s own word, as it is sent with a file.',
    example: '"type": "PASSPORT"',
    byDefault: null,
  },
  {
    field: 'documentTypes.*.needs',
    means: 'The days that a file of this type is not sent without: issueDate, expiryDate or both.',
    example: '"needs": ["issueDate"]',
    byDefault: '[]',
  },
];

/** The help of the innermost known field around a path; null for the file as a whole. */
export function helpFor(path: readonly string[]): FieldHelp | null {
  for (let depth = path.length; depth > 0; depth -= 1) {
    const found = bankFileHelp.find(({ field }) => fits(field, path.slice(0, depth)));
    if (found) return found;
  }
  return null;
}

function fits(field: string, path: readonly string[]): boolean {
  const steps = field.split('.');
  return (
    steps.length === path.length && steps.every((step, at) => step === '*' || step === path[at])
  );
}
