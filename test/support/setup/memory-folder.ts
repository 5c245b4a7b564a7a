/** What a test writes into the system's folder for such files is in memory, where the run has a place there (built-programs.ts). */
const memory = process.env['NOSTRO_TEST_MEMORY'] ?? '';
if (memory !== '') process.env['TMPDIR'] = memory;
