/** The credential name of the passphrase of a client certificate's file; no bank file can ask for it. */
export const certificatePassphrase = 'tls:passphrase';
