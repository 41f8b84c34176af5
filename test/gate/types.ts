/* Types that the tests of shapes read. */

export type Text = string;
export type Words = 'a' | 'b';
export type Maybe = number | undefined;
export interface YesOrNo {
  readonly yes: boolean;
}
export type Anything = unknown;
export type Pair = readonly [string, number];
export type Named = ReadonlyMap<string, number>;
export type Many = Set<string>;
export type Bytes = Uint8Array;
export type Labels = Readonly<Record<string, string>>;
export type Never = never;
export interface Chain {
  readonly name: string;
  readonly next?: Chain;
}
export type Both = { readonly a: string } & { readonly b: number };
interface Boxed<T> {
  readonly of: T;
}
export type Box = Boxed<Boxed<number>>;
export interface Call {
  call(): void;
}
export type Large = bigint;
