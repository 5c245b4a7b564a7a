// Every optional platform binding that a locked package names must be locked too, or `npm ci` breaks on other
// systems; and no package may carry an address of the machine that made the lockfile.
import { readFileSync } from 'node:fs';

const lockfile = new URL('../package-lock.json', import.meta.url);
const { packages } = JSON.parse(readFileSync(lockfile, 'utf8'));

const problems = Object.entries(packages).flatMap(([place, entry]) => [
  ...Object.keys(entry.optionalDependencies ?? {})
    .filter((name) => !isLocked(place, name))
    .map((name) => `${place}@${entry.version} needs ${name}, which is not locked`),
  ...(entry.resolved && !entry.resolved.startsWith('file:') ? [`${place} has an address`] : []),
]);

/** Node looks for a package next to its dependent, then in each folder above. */
function isLocked(place, name) {
  if (packages[`${place ? `${place}/` : ''}node_modules/${name}`]) return true;
  if (place === '') return false;
  const above = place.lastIndexOf('/node_modules/');
  return isLocked(above < 0 ? '' : place.slice(0, above), name);
}

for (const problem of problems) console.error(problem);
process.exitCode = problems.length > 0 ? 1 : 0;
