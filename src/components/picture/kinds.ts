import type { BlockKind } from './block-kind.ts';
import type { Block } from './description.ts';

const files = import.meta.glob<BlockKind<never>>('./blocks/*.tsx', { eager: true, import: 'kind' });

/** The kind of a block, by the name of its file. */
export function kindOf(block: Block): BlockKind<Block> {
  const kind = files[`./blocks/${String((block as { readonly kind: string }).kind)}.tsx`];
  if (!kind)
    throw new Error(`expected a kind of block that has a file in blocks/, found ${JSON.stringify(block)}`);
  return kind as unknown as BlockKind<Block>;
}
