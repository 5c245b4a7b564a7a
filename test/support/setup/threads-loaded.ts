/** Loaded before the first test of a worker, not while one counts how long it waits for its bank. */
import '../simple-banks/bank-in-place.ts';
import '../stores/store-in-place.ts';
