/**
 * The types that the code of an exercise can get hold of, as the compiler knows them when the site is built. An editor reads from it what
 * it offers and what it marks. Types are numbered by their place in the list; a number in a shape means another type of it.
 */
export type TypeId = number;

/** A parameter of a function: `name`, `name?` or `...name`, and its type. */
type Parameter = readonly [name: string, type: TypeId];

export interface Signature {
  readonly takes: readonly Parameter[];
  readonly gives: TypeId;
  /** Its own type parameters. */
  readonly over?: readonly TypeId[];
  /** It says of the parameter at this place that it is of this type: `is` of a type predicate. */
  readonly says?: readonly [at: number, type: TypeId];
}

/** What a name means: its type, and the first sentence of its docstring. */
export type Named = readonly [type: TypeId, doc?: string];

/** A type with members, or one that can be called. */
export interface ObjectShape {
  readonly kind: 'object';
  readonly name: string;
  /** A name that ends with `?` may be left out. */
  readonly members: Readonly<Record<string, Named>>;
  /** Its type parameters. */
  readonly over?: readonly TypeId[];
  readonly calls?: readonly Signature[];
  /** How it is made by `new`. */
  readonly makes?: readonly Signature[];
  /** What is under any other name. */
  readonly rest?: TypeId;
}

export type Shape =
  /** Nothing is known of it but its name, which is empty where there is none: `any`, or a type too far away. */
  | { readonly kind: 'opaque'; readonly name: string }
  | { readonly kind: 'plain'; readonly name: string }
  /** One value of a plain type. */
  | { readonly kind: 'value'; readonly name: string; readonly of: 'string' | 'number' | 'boolean' | 'bigint' }
  | ({ readonly kind: 'union'; readonly of: readonly TypeId[] } & Alias)
  | { readonly kind: 'tuple'; readonly of: readonly TypeId[] }
  | { readonly kind: 'parameter'; readonly name: string; readonly within?: TypeId }
  /** `this` as a type: that of what the member was read from. */
  | { readonly kind: 'self' }
  /** A generic type with what its parameters stand for. */
  | ({ readonly kind: 'of'; readonly type: TypeId; readonly given: readonly TypeId[] } & Alias)
  | ObjectShape;

/** The name by which the code calls a type, and what that is given. */
interface Alias {
  readonly name?: string;
  readonly args?: readonly TypeId[];
}

/** A name of a type, and its type parameters. */
export type TypeName = readonly [type: TypeId, over?: readonly TypeId[]];

export interface TypeTable {
  readonly types: readonly Shape[];
  /** What the names mean that the declaration sees, those of the language among them. */
  readonly values: Readonly<Record<string, Named>>;
  readonly typeNames: Readonly<Record<string, TypeName>>;
  /** What `this` is in the declaration, if it is a member of a class. */
  readonly self?: TypeId;
  /** The types of the language that code makes without naming them, by what they are called there. */
  readonly language: Readonly<Record<LanguageType, TypeId>>;
}

export type LanguageType =
  | 'Array'
  | 'ReadonlyArray'
  | 'String'
  | 'Number'
  | 'Boolean'
  | 'RegExp'
  | 'Error'
  | 'Generator'
  | 'Function'
  | 'Object';

/** What a member is called under which an object gives what it is iterated over. */
export const iteratorName = '[iterator]';
