import './playground.css';
import { type MountOptions, type MountedScope, mountScope } from '../src/components/scope/mount.tsx';
import { firstAct } from './catalogue.ts';
import { YamlBox } from './YamlBox.tsx';

/** As `mountScope`, with the playground's tools at the side. */
export function mountPlayground(
  host: HTMLElement,
  options: Omit<MountOptions, 'layout' | 'tools'>,
): Promise<MountedScope> {
  return mountScope(host, {
    start: firstAct,
    ...options,
    layout: 'playground',
    tools: (player) => <YamlBox player={player} />,
  });
}
