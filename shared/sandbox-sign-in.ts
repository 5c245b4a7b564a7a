/** The sandbox's sign-in. It is public, and so is the sandbox's local copy: nothing in it is real. */
export const sandboxSignIn = { username: 'desk@nostro.example', password: 'sandbox' } as const;
