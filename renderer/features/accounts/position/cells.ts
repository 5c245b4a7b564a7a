/** What is drawn in the rows of the accounts behind what is seen first. */
export { default as FlightCount } from './FlightCount.svelte';
export { default as FlightSum } from './FlightSum.svelte';
export { default as LineCell } from './LineCell.svelte';
