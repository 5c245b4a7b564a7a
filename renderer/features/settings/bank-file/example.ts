/** A complete bank file to start from: it has every field, also those that a bank would leave at the default. */
export const exampleBankFile = `{
  "name": "Example Bank UAT",
  "environment": "uat",
  "baseUrl": "https://uat.example.com",
  "auth": {
    "operation": "getToken",
    "request": { "username": "{username}", "password": "{password}" },
    "token": "/data/accessToken",
    "refreshToken": "/data/refreshToken",
    "expiresIn": "/data/expiresIn",
    "header": "authorization",
    "scheme": "Bearer"
  },
  "statement": "auto",
  "errorMessage": ["/message", "/error/message", "/error"],
  "statusWords": { "failed": [], "rejected": [], "done": [] },
  "values": {},
  "timeZone": null,
  "currencies": {},
  "idempotency": null,
  "operations": {
    "getToken": {
      "method": "POST",
      "path": "/auth-service/api/v1/token"
    }
  },
  "limits": {
    "requestsPerSecond": 10,
    "uploadBytes": 10485760,
    "uploadTypes": ["application/pdf", "image/jpeg", "image/png"]
  }
}
`;
