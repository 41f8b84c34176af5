import { symbolsOf } from '../../components/code/symbols.ts';
import { excerpt } from '../../components/prose/snippet.ts';
import { pinOf } from '../../sources/pins.ts';
import { type ContentProblem, type Rule, inElement } from './rule.ts';

const folder = 'src/runtime/';

/** What may stand between fences: what a reader types into a terminal, or reads there, and what is drawn. */
const allowed = new Set(['', 'sh', 'text', 'mermaid']);

/** Each `<Snippet>` names one declaration of a file that runs, and what that follows is pinned. */
export const snippetsExist: Rule = (file, { source }) =>
  file.elements.flatMap((element): ContentProblem[] => {
    const { file: path, symbol } = element.attributes;
    if (element.name !== 'Snippet' || typeof path !== 'string' || typeof symbol !== 'string') return [];
    if (!path.startsWith(folder)) {
      const says = `"${path}" is not in ${folder}. A snippet shows what runs in the machine: write a path that begins with ${folder}.`;
      return [inElement(file, element, 'file', says)];
    }
    const text = source(path);
    if (text === undefined) {
      return [
        inElement(
          file,
          element,
          'file',
          `there is no file ${path}. Write its path from the root of the project.`,
        ),
      ];
    }
    try {
      const { firstLine } = excerpt(path, text, symbol);
      const declared = symbolsOf(path, text).find(({ from }) => from === firstLine);
      const reference = declared?.mirrors ?? declared?.partOf;
      const [, unpinned] = reference === undefined ? [] : pinOf(reference);
      return unpinned
        ? [inElement(file, element, 'symbol', `"${symbol}" follows ${reference}: ${unpinned.message}`)]
        : [];
    } catch (error) {
      return [inElement(file, element, 'symbol', (error as Error).message.replace(/^Snippet: /, ''))];
    }
  });

/** Code is not typed into prose. */
export const noTypedCode: Rule = ({ path, fences }) =>
  fences
    .filter(({ language }) => !allowed.has(language))
    .map(({ language, line }) => ({
      path,
      line,
      says: `a listing in ${language} is typed in, and nothing would notice when it is no longer true. Show a declaration with <Snippet file="…" symbol="…" />; fences are for sh, text and mermaid.`,
    }));

/** Chapters import and export nothing. */
export const noModules: Rule = ({ path, modules }) =>
  modules.map(({ text, line }) => ({
    path,
    line,
    says: `"${text.split('\n')[0]}" is not needed: components are at hand by their names, and attributes hold plain values. Take it out.`,
  }));
