import type { VNode } from 'preact';
import { useEffect, useMemo } from 'preact/hooks';
import { useSignal } from '@preact/signals';
import { sized } from '../../diagrams/sized.ts';
import { exchangesSource } from '../../recording/exchanges.ts';
import { t } from '../../i18n/t.ts';
import { useUniqueId } from '../base/ids.ts';
import type { Player } from './player/player.ts';

/** More would be a picture that nobody reads. */
const most = 24;

/**
 * The exchanges round a moment, drawn by mermaid, which comes with the first of them. They stay while the run moves on, until the reader
 * asks for those of another moment. Their source can be copied, for an issue or a wiki.
 */
export function Exchanges({ player }: { readonly player: Player }): VNode {
  const recording = player.recording.value;
  const around = useSignal(player.cursor.peek());
  const said = useSignal('');
  const source = useMemo(
    () => exchangesSource(recording, { most, around: Math.min(around.value, recording.entries.length - 1) }),
    [recording, around.value],
  );
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(`\`\`\`mermaid\n${source}\`\`\`\n`);
      said.value = t`The source is copied.`;
    } catch {
      said.value = t`This browser does not let the page copy. Select the source below.`;
    }
  };
  return (
    <>
      <p class="scope-exchanges">
        <button
          type="button"
          class="scope-quiet"
          disabled={around.value === player.cursor.value}
          onClick={() => (around.value = player.cursor.value)}
        >
          {t`Draw round this moment`}
        </button>
        <button type="button" class="scope-quiet" disabled={!source} onClick={() => void copy()}>
          {t`Copy as mermaid`}
        </button>
        <span role="status">{said.value}</span>
      </p>
      {source ? (
        <Drawing player={player} source={source} />
      ) : (
        <p>{t`No program sends a request in this run.`}</p>
      )}
      {source && (
        <details>
          <summary>{t`The source`}</summary>
          <pre tabIndex={0}>{source}</pre>
        </details>
      )}
    </>
  );
}

/** What mermaid makes of a source. The one before stays until it is there. */
function Drawing({ player, source }: { readonly player: Player; readonly source: string }): VNode {
  const drawn = useSignal('');
  const id = useUniqueId();
  useEffect(() => {
    let wanted = true;
    const show = async (): Promise<void> => {
      const { draw } = await import('../../diagrams/draw.ts');
      const drawing = await draw({ text: source, name: `of-${id}`, marks: [] });
      if (wanted) drawn.value = sized(drawing);
    };
    show().catch((error: unknown) => {
      if (wanted) player.problem.value = error instanceof Error ? error.message : String(error);
    });
    return () => void (wanted = false);
  }, [source]);
  return (
    <div
      class="diagram-view"
      role="group"
      aria-label={t`Who asked whom`}
      aria-busy={drawn.value === ''}
      tabIndex={0}
      // It holds nothing but what src/diagrams/allowed.ts allows.
      dangerouslySetInnerHTML={{ __html: drawn.value }}
    />
  );
}
