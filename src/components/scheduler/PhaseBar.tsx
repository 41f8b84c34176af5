import { t } from '../../i18n/t.ts';
import type { VNode } from 'preact';
import type { Attempt } from '../../runtime/subjects/scheduler/world.ts';
import { phases } from './scheduler-words.ts';

interface PhaseBarProps {
  readonly attempt: Attempt | undefined;
  readonly onOpen?: (entry: number) => void;
}

/** How far an attempt has come. A phase that is over leads to the entry that tells of it. */
export function PhaseBar({ attempt, onOpen }: PhaseBarProps): VNode {
  return (
    <ol class="sched-phases" aria-label={t`Phases of the attempt`}>
      {phases.map(([phase, name]) => {
        const entry = attempt?.entries[phase];
        const now = attempt?.phase === phase && attempt.result === 'running';
        const state = now ? 'now' : entry === undefined ? undefined : 'over';
        return (
          <li key={phase} data-state={state} aria-current={now ? 'step' : undefined}>
            {entry !== undefined && onOpen ? (
              <button type="button" onClick={() => onOpen(entry)}>
                {name}
              </button>
            ) : (
              <span>{name}</span>
            )}
          </li>
        );
      })}
    </ol>
  );
}
