import type { Node } from '../../../../api/objects.ts';
import { quote } from '../../../../../../go/strconv.ts';
import type { CycleState, StateData } from '../../cycle_state.ts';
import { type Status, asStatus } from '../../interface.ts';
import type { SharedLister } from '../../listers.ts';
import type { NodeInfo } from '../../types.ts';

/** The node in the snapshot, or the status with which a plugin fails that is asked about a node that is not there. */
export function nodeInfoOf(
  lister: SharedLister,
  nodeName: string,
): [NodeInfo, undefined] | [undefined, Status] {
  const found = lister.nodeInfos().get(nodeName);
  const [, err] = found;
  // What was found is handed on as it is: this is asked for each node by each plugin.
  if (!err) return found;
  return [undefined, asStatus(new Error(`getting node ${quote(nodeName)} from Snapshot: ${err.message}`))];
}

/**
 * What a plugin wrote earlier in the cycle, or the status with which it fails. Nobody else writes under its key, so it
 * is of the type that it wrote. Upstream's plugins do not all say it in the same words.
 */
export function readState<T extends StateData>(
  state: CycleState,
  key: string,
  words: 'reading' | 'error reading' | 'failed to read' = 'error reading',
): [T, undefined] | [undefined, Status] {
  const found = state.read(key);
  const [, err] = found;
  if (!err) return found as [T, undefined];
  return [undefined, asStatus(new Error(`${words} ${quote(key)} from cycleState: ${err.message}`))];
}

/** Undefined if the node has no such label; it may have one that is empty. */
export function labelOf(node: Node, key: string): string | undefined {
  const value: unknown = node.metadata.labels?.[key];
  // What an object has of its own accord, such as `constructor`, is no text.
  return typeof value === 'string' ? value : undefined;
}
