import type { BlockKind } from './block-kind.ts';
import type { Block } from './description.ts';

type Name = Block['kind'];

const files = import.meta.glob<BlockKind<never>>('./blocks/*.tsx', { import: 'kind' });
const fileOf = (name: string): string => `./blocks/${name}.tsx`;
const there = new Map<string, BlockKind<Block>>();

const allNames = Object.keys(files).map((path) => path.slice('./blocks/'.length, -'.tsx'.length) as Name);

/** Brings these kinds. Rejects where one cannot be had. */
export async function loadKinds(names: readonly Name[]): Promise<void> {
  await Promise.all(
    names.map(async (name) => {
      const kind = await files[fileOf(name)]?.();
      if (kind) there.set(name, kind as unknown as BlockKind<Block>);
    }),
  );
}

/** The kind of a block, by the name of its file, once it was loaded. */
export function kindOf(block: Block): BlockKind<Block> {
  const kind = there.get(block.kind);
  if (kind) return kind;
  const missing = files[fileOf(block.kind)] ? 'in the `blocks` of its picture' : 'that has a file in blocks/';
  throw new Error(`expected a kind of block ${missing}, found ${JSON.stringify(block)}`);
}

// Building and checking pages needs the kinds of all pictures; a page in a browser loads those of the picture that it shows.
if (import.meta.env?.SSR !== false) await loadKinds(allNames);
