/**
 * npm run coverage [-- COMPONENT | ROW]: how much of the checklist is covered, that is, explained by a chapter and asserted by a
 * test. With a component such as RS it lists the rows, with a row such as RS-04 what is there for it.
 */
import { show } from '../src/sources/problem.ts';
import { components, rowsOf } from '../src/requirements/rows.ts';
import { readCoverage } from '../src/requirements/read.ts';
import { componentReport, rowReport, summary } from '../src/requirements/report.ts';
import { root } from './project.ts';

function fail(message: string): never {
  console.error(`coverage: ${message}\n  npm run coverage [-- COMPONENT | ROW]`);
  process.exit(2);
}

const given = process.argv.slice(2);
if (given.length > 1) fail(`expected one component or row, found ${given.length}: ${given.join(' ')}`);
const asked = given[0]?.toUpperCase();
const code = asked?.split('-')[0];
const component = components.find((each) => each.code === code);
if (asked !== undefined && component === undefined) {
  fail(
    `expected a component or a row, found "${given[0]}"; the components are ${components.map((each) => each.code).join(', ')}`,
  );
}

const { rows, problems } = readCoverage(root);
if (asked === undefined || component === undefined) console.log(summary(components, rows));
else if (asked === code) console.log(componentReport(component, rows));
else {
  const row = rows.find((each) => each.row.id === asked);
  const all = rowsOf(component.code);
  if (row === undefined)
    fail(`expected a row of ${code}, found "${given[0]}"; they are ${all[0]?.id} to ${all.at(-1)?.id}`);
  console.log(rowReport(row));
}
if (problems.length > 0) {
  console.error(show(problems));
  process.exitCode = 1;
}
