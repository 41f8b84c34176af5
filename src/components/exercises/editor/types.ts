import {
  type ObjectShape,
  type Shape,
  type Signature,
  type TypeId,
  type TypeTable,
  type LanguageType,
  iteratorName,
} from './type-table.ts';

/** What type parameters stand for, by their number. */
export type Given = ReadonlyMap<TypeId, Type>;

/** A type as the text of a reader can make it. */
export type Type =
  | { readonly kind: 'unknown' }
  /** A type of the table, with what its parameters stand for. `self` is what it was read from, for methods that give `this`. */
  | { readonly kind: 'known'; readonly id: TypeId; readonly given: Given; readonly self?: Type }
  | { readonly kind: 'union'; readonly of: readonly Type[] }
  | { readonly kind: 'tuple'; readonly of: readonly Type[] }
  /** A function that the reader writes. */
  | { readonly kind: 'function'; readonly gives: () => Type }
  /** An object that the reader writes, and the objects whose members it takes over. */
  | {
      readonly kind: 'literal';
      readonly fields: ReadonlyMap<string, Type>;
      readonly others: readonly Type[];
    };

export const unknown: Type = { kind: 'unknown' };
const none: Given = new Map();

export interface Member {
  readonly name: string;
  readonly type: Type;
  readonly doc: string;
  readonly optional: boolean;
}

/** What can be read from a value. `open` if there may be more than is known. */
export interface Members {
  readonly members: ReadonlyMap<string, Member>;
  readonly open: boolean;
}

/** A signature with what type parameters stand for where it was found. */
export interface Call {
  readonly signature: Signature;
  readonly given: Given;
  readonly self?: Type;
}

/** How far types are followed into each other, so that one that contains itself ends. */
const mostDepth = 12;

/** The types of a table, asked as the text of a reader needs it. */
export class Types {
  readonly table: TypeTable;

  constructor(table: TypeTable) {
    this.table = table;
  }

  known(id: TypeId, given: Given = none, self?: Type): Type {
    return { kind: 'known', id, given, self };
  }

  /** A type of the language, such as an array of something. */
  language(name: LanguageType, ...given: readonly Type[]): Type {
    const id = this.table.language[name];
    const shape = this.shape(id);
    const over = shape.kind === 'object' ? (shape.over ?? []) : [];
    return this.known(id, new Map(over.map((one, at) => [one, given[at] ?? unknown])));
  }

  /** The number of `string`, `undefined` or the like; undefined where nothing of the table is one. */
  plain(name: string): TypeId | undefined {
    const at = this.table.types.findIndex((shape) => shape.kind === 'plain' && shape.name === name);
    return at < 0 ? undefined : at;
  }

  shape(id: TypeId): Shape {
    return this.table.types[id] ?? { kind: 'opaque', name: '' };
  }

  /** The type itself where it stands for one: of a parameter, of a generic type. Nothing else changes. */
  settle(type: Type, depth = 0): Type {
    if (type.kind !== 'known' || depth > mostDepth) return type;
    const { id, given, self } = type;
    const shape = this.shape(id);
    switch (shape.kind) {
      case 'parameter': {
        const stands = given.get(id);
        if (stands) return this.settle(stands, depth + 1);
        return shape.within === undefined
          ? type
          : this.settle(this.known(shape.within, given, self), depth + 1);
      }
      case 'self':
        return self ? this.settle(self, depth + 1) : unknown;
      case 'of': {
        const target = this.shape(shape.type);
        const over = target.kind === 'object' ? (target.over ?? []) : [];
        const within = over.map((one, at) => [one, this.#within(shape.given[at], given, self)] as const);
        return this.known(shape.type, new Map([...given, ...within]));
      }
      case 'union':
        return { kind: 'union', of: shape.of.map((one) => this.known(one, given, self)) };
      case 'tuple':
        return { kind: 'tuple', of: shape.of.map((one) => this.known(one, given, self)) };
      default:
        return type;
    }
  }

  #within(id: TypeId | undefined, given: Given, self: Type | undefined): Type {
    return id === undefined ? unknown : this.known(id, given, self);
  }

  /** The types that a value may have, one by one, without `undefined` and `null`. */
  parts(type: Type, depth = 0): Type[] {
    const settled = this.settle(type);
    if (settled.kind === 'union')
      return depth > mostDepth ? [unknown] : settled.of.flatMap((one) => this.parts(one, depth + 1));
    return this.isNothing(settled) ? [] : [settled];
  }

  isNothing(type: Type): boolean {
    const shape = type.kind === 'known' ? this.shape(type.id) : undefined;
    return shape?.kind === 'plain' && /^(undefined|null|void|never)$/.test(shape.name);
  }

  /** The object that a type is, in the table: a text is a `String`. Undefined where nothing is known of it. */
  object(type: Type): { readonly shape: ObjectShape; readonly given: Given } | undefined {
    if (type.kind === 'tuple') return this.object(this.language('Array', unionOf(type.of)));
    if (type.kind === 'function') return this.object(this.language('Function'));
    if (type.kind !== 'known') return undefined;
    const shape = this.shape(type.id);
    if (shape.kind === 'object') return { shape, given: type.given };
    const plain = shape.kind === 'value' ? shape.of : shape.kind === 'plain' ? shape.name : '';
    const language = ({ string: 'String', number: 'Number', boolean: 'Boolean' } as const)[plain];
    return language && this.object(this.language(language));
  }

  /** All that can be read from a value. */
  members(type: Type): Members {
    const members = new Map<string, Member>();
    const parts = this.parts(type);
    let open = parts.length === 0;
    for (const part of parts) {
      if (part.kind === 'literal') {
        for (const [name, of] of part.fields) members.set(name, { name, type: of, doc: '', optional: false });
        const others = part.others.map((one) => this.members(one));
        for (const other of others) for (const [name, member] of other.members) members.set(name, member);
        // More may be added to it.
        open = true;
        continue;
      }
      const object = this.object(part);
      if (!object) {
        open = true;
        continue;
      }
      open ||= object.shape.rest !== undefined;
      this.#addMembers(members, object, part);
    }
    return { members, open };
  }

  #addMembers(
    members: Map<string, Member>,
    { shape, given }: { readonly shape: ObjectShape; readonly given: Given },
    self: Type,
  ): void {
    for (const [written, [id, doc = '']] of Object.entries(shape.members)) {
      const optional = written.endsWith('?');
      const name = optional ? written.slice(0, -1) : written;
      const type = this.known(id, given, self);
      const before = members.get(name);
      const both = before && { ...before, type: unionOf([before.type, type]) };
      members.set(name, both ?? { name, type, doc, optional });
    }
  }

  /** What is read from a value by a name: a member of its own, or one that every object or function has. */
  member(type: Type, name: string): Member | undefined {
    const own = this.members(type).members.get(name);
    if (own) return own;
    const isCalled = this.calls(type).length > 0 || this.calls(type, 'makes').length > 0;
    const bases = [this.language('Object'), ...(isCalled ? [this.language('Function')] : [])];
    return bases.map((base) => this.members(base).members.get(name)).find((found) => found !== undefined);
  }

  /** What stands under any name that is no member. */
  rest(type: Type): Type {
    const found = this.parts(type).flatMap((part) => {
      const object = this.object(part);
      return object?.shape.rest === undefined ? [] : [this.known(object.shape.rest, object.given)];
    });
    return unionOf(found);
  }

  /** How a value can be called, or made with `new`. */
  calls(type: Type, how: 'calls' | 'makes' = 'calls'): Call[] {
    return this.parts(type).flatMap((part) => {
      const object = part.kind === 'known' ? this.object(part) : undefined;
      const self = part.kind === 'known' ? part.self : undefined;
      return (object?.shape[how] ?? []).map((signature) => ({ signature, given: object!.given, self }));
    });
  }

  /** What one gets in a loop over a value. */
  items(type: Type): Type {
    return unionOf(
      this.parts(type).map((part) => {
        if (part.kind === 'tuple') return unionOf(part.of);
        const [call] = this.calls(this.member(part, iteratorName)?.type ?? unknown);
        if (!call) return unknown;
        const iterator = this.settle(this.known(call.signature.gives, call.given, call.self));
        return this.argument(iterator, 0);
      }),
    );
  }

  /** What a generic type was given at a place. */
  argument(type: Type, at: number): Type {
    const settled = this.settle(type);
    const shape = settled.kind === 'known' ? this.shape(settled.id) : undefined;
    const over = shape?.kind === 'object' ? shape.over?.[at] : undefined;
    return over === undefined || settled.kind !== 'known' ? unknown : (settled.given.get(over) ?? unknown);
  }
}

/** A type for a value that is one of these. */
export function unionOf(types: readonly Type[]): Type {
  const different = types.filter(
    (one, at) => !types.slice(0, at).some((other) => other === one || isSame(one, other)),
  );
  if (different.length === 0) return unknown;
  return different.length === 1 ? different[0]! : { kind: 'union', of: different };
}

function isSame(one: Type, other: Type): boolean {
  return one.kind === 'known' && other.kind === 'known' && one.id === other.id && one.given === other.given;
}
