import type { VNode } from 'preact';
import type { CodeFile } from '../src/components/code/source.ts';
import { StaticScope } from '../src/components/scope/frame/StaticScope.tsx';
import type { Recording } from '../src/recording/recording.ts';
import { YamlBox } from './YamlBox.tsx';

interface StaticPlaygroundProps {
  readonly recording: Recording;
  readonly cursor: number;
  readonly title: string;
  readonly files: readonly CodeFile[];
}

/** The frame that the page holds until the playground wakes, with the same tools in the same places. */
export function StaticPlayground(props: StaticPlaygroundProps): VNode {
  return <StaticScope {...props} layout="playground" tools={(player) => <YamlBox player={player} />} />;
}
