import { t } from '../../i18n/t.ts';
import type { VNode } from 'preact';
import { useSignal } from '@preact/signals';
import { onUse } from '../base/on-use.ts';
import type { Player } from './player/player.ts';

const rows = onUse(() => import('./TranscriptRows.tsx'));

/** The run in words, made when it is opened. */
export function Transcript({ player }: { readonly player: Player }): VNode {
  const open = useSignal(false);
  const TranscriptRows = rows.value?.TranscriptRows;
  const onToggle = (event: Event): void => {
    open.value = (event.currentTarget as HTMLDetailsElement).open;
    if (open.value) void rows.load(player);
  };
  return (
    <details class="scope-transcript" onToggle={onToggle}>
      <summary>{t`The run in words`}</summary>
      {open.value && TranscriptRows && <TranscriptRows recording={player.recording.value} />}
    </details>
  );
}
