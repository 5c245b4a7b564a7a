/** The bank rounds as the desk does. */
export { dividedHalfEven } from '../shared/money/rate.ts';
