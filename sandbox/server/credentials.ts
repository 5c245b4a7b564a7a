import { sandboxSignIn } from '../../shared/sandbox-sign-in.ts';

/** Who may sign in: the desk's own user of the sandbox, known to everybody. */
export const sandboxCredentials = sandboxSignIn;
