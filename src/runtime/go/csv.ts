/** One record of comma-separated values, read and written as Go's `encoding/csv` does. */
import type { Result } from './result.ts';

const bareQuote = 'bare " in non-quoted-field';
const openQuote = 'extraneous or missing " in quoted-field';

/** The fields of the first line that is not empty. An error tells line and column, and `EOF` if there is no such line. */
export function readRecord(text: string): Result<string[]> {
  const lines = text.split(/(?<=\n)/);
  let at = lines.findIndex((line) => line !== '\n' && line !== '\r\n' && line !== '');
  if (at < 0) return [undefined, new Error('EOF')];
  const first = at + 1;
  const fail = (line: number, column: number, says: string): Result<string[]> => {
    const start = line === first ? '' : `record on line ${first}; `;
    return [undefined, new Error(`${start}parse error on line ${line}, column ${column}: ${says}`)];
  };
  const fields: string[] = [];
  let full = lines[at] ?? '';
  let line = full;
  for (;;) {
    const ended = line.replace(/\r?\n$/, '');
    if (!line.startsWith('"')) {
      const comma = line.indexOf(',');
      const field = comma < 0 ? ended : line.slice(0, comma);
      const quoted = field.indexOf('"');
      if (quoted >= 0) return fail(at + 1, full.length - line.length + quoted, bareQuote);
      fields.push(field);
      if (comma < 0) return [fields, undefined];
      line = line.slice(comma + 1);
      continue;
    }
    line = line.slice(1);
    let field = '';
    for (;;) {
      const end = line.indexOf('"');
      if (end < 0) {
        field += line;
        at++;
        full = line = lines[at] ?? '';
        if (line === '') return fail(at + 1, 0, openQuote);
        continue;
      }
      field += line.slice(0, end);
      line = line.slice(end + 1);
      if (line.startsWith('"')) {
        field += '"';
        line = line.slice(1);
        continue;
      }
      fields.push(field);
      if (line.replace(/\r?\n$/, '') === '') return [fields, undefined];
      if (!line.startsWith(',')) return fail(at + 1, full.length - line.length - 1, openQuote);
      line = line.slice(1);
      break;
    }
  }
}

/** The fields as a line without its end. A field with a comma, a quote, a line break or a leading space is quoted. */
export function writeRecord(fields: readonly string[]): string {
  return fields
    .map((field) =>
      field === String.raw`\.` || /[",\r\n]|^\s/.test(field) ? `"${field.replaceAll('"', '""')}"` : field,
    )
    .join(',');
}
