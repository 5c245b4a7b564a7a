/** The steps of joining, from the side of the joining desk. */
export const joiningSteps = ['Open invitation', 'Read words out', 'Look at differences', 'Joined'];
