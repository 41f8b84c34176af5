import { countCovered, missing, type RowCoverage } from './coverage.ts';
import { pinOf, referenceOf } from '../sources/pins.ts';
import { verdicts, type Component } from './rows.ts';

/** What `npm run coverage` prints: a line for each component, and the whole at the end. */
export function summary(components: readonly Component[], all: readonly RowCoverage[]): string {
  const lines = components.map((component) => line(component, all));
  return [...lines, `${countCovered(all)} of ${all.length} rows covered`].join('\n');
}

/** One component, row by row, with what each still lacks. */
export function componentReport(component: Component, all: readonly RowCoverage[]): string {
  const rows = of(component, all).map((each) => {
    const lacks = missing(each);
    const state = lacks.length === 0 ? 'covered' : `open: no ${lacks.join(', no ')}`;
    return `${each.row.id}  ${state.padEnd(24)}  ${each.row.what}`;
  });
  return [component.title, '', ...rows, '', line(component, all)].join('\n');
}

/** One row: what it says, what has to be seen, where it is explained and asserted, and what is missing. */
export function rowReport(each: RowCoverage): string {
  const { row, explained, asserted, covered } = each;
  return [
    `${row.id}: ${row.what}`,
    '',
    `To be seen:       ${row.mustShow}`,
    `Common accounts:  ${row.verdict}. ${row.note || verdicts[row.verdict].bare}`,
    ...list(
      'Explained in:',
      explained.map(({ path, line: at, section }) => `${path}:${at}${section ? `, "${section}"` : ''}`),
    ),
    ...list(
      'Asserted by:',
      asserted.map(({ path, line: at, title }) => `${path}:${at}, "${title}"`),
    ),
    ...list('Upstream:', row.pins.map(pinned), 'no pin'),
    '',
    covered ? `${row.id} is covered.` : `${row.id} is open. ${remedies(each).join(' ')}`,
  ].join('\n');
}

/** What to do, in the order in which one would do it, until a row is covered. */
function remedies(each: RowCoverage): string[] {
  const { id } = each.row;
  return missing(each).map((lack) =>
    lack === 'chapter'
      ? `Explain it in a chapter, under <Explains rows="${id}" />.`
      : `Assert it in a test whose title begins with ${id}.`,
  );
}

function line(component: Component, all: readonly RowCoverage[]): string {
  const rows = of(component, all);
  return `${component.code}: ${countCovered(rows)} of ${rows.length}`;
}

const of = ({ code }: Component, all: readonly RowCoverage[]): RowCoverage[] =>
  all.filter(({ row }) => row.component === code);

function list(title: string, entries: readonly string[], none = 'nothing yet'): string[] {
  if (entries.length === 0) return [`${title.padEnd(18)}${none}`];
  return entries.map((entry, i) => `${(i === 0 ? title : '').padEnd(18)}${entry}`);
}

function pinned(id: string): string {
  const [pin, problem] = pinOf(id);
  return problem ? `${id}: ${problem.message}` : `${id}, ${referenceOf(pin)}`;
}
