import { globSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { type Shape, type Shapes, isTyped } from './shape.ts';

/**
 * The shape of a type that a module exports, so that what a worker may send is written once: as the type of its message. Throws
 * where the module has no such type, or where the type holds what no message can: a function, a bigint, an instance of a class.
 */
export function shapesOfType(file: string, name: string): Shapes {
  const options: ts.CompilerOptions = {
    target: ts.ScriptTarget.ES2023,
    lib: ['lib.es2023.d.ts'],
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    allowImportingTsExtensions: true,
    jsx: ts.JsxEmit.ReactJSX,
    jsxImportSource: 'preact',
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: [],
  };
  const program = (last = ts.createProgram([file, ...added()], options, undefined, last));
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(file);
  const module = source && checker.getSymbolAtLocation(source);
  const symbol = module && checker.getExportsOfModule(module).find((one) => one.name === name);
  if (!symbol)
    throw new Error(`expected ${file} to export a type ${name}, found none; write its name as it is there`);
  return new Reader(checker, name).read(checker.getDeclaredTypeOfSymbol(symbol));
}

/** What adds to types from outside: the events, the acts and the slices of the world of each subject. */
const runtime = join(import.meta.dirname, '../runtime');
const added = (): string[] =>
  globSync('subjects/*/{acts,events,world}.ts', { cwd: runtime }).map((path) => join(runtime, path));

/** True for what a subject adds to a world: a run has that of its own subjects alone. */
const isSlice = ({ declarations = [] }: ts.Symbol): boolean =>
  declarations.some(
    (declaration) =>
      /\/subjects\/[^/]+\/world\.ts$/.test(declaration.getSourceFile().fileName) &&
      ts.isInterfaceDeclaration(declaration.parent) &&
      declaration.parent.name.text === 'Slices',
  );

/** What was read last: the next type is mostly made of the same files. */
let last: ts.Program | undefined;

class Reader {
  readonly #shapes: (Shape | undefined)[] = [];
  readonly #places = new Map<ts.Type, number>();
  readonly #plain = new Map<string, number>();
  readonly #checker: ts.TypeChecker;
  readonly #path: string[];

  constructor(checker: ts.TypeChecker, name: string) {
    this.#checker = checker;
    this.#path = [name];
  }

  read(type: ts.Type): Shapes {
    this.#place(type);
    return this.#shapes as Shape[];
  }

  /** Where the shape of a type stands; alike ones without parts of their own share a place. */
  #place(type: ts.Type): number {
    const known = this.#places.get(type);
    if (known !== undefined) return known;
    const simple = simpleShape(type);
    if (simple !== undefined) return this.#keep(simple);
    const place = this.#shapes.push(undefined) - 1;
    this.#places.set(type, place);
    this.#shapes[place] = this.#shape(type);
    return place;
  }

  #keep(shape: Shape): number {
    const text = JSON.stringify(shape);
    const place = this.#plain.get(text) ?? this.#shapes.push(shape) - 1;
    this.#plain.set(text, place);
    return place;
  }

  #shape(type: ts.Type): Shape {
    const checker = this.#checker;
    if (type.isUnion()) return this.#either(type.types);
    if (checker.isTupleType(type)) return { tuple: this.#arguments(type).map((one) => this.#place(one)) };
    if (checker.isArrayType(type)) return { list: this.#place(this.#arguments(type)[0]!) };
    const name = (type.symbol as ts.Symbol | undefined)?.name ?? '';
    if (isTyped(name)) return { numbers: name };
    if (/^(Readonly)?Map$/.test(name)) {
      const [key, value] = this.#arguments(type) as [ts.Type, ts.Type];
      return { map: this.#keep({ tuple: [this.#place(key), this.#place(value)] }) };
    }
    if (/^(Readonly)?Set$/.test(name)) return { set: this.#place(this.#arguments(type)[0]!) };
    if (
      type.isClass() ||
      type.getCallSignatures().length > 0 ||
      !(type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection))
    )
      throw new Error(
        `${this.#path.join('.')}: expected what a message can hold, found ${checker.typeToString(type)}`,
      );
    return this.#object(type);
  }

  #object(type: ts.Type): Shape {
    const properties = type.getProperties();
    const index = type.getStringIndexType();
    if (properties.length === 0) return index ? { record: this.#place(index) } : 'data';
    const fields: Record<string, number> = {};
    const may: Record<string, number> = {};
    for (const property of properties) {
      this.#path.push(property.name);
      const optional = (property.flags & ts.SymbolFlags.Optional) !== 0 || isSlice(property);
      (optional ? may : fields)[property.name] = this.#place(this.#checker.getTypeOfSymbol(property));
      this.#path.pop();
    }
    return { fields, may };
  }

  #either(types: readonly ts.Type[]): Shape {
    const values = types.flatMap((one) => literalOf(one) ?? []);
    const others = types.filter((one) => literalOf(one) === undefined).map((one) => this.#place(one));
    if (others.length === 0) return { values };
    const both = values.includes(true) && values.includes(false);
    const rest = both ? values.filter((one) => typeof one !== 'boolean') : values;
    return {
      either: [
        ...others,
        ...(both ? [this.#keep('boolean')] : []),
        ...(rest.length > 0 ? [this.#keep({ values: rest })] : []),
      ],
    };
  }

  #arguments(type: ts.Type): readonly ts.Type[] {
    const isReference = (type as ts.ObjectType).objectFlags & ts.ObjectFlags.Reference;
    return isReference ? this.#checker.getTypeArguments(type as ts.TypeReference) : [];
  }
}

function literalOf(type: ts.Type): string | number | boolean | undefined {
  if (type.isStringLiteral() || type.isNumberLiteral()) return type.value;
  if (type.flags & ts.TypeFlags.BooleanLiteral)
    return (type as ts.Type & { readonly intrinsicName: string }).intrinsicName === 'true';
  return undefined;
}

function simpleShape(type: ts.Type): Shape | undefined {
  const literal = literalOf(type);
  if (literal !== undefined) return { values: [literal] };
  const { flags } = type;
  if (flags & ts.TypeFlags.Never) return { values: [] };
  if (flags & (ts.TypeFlags.String | ts.TypeFlags.TemplateLiteral)) return 'text';
  if (flags & ts.TypeFlags.Number) return 'number';
  if (flags & ts.TypeFlags.Boolean) return 'boolean';
  if (flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Void)) return 'undefined';
  if (flags & ts.TypeFlags.Null) return 'null';
  if (flags & (ts.TypeFlags.Unknown | ts.TypeFlags.Any | ts.TypeFlags.NonPrimitive)) return 'data';
  return undefined;
}
