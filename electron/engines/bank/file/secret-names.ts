/** Names that hold a secret: their values are asked for, masked, and never written in a bank file. */
export const isSecretName = (name: string): boolean =>
  name
    .split(/[^A-Za-z]+|(?<=[a-z])(?=[A-Z])/)
    .some((part) => /pass|secret|(key|pin|otp|token)$/i.test(part));
