/** The cells of the account rows that are loaded after the first paint. */
export { default as FlightCount } from './FlightCount.svelte';
export { default as FlightSum } from './FlightSum.svelte';
export { default as LineCell } from './LineCell.svelte';
