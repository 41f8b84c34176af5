import { t, translated } from '../../../i18n/t.ts';
import type { VNode } from 'preact';

const phases = ['pending', 'running', 'ready', 'terminating', 'failed'] as const;

/** Which sign stands for which phase of a pod. */
export function Legend(): VNode {
  return (
    <ul class="machine-legend" aria-label={t`Pods are drawn by phase`}>
      {phases.map((phase) => (
        <li key={phase}>
          <svg viewBox="0 0 12 12" width="12" height="12" aria-hidden="true" data-phase={phase}>
            <PhaseSign phase={phase} x={6} y={6} />
          </svg>
          {translated(phase)}
        </li>
      ))}
    </ul>
  );
}

/** The sign of a phase: its shape says the same as its colour. */
export function PhaseSign({
  phase,
  x,
  y,
}: {
  readonly phase: string;
  readonly x: number;
  readonly y: number;
}): VNode {
  const at = `translate(${x} ${y})`;
  switch (phase) {
    case 'ready':
      return <circle class="sign-full" transform={at} r="4" />;
    case 'running':
      return (
        <g transform={at}>
          <circle class="sign-line" r="3.6" />
          <path class="sign-full" d="M0-3.6a3.6 3.6 0 0 1 0 7.2z" />
        </g>
      );
    case 'failed':
      return <path class="sign-line" transform={at} d="M-3-3 3 3M3-3-3 3" />;
    case 'terminating':
      return <path class="sign-line" transform={at} d="M-3.4-3.4h6.8v6.8h-6.8zM-1.6 0h3.2" />;
    default:
      return <circle class="sign-line sign-dashed" transform={at} r="3.6" />;
  }
}
