import type { Attempt } from '../../../runtime/subjects/scheduler/world.ts';

/** What one plugin said of one node. */
interface PluginSaid {
  readonly node: string;
  readonly plugin: string;
  readonly point: 'filter' | 'score';
  /** The entry of the last line of it that ran; undefined where no lines were recorded. */
  readonly entry: number | undefined;
}

/** What the tables of nodes have in common. */
export interface NodeGridProps {
  readonly attempt: Attempt;
  readonly picked?: string;
  readonly onPick?: (node: string) => void;
  /** Nodes whose fate differs in another run. */
  readonly marked?: ReadonlySet<string>;
  /** Only nodes whose names hold this are shown. */
  readonly only?: string;
  readonly onOpen?: (said: PluginSaid) => void;
}
