/** True for a name whose value is a secret: the desk asks for the value, masks it, and never writes it into a bank file. */
export const isSecretName = (name: string): boolean =>
  name
    .split(/[^A-Za-z]+|(?<=[a-z])(?=[A-Z])/)
    .some((part) => /pass|secret|(key|pin|otp|token)$/i.test(part));
