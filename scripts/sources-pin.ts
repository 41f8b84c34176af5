/**
 * npm run sources:pin -- PATH SYMBOL [ROW] [--lines FIRST-LAST]: pins a declaration of Kubernetes, or pins it again where it changed.
 * ROW, such as RS-04, gives the pin the next id of that row. --lines chooses one of several declarations, or pins a block
 * that has no name, with a description in place of SYMBOL: 'help loop'.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { rows } from '../src/requirements/rows.ts';
import { formatPins, withPin, type Wanted } from '../src/sources/pin.ts';
import { pins } from '../src/sources/pins.ts';
import { needTree, openTree } from '../src/sources/tree.ts';
import { root } from './project.ts';

const usage = 'npm run sources:pin -- PATH SYMBOL [ROW] [--lines FIRST-LAST]';

function readArguments(): Wanted {
  try {
    return parse();
  } catch (error) {
    throw new Error(`${(error as Error).message}\n  ${usage}`, { cause: error });
  }
}

function parse(): Wanted {
  const { values, positionals } = parseArgs({
    options: { lines: { type: 'string' } },
    allowPositionals: true,
  });
  const [path, symbol, row, ...more] = positionals;
  if (path === undefined || symbol === undefined || more.length > 0)
    throw new Error(`expected PATH and SYMBOL and perhaps a ROW, found ${positionals.length} words`);
  if (path.startsWith('/') || path.split('/').includes('..'))
    throw new Error(`expected a path from the root of Kubernetes, found ${path}`);
  if (row !== undefined && !rows.some(({ id }) => id === row))
    throw new Error(`expected a row of src/requirements/rows.json, such as RS-04, found ${row}`);
  if (values.lines === undefined) return { path, symbol, row };
  const [, first, last] = /^(\d+)-(\d+)$/.exec(values.lines)?.map(Number) ?? [];
  if (!first || !last || first > last)
    throw new Error(`expected two line numbers after --lines, as in 10-20, found ${values.lines}`);
  return { path, symbol, row, lines: [first, last] };
}

try {
  const wanted = readArguments();
  const [pinned, error] = await withPin(wanted, pins, openTree(needTree()));
  if (error) throw error;
  writeFileSync(join(root, 'src/sources/pins.json'), formatPins(pinned.pins));
  console.log(pinned.says);
} catch (error) {
  console.error(`sources:pin: ${(error as Error).message}`);
  process.exitCode = 1;
}
