/** The sandbox's sign-in. It is public: nothing real stands behind it, and its local copy is as public as it is. */
export const sandboxSignIn = { username: 'desk@nostro.example', password: 'sandbox' } as const;
