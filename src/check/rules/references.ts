import { termOf } from '../../components/prose/glossary.ts';
import { nearestRow } from '../../requirements/coverage.ts';
import { rows } from '../../requirements/rows.ts';
import { lensOf } from '../../sources/lenses.ts';
import { nearestNames } from '../../sources/nearest.ts';
import { pinOf, pins, referenceOf } from '../../sources/pins.ts';
import { type ContentElement, type ContentFile, explainedRows } from '../../chapters/content.ts';
import { type ContentProblem, type Rule, inElement, placesOf, sentence } from './rule.ts';

const rowIds = new Set(rows.map(({ id }) => id));

/** Each pin is there, and stands once in its list. */
export const pinsExist: Rule = (file) =>
  placesOf(file).flatMap(({ element, prefix, values }) => {
    const list = Array.isArray(values['pins']) ? values['pins'] : [];
    const named = [
      ...(typeof values['pin'] === 'string' ? [{ path: `${prefix}pin`, pin: values['pin'] }] : []),
      ...list.map((pin, i) => ({ path: `${prefix}pins.${i}`, pin: String(pin) })),
    ];
    return named.flatMap(({ path, pin }, i): ContentProblem[] => {
      if (pinOf(pin)[1]) return [inElement(file, element, path, missingPin(pin))];
      const first = named.findIndex((each) => pinOf(each.pin)[0] === pinOf(pin)[0]);
      if (first === i) return [];
      const line = element.lines[named[first]!.path];
      return [
        inElement(
          file,
          element,
          path,
          `the pin "${pin}" stands in line ${line} already: take one of them out.`,
        ),
      ];
    });
  });

function missingPin(pin: string): string {
  const says = `there is no pin "${pin}" in src/sources/pins.json.`;
  const [path, symbol] = pin.split('#');
  const isId = /^[A-Z]{2,3}-\d/.test(pin);
  if (!isId && !symbol) return `${says} Write the id of a pin, such as RS-04.1, or path#Symbol.`;
  const [near] = nearestNames(pin, isId ? pins.flatMap(({ id }) => id ?? []) : pins.map(referenceOf));
  const remedy = near ? `${says} The nearest is ${near}.` : says;
  return isId ? remedy : `${remedy} To pin it: npm run sources:pin -- ${path} ${symbol}`;
}

/** Each `<Lens>` is of a pin that has one. */
export const lensesExist: Rule = (file) =>
  file.elements.flatMap((element): ContentProblem[] => {
    const { of } = element.attributes;
    if (element.name !== 'Lens' || typeof of !== 'string') return [];
    const [, missing] = lensOf(of);
    return missing ? [inElement(file, element, 'of', missing.message)] : [];
  });

/** Each row that `<Explains>` names is there and asserted, and is explained in one place. */
export const rowsAreExplainedOnce: Rule = (file, { files, asserted }) => {
  const others = files.filter(({ language, path }) => language === file.language && path < file.path);
  const all = explainedRows([...others, file]);
  return all
    .filter(({ path }) => path === file.path)
    .flatMap((place): ContentProblem[] => {
      const { row, line } = place;
      const element = file.elements.find((each) => each.name === 'Explains' && each.line === line)!;
      const problem = (says: string): ContentProblem => inElement(file, element, 'rows', says);
      if (!rowIds.has(row)) return [problem(`there is no row "${row}". ${nearestRow(row, rows)}`)];
      const first = all.find((each) => each.row === row)!;
      if (first !== place) {
        const where = first.path === file.path ? `line ${first.line}` : `${first.path}, line ${first.line}`;
        return [
          problem(
            `${row} is explained in ${where} already. One section explains a row: take it out of one of them.`,
          ),
        ];
      }
      if (asserted.has(row)) return [];
      const says = `no test asserts ${row}, so it does not count as covered. Put its id into the title of a test that does: test('${row} …').`;
      return [{ ...problem(says), warning: true }];
    });
};

/** A word that is explained in a panel that may stay shut is explained to no reader who passes it. */
function mayStayShut(file: ContentFile, element: ContentElement): ContentProblem[] {
  const { id } = element.attributes;
  for (let around = element.inside; around; around = around.inside) {
    if (around.name !== 'Prediction') continue;
    const says = `"${String(id)}" is explained inside a prediction, whose answer may stay shut. Use the word before it or after it first.`;
    return [inElement(file, element, 'id', says)];
  }
  return [];
}

/** Each word of the glossary is there, and explained where it is used first. */
export const termsAreExplained: Rule = (file) => {
  const explained = new Map<string, number>();
  return file.elements
    .filter(({ name, attributes }) => name === 'Term' && typeof attributes['id'] === 'string')
    .flatMap((element): ContentProblem[] => {
      const { id, again = false } = element.attributes as { id: string; again?: boolean };
      const [, unknown] = termOf(id);
      if (unknown) return [inElement(file, element, 'id', sentence(unknown.message))];
      const line = explained.get(id);
      if (line === undefined) explained.set(id, element.line);
      if (again === (line !== undefined)) return line === undefined ? mayStayShut(file, element) : [];
      const says =
        line === undefined
          ? `"${id}" is not explained above: leave out \`again\` where the page uses a word first.`
          : `"${id}" is explained in line ${line} already: write <Term id="${id}" again />.`;
      return [inElement(file, element, 'id', says)];
    });
};
