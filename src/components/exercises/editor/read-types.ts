/** Runs when the site is built and in tests, never in a browser: what types the code of an exercise can get hold of. */
import { resolve } from 'node:path';
import ts from 'typescript';
import { languageNames } from '../../../instrument/close-doors.ts';
import { excerpt } from '../../prose/snippet.ts';
import { TypeReader } from './type-reader.ts';
import type { LanguageType, Named, TypeName, TypeTable } from './type-table.ts';

const runtimePath = `${resolve('src/runtime').replaceAll('\\', '/')}/`;

const languageTypes: readonly LanguageType[] = [
  'Array',
  'ReadonlyArray',
  'String',
  'Number',
  'Boolean',
  'RegExp',
  'Error',
  'Generator',
  'Function',
  'Object',
];

/** Types of the language that one writes. */
const writtenTypes =
  'Array ReadonlyArray Map ReadonlyMap Set ReadonlySet Error Generator Iterable Promise'.split(' ');

/** Names of the language that code uses; of the others no more is known than that they are there. */
const usual = new Set(
  'Array Boolean Error Infinity JSON Map Math NaN Number Object RangeError Set String TypeError isNaN parseFloat parseInt'.split(
    ' ',
  ),
);

let built: ts.Program | undefined;

/** The files of the runtime as the compiler sees them; read again once the text of `file` has changed. */
export function runtimeProgram(file: string): ts.Program {
  const path = runtimePath + file;
  if (built && built.getSourceFile(path)?.text === ts.sys.readFile(path)) return built;
  const config = ts.readConfigFile(`${runtimePath}tsconfig.json`, ts.sys.readFile).config as unknown;
  const { options, fileNames } = ts.parseJsonConfigFileContent(config, ts.sys, runtimePath);
  built = ts.createProgram(fileNames, options, undefined, built);
  return built;
}

/** What a declaration of a file of src/runtime can get hold of: `name`, or `Class.name`. */
export function readTypes({ file, symbol }: { readonly file: string; readonly symbol: string }): TypeTable {
  const program = runtimeProgram(file);
  const source = program.getSourceFile(runtimePath + file);
  if (!source) throw new Error(`expected ${file} in src/runtime, found none`);
  const checker = program.getTypeChecker();
  const { owner } = excerpt(file, source.text, symbol);
  const reader = new TypeReader(checker, source, owner);
  const self = owner === undefined ? undefined : selfOf(checker, source, owner, symbol);
  const selfId = self && reader.idOf(self, 0);
  for (const one of plainTypes(checker)) reader.idOf(one, 0);
  const values = valuesOf(checker, source, reader);
  const typeNames = typeNamesOf(checker, source, reader);
  const language = Object.fromEntries(
    languageTypes.map((name) => [name, reader.declaredId(globalType(checker, source, name), 0)]),
  ) as TypeTable['language'];
  return { types: reader.finish(), values, typeNames, self: selfId, language };
}

/** Types that code writes, or makes, without getting them from anything. */
const plainTypes = (checker: ts.TypeChecker): ts.Type[] => [
  checker.getStringType(),
  checker.getNumberType(),
  checker.getBooleanType(),
  checker.getUndefinedType(),
  checker.getNullType(),
  checker.getVoidType(),
];

function globalType(checker: ts.TypeChecker, at: ts.Node, name: string): ts.Symbol {
  const found = checker.resolveName(name, at.getSourceFile().endOfFileToken, ts.SymbolFlags.Type, false);
  if (!found) throw new Error(`expected the language to have a type ${name}, found none`);
  return found;
}

/** What `this` is in a member of a class: an object of it, or the class itself. */
function selfOf(checker: ts.TypeChecker, source: ts.SourceFile, owner: string, symbol: string): ts.Type {
  const found = source.statements.find(
    (one): one is ts.ClassDeclaration => ts.isClassDeclaration(one) && one.name?.text === owner,
  );
  const of = found?.name && checker.getSymbolAtLocation(found.name);
  if (!found || !of) throw new Error(`expected a class ${owner} in ${source.fileName}, found none`);
  const name = symbol.slice(symbol.indexOf('.') + 1);
  const member = found.members.find((one) => one.name?.getText(source) === name);
  const isStatic = member && (ts.getCombinedModifierFlags(member) & ts.ModifierFlags.Static) !== 0;
  return isStatic ? checker.getTypeOfSymbol(of) : checker.getDeclaredTypeOfSymbol(of);
}

/** The symbols of the file's own declarations and imports. */
function symbolsOf(checker: ts.TypeChecker, source: ts.SourceFile, meaning: ts.SymbolFlags): ts.Symbol[] {
  return checker
    .getSymbolsInScope(source, meaning | ts.SymbolFlags.Alias)
    .filter(({ declarations }) => declarations?.some((one) => one.getSourceFile() === source));
}

function meant(checker: ts.TypeChecker, symbol: ts.Symbol): ts.Symbol {
  return symbol.flags & ts.SymbolFlags.Alias
    ? checker.getAliasedSymbol(symbol)
    : checker.getExportSymbolOfSymbol(symbol);
}

/** The file's own names come first. */
function valuesOf(checker: ts.TypeChecker, source: ts.SourceFile, reader: TypeReader): TypeTable['values'] {
  const values: Record<string, Named> = {};
  for (const symbol of symbolsOf(checker, source, ts.SymbolFlags.Value)) {
    const target = meant(checker, symbol);
    const typeOnly = symbol.declarations?.some((one) => ts.isTypeOnlyImportOrExportDeclaration(one));
    if (target.flags & ts.SymbolFlags.Value && !typeOnly) values[symbol.name] = reader.named(target, 0);
  }
  for (const name of languageNames) {
    if (Object.hasOwn(values, name)) continue;
    const symbol = usual.has(name)
      ? checker.resolveName(name, undefined, ts.SymbolFlags.Value, false)
      : undefined;
    values[name] = symbol ? reader.named(symbol, 0) : [reader.unknown];
  }
  return values;
}

function typeNamesOf(
  checker: ts.TypeChecker,
  source: ts.SourceFile,
  reader: TypeReader,
): TypeTable['typeNames'] {
  const names: Record<string, TypeName> = {};
  const add = (name: string, symbol: ts.Symbol): void => {
    names[name] = reader.typeName(symbol, 1);
  };
  for (const name of writtenTypes) add(name, globalType(checker, source, name));
  for (const symbol of symbolsOf(checker, source, ts.SymbolFlags.Type)) {
    const target = meant(checker, symbol);
    if (target.flags & ts.SymbolFlags.Type) add(symbol.name, target);
  }
  return names;
}
