/** How a desk joins, from its own side. */
export const joiningSteps = ['Open invitation', 'Read words out', 'Look at differences', 'Joined'];
