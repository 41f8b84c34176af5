import type { ContentFile } from '../chapters/content.ts';
import type { ContentProblem } from './rules/rule.ts';

/** `path:line: message`, a paragraph for each problem. */
export function asText(problems: readonly ContentProblem[]): string {
  return problems
    .map(({ path, line, says, warning }) => `${path}:${line}: ${warning ? 'warning: ' : ''}${says}`)
    .join('\n');
}

/** Problems as GitHub's workflows read them, to show them at their lines in a pull request. */
export function asAnnotations(problems: readonly ContentProblem[]): string {
  const text = (value: string): string =>
    value.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
  const property = (value: string): string => text(value).replaceAll(':', '%3A').replaceAll(',', '%2C');
  return problems
    .map(({ path, line, says, warning }) => {
      const kind = warning ? 'warning' : 'error';
      return `::${kind} file=${property(path)},line=${line},title=Content::${text(says)}`;
    })
    .join('\n');
}

/** What was found, in one sentence. */
export function summary(problems: readonly ContentProblem[], files: number): string {
  const count = (n: number, what: string): string => `${n} ${what}${n === 1 ? '' : 's'}`;
  const warnings = problems.filter(({ warning }) => warning).length;
  const wrong = problems.length - warnings;
  const warned = warnings > 0 ? `, ${count(warnings, 'warning')}` : '';
  return `${count(files, 'file')} of content: ${wrong > 0 ? count(wrong, 'problem') : 'no problem'}${warned}.`;
}

/**
 * The content that changes of these files can break: a file of content itself, the pages of a chapter for what else lies in its folder,
 * and everything for anything else. Paths are from the root of the project; none means everything.
 */
export function touchedBy(paths: readonly string[], files: readonly ContentFile[]): readonly ContentFile[] {
  if (paths.length === 0) return files;
  const touched = new Set<ContentFile>();
  for (const path of paths) {
    const own = files.filter((file) => file.path === path);
    const folder = files.filter(({ id }) => new RegExp(`^content/(zh-cn/)?${id}/`).test(path));
    const found = own.length > 0 ? own : folder;
    if (found.length === 0) return files;
    for (const file of found) touched.add(file);
  }
  return files.filter((file) => touched.has(file));
}
