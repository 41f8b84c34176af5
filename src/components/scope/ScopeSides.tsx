import type { VNode } from 'preact';
import { useEffect, useMemo } from 'preact/hooks';
import type { CodeFile } from '../code/source.ts';
import { onUse } from '../base/on-use.ts';
import { InSight } from './player/InSight.tsx';
import type { Player } from './player/player.ts';

/** What a reader can do to the run. A playground, where it stands open, brings it before its first look. */
export const acts = onUse(() => import('./acts/Acts.tsx'));
const panes = onUse(() => import('./panes/Panes.tsx'));
const codePane = onUse(() => import('../code/CodePane.tsx'));
const editing = onUse(() => import('../code/edited-code.ts'));

/** The panes. They come when their box is seen, or when one is asked for; the box has its size from the start. */
export function State({ player }: { readonly player: Player }): VNode {
  const Panes = panes.value?.Panes;
  const { subjects } = player.recording.value;
  const load = (): void => void panes.load(player).then((part) => part?.loadPanes(subjects, player));
  const asked = player.openPane.value !== undefined;
  useEffect(() => void (asked && load()), [asked]);
  return (
    <InSight player={player} class="scope-panes" onFirst={load}>
      {(view) => Panes && <Panes player={player} view={view} />}
    </InSight>
  );
}

interface CodeProps {
  readonly player: Player;
  /** The files whose lines the scenario shows. */
  readonly files: readonly CodeFile[];
}

/** The code, which comes when its box is seen. A run of edited code shows that code. */
export function Code({ player, files }: CodeProps): VNode {
  const CodePane = codePane.value?.CodePane;
  const { edits } = player.recording.value;
  useEffect(() => void (edits && editing.load(player)), [edits]);
  const editedCode = editing.value?.editedCode;
  const code = useMemo(
    () =>
      files.map((one) => {
        const text = edits?.[one.file];
        return editedCode && text !== undefined ? editedCode(one, text) : one;
      }),
    [files, edits, editedCode],
  );
  return (
    <InSight player={player} class="scope-code" onFirst={() => void codePane.load(player)}>
      {(view) => CodePane && <CodePane player={player} view={view} files={code} />}
    </InSight>
  );
}
