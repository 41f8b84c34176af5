/** Runs when the site is built and in tests, never in a browser: turns types of the compiler into those of a table. */
import ts from 'typescript';
import { firstSentence } from './first-sentence.ts';
import {
  type Named,
  type ObjectShape,
  type Shape,
  type Signature,
  type TypeId,
  type TypeName,
  iteratorName,
} from './type-table.ts';

/** So many members away from a name in sight a type may be; of those beyond no more than the name is kept. */
const mostSteps = 2;

const plainFlags =
  ts.TypeFlags.StringLike |
  ts.TypeFlags.NumberLike |
  ts.TypeFlags.BigIntLike |
  ts.TypeFlags.ESSymbolLike |
  ts.TypeFlags.Void |
  ts.TypeFlags.Undefined |
  ts.TypeFlags.Null |
  ts.TypeFlags.Never |
  ts.TypeFlags.NonPrimitive;

/** Reads types, and all that can be reached from them. */
export class TypeReader {
  readonly #checker: ts.TypeChecker;
  readonly #at: ts.SourceFile;
  /** Of this class the private members are seen. */
  readonly #owner: string | undefined;
  readonly #ids = new Map<ts.Type, TypeId>();
  readonly #shapes: (Shape | undefined)[] = [];
  /** What is still to be read, by its distance. */
  readonly #left: ts.Type[][] = [];
  readonly unknown: TypeId;

  constructor(checker: ts.TypeChecker, at: ts.SourceFile, owner: string | undefined) {
    this.#checker = checker;
    this.#at = at;
    this.#owner = owner;
    this.unknown = this.idOf(checker.getAnyType(), 0);
  }

  /** The number of a type that is so many members away. */
  idOf(type: ts.Type, steps: number): TypeId {
    const known = this.#ids.get(type);
    if (known !== undefined) return known;
    const id = this.#shapes.push(undefined) - 1;
    this.#ids.set(type, id);
    (this.#left[steps] ??= []).push(type);
    return id;
  }

  /** The type that a declaration declares, as it is without anything given to its parameters. */
  declaredId(symbol: ts.Symbol, steps: number): TypeId {
    return this.idOf(this.#checker.getDeclaredTypeOfSymbol(symbol), steps);
  }

  /** What a name of a value means. */
  named(symbol: ts.Symbol, steps: number): Named {
    const type = this.idOf(this.#checker.getTypeOfSymbolAtLocation(symbol, this.#at), steps);
    const doc = this.#docOf(symbol);
    return doc === '' ? [type] : [type, doc];
  }

  /** What a name of a type means. */
  typeName(symbol: ts.Symbol, steps: number): TypeName {
    const type = this.#checker.getDeclaredTypeOfSymbol(symbol);
    const own = symbol.declarations?.flatMap((one) =>
      ts.isTypeAliasDeclaration(one) || ts.isInterfaceDeclaration(one) || ts.isClassDeclaration(one)
        ? [one.typeParameters ?? []]
        : [],
    )[0];
    const over = own?.map((one) => this.idOf(this.#checker.getTypeAtLocation(one), steps));
    const id = this.idOf(type, steps);
    return over && over.length > 0 ? [id, over] : [id];
  }

  /** Reads all that is left. */
  finish(): Shape[] {
    for (let steps = 0; steps < this.#left.length; steps++) {
      const left = this.#left[steps] ?? [];
      // More of the same distance comes while these are read.
      for (const type of left) this.#shapes[this.#ids.get(type)!] = this.#shapeOf(type, steps);
    }
    return this.#shapes.map((shape) => shape ?? { kind: 'opaque', name: '' });
  }

  #shapeOf(type: ts.Type, steps: number): Shape {
    const { flags } = type;
    if (flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) return { kind: 'opaque', name: '' };
    const value = valueOf(this.#checker, type);
    if (value) return value;
    if (flags & ts.TypeFlags.Boolean) return { kind: 'plain', name: 'boolean' };
    if (flags & plainFlags) return { kind: 'plain', name: plainName(this.#checker, type) };
    if (flags & ts.TypeFlags.TypeParameter) return this.#parameterOf(type as ts.TypeParameter, steps);
    if (type.isUnion()) {
      const of = type.types.map((one) => this.idOf(one, steps));
      return { kind: 'union', of, ...this.#aliasOf(type, steps) };
    }
    if (!(flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)))
      return { kind: 'opaque', name: this.#nameOf(type) };
    if (this.#checker.isTupleType(type)) {
      const of = this.#checker.getTypeArguments(type as ts.TypeReference);
      return { kind: 'tuple', of: of.map((one) => this.idOf(one, steps)) };
    }
    const { target } = type as ts.TypeReference;
    if (target && target !== type && (target.typeParameters?.length ?? 0) > 0) {
      const args = this.#checker.getTypeArguments(type as ts.TypeReference);
      const given = target.typeParameters!.map((_, at) => this.idOf(args[at]!, steps));
      return { kind: 'of', type: this.idOf(target, steps), given, ...this.#aliasOf(type, steps) };
    }
    return steps > mostSteps && !isNear(type)
      ? { kind: 'opaque', name: this.#nameOf(type) }
      : this.#objectOf(type, steps);
  }

  #parameterOf(type: ts.TypeParameter, steps: number): Shape {
    if ((type as { readonly isThisType?: boolean }).isThisType) return { kind: 'self' };
    const within = type.getConstraint();
    const { name } = type.symbol;
    return { kind: 'parameter', name, ...(within && { within: this.idOf(within, steps) }) };
  }

  #objectOf(type: ts.Type, steps: number): ObjectShape {
    const members: Record<string, Named> = {};
    for (const member of this.#checker.getPropertiesOfType(type)) {
      const name = this.#memberName(member);
      if (name !== undefined && !isOutdated(member)) members[name] = this.named(member, steps + 1);
    }
    const over = (type as ts.InterfaceType).typeParameters?.map((one) => this.idOf(one, steps));
    const calls = this.#signatures(type, ts.SignatureKind.Call, steps);
    const makes = this.#signatures(type, ts.SignatureKind.Construct, steps);
    const rest = this.#checker.getIndexTypeOfType(type, ts.IndexKind.String);
    return {
      kind: 'object',
      // A function is called by what holds it.
      name: calls.length > 0 && makes.length === 0 ? '' : this.#nameOf(type),
      members,
      ...(over && over.length > 0 && { over }),
      ...(calls.length > 0 && { calls }),
      ...(makes.length > 0 && { makes }),
      ...(rest && { rest: this.idOf(rest, steps + 1) }),
    };
  }

  /** As the code writes it, with `?` where it may be left out; undefined for a member that the code does not see. */
  #memberName(member: ts.Symbol): string | undefined {
    const optional = member.flags & ts.SymbolFlags.Optional ? '?' : '';
    const declared = member.valueDeclaration;
    const name = declared && ts.getNameOfDeclaration(declared);
    if (name && ts.isPrivateIdentifier(name)) {
      const { parent } = declared;
      const isOwn =
        ts.isClassDeclaration(parent) &&
        parent.name?.text === this.#owner &&
        parent.getSourceFile() === this.#at;
      return isOwn ? name.text : undefined;
    }
    if (member.name.startsWith('__@iterator')) return iteratorName;
    return /^__(?!_)[@#]/.test(member.name)
      ? undefined
      : ts.unescapeLeadingUnderscores(member.escapedName) + optional;
  }

  #signatures(type: ts.Type, kind: ts.SignatureKind, steps: number): Signature[] {
    return this.#checker.getSignaturesOfType(type, kind).map((signature) => {
      const says = this.#checker.getTypePredicateOfSignature(signature);
      const over = signature.typeParameters?.map((one) => this.idOf(one, steps));
      return {
        takes: signature.parameters.map((one) => this.#parameter(one, steps + 1)),
        gives: this.idOf(signature.getReturnType(), steps),
        ...(over && over.length > 0 && { over }),
        ...(says?.type &&
          says.parameterIndex !== undefined && { says: [says.parameterIndex, this.idOf(says.type, steps)] }),
      };
    });
  }

  #parameter(symbol: ts.Symbol, steps: number): readonly [string, TypeId] {
    const declared = symbol.valueDeclaration;
    const isParameter = declared && ts.isParameter(declared);
    const rest = isParameter && declared.dotDotDotToken ? '...' : '';
    const optional = isParameter && this.#checker.isOptionalParameter(declared) ? '?' : '';
    const name = symbol.name.startsWith('__') ? 'options' : symbol.name;
    return [
      rest + name + optional,
      this.idOf(this.#checker.getTypeOfSymbolAtLocation(symbol, this.#at), steps),
    ];
  }

  #aliasOf({ aliasSymbol, aliasTypeArguments }: ts.Type, steps: number): { name?: string; args?: TypeId[] } {
    if (!aliasSymbol) return {};
    const args = aliasTypeArguments?.map((one) => this.idOf(one, steps)) ?? [];
    return { name: aliasSymbol.name, ...(args.length > 0 && { args }) };
  }

  /** A name in letters; empty where the code has none for it. */
  #nameOf(type: ts.Type): string {
    const name = type.aliasSymbol?.name ?? type.symbol?.name ?? '';
    return /^[A-Za-z_$]/.test(name) && !name.startsWith('__') ? name : '';
  }

  /** What we say of it ourselves: what comes from a package is said in the words of others. */
  #docOf(symbol: ts.Symbol): string {
    const [from] = symbol.declarations ?? [];
    if (!from || from.getSourceFile().fileName.includes('/node_modules/')) return '';
    return firstSentence(ts.displayPartsToString(symbol.getDocumentationComment(this.#checker)));
  }
}

/** What a reader is not to be offered any more. */
const isOutdated = ({ valueDeclaration: declared }: ts.Symbol): boolean =>
  declared !== undefined && ts.getJSDocDeprecatedTag(declared) !== undefined;

/** The files whose types are kept however far away: what Kubernetes stores, and how one asks for it. */
const nearFiles = /\/kubernetes-types\/|\/client-go\/(informers|kubernetes|listers)\//;

/** What is kept however far away; functions, too. */
function isNear(type: ts.Type): boolean {
  const parts = type.isIntersection() ? type.types : [type];
  return parts.some(({ symbol }) => {
    if (!symbol) return false;
    if (symbol.flags & (ts.SymbolFlags.Method | ts.SymbolFlags.Function)) return true;
    const [from] = symbol.declarations ?? [];
    return from !== undefined && (ts.isFunctionLike(from) || nearFiles.test(from.getSourceFile().fileName));
  });
}

function valueOf(checker: ts.TypeChecker, type: ts.Type): Shape | undefined {
  if (type.isStringLiteral()) return { kind: 'value', name: `'${type.value}'`, of: 'string' };
  if (type.isNumberLiteral()) return { kind: 'value', name: String(type.value), of: 'number' };
  if (type.flags & ts.TypeFlags.BooleanLiteral)
    return { kind: 'value', name: checker.typeToString(type), of: 'boolean' };
  return undefined;
}

function plainName(checker: ts.TypeChecker, type: ts.Type): string {
  if (type.flags & ts.TypeFlags.StringLike) return 'string';
  if (type.flags & ts.TypeFlags.NumberLike) return 'number';
  return checker.typeToString(type);
}
