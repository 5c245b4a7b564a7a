import { launchDesk } from '../desk-window.ts';

/** From process start to the first position painted from the cache: `node start-run.ts DATA_DIR`. */

const [, , dataDir = ''] = process.argv;
const started = performance.now();
const desk = await launchDesk({ dataDir });
await desk.page.getByRole('heading', { name: 'Cash position' }).waitFor();
await desk.page
  .getByText(/as of|No accounts yet/)
  .first()
  .waitFor();
const seconds = (performance.now() - started) / 1000;
await desk.close();
console.log(JSON.stringify({ seconds }));
