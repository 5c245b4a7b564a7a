/** Loaded before the first test of a worker, not while one counts how long it waits for its bank. */
import './bank-in-place.ts';
import './store-in-place.ts';
