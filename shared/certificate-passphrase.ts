/**
 * Under this name the passphrase of a client certificate's file goes with the credentials; no bank file can ask for it.
 */
export const certificatePassphrase = 'tls:passphrase';
