import { t } from '../../i18n/t.ts';
import type { VNode } from 'preact';
import { useSignal } from '@preact/signals';
import { onUse } from '../base/on-use.ts';
import type { Player } from './player/player.ts';

/** The run in words. */
export const transcript = onUse(() => import('./Transcript.tsx'));

/** The run in words, made when it is opened. */
export function FoldedTranscript({ player }: { readonly player: Player }): VNode {
  const open = useSignal(false);
  const Transcript = transcript.value?.Transcript;
  const change = ({ currentTarget }: { readonly currentTarget: HTMLDetailsElement }): void => {
    open.value = currentTarget.open;
    void transcript.load(player);
  };
  return (
    <details class="scope-transcript" onToggle={change}>
      <summary>{t`The run in words`}</summary>
      {open.value && Transcript && (
        <Transcript recording={player.recording.value} cursor={player.cursor.value} />
      )}
    </details>
  );
}
