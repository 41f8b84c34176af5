import { t } from '../../../../i18n/t.ts';
import type { dials } from '../../../../components/picture/content.ts';
import type { ElectionState } from '../../../../runtime/subjects/leader-election/world.ts';
import type { Replica } from './replicas.ts';

const seconds = (ms: number): string => t`${(Math.max(0, ms) / 1000).toFixed(1)} s`;

type Dial = Parameters<typeof dials>[0][number];

/** The time that is left to a replica, by its own clock: to a leader until it gives up, to a candidate until the lease expires. */
export function deadlineOf(known: ElectionState, own: number): Dial {
  const { role, givesUpAt, renewDeadlineMs, retryPeriodMs, changedAt, leaseDurationMs } = known;
  if (role === 'stopped') return { label: t`deadline`, value: 0, text: t`over`, tone: 'bad' };
  if (role === 'leader') {
    const left = givesUpAt - own;
    const value = left / (renewDeadlineMs + retryPeriodMs);
    return { label: t`gives up in`, value, text: seconds(left), tone: left > 0 ? 'good' : 'bad' };
  }
  if (changedAt === undefined || known.holder === '') return { label: t`not read yet`, value: 0, text: '–' };
  const left = changedAt + leaseDurationMs - own;
  return left > 0
    ? { label: t`expires in`, value: left / leaseDurationMs, text: seconds(left), tone: 'wait' }
    : { label: t`the lease`, value: 0, text: t`expired`, tone: 'busy' };
}

/** How much longer than a retry period a candidate may wait until it looks again: chance decides. */
const jitter = 2.2;

/** The retry period: how long until it asks for the lock again. */
export function lookOf({ looks }: Replica, known: ElectionState, paused: boolean, at: number): Dial {
  const { role, retryPeriodMs } = known;
  const label = role === 'leader' ? t`renews in` : t`looks in`;
  const last = looks.findLast((look) => look <= at);
  if (last === undefined || paused || role === 'stopped') return { label, value: 0, text: '–' };
  const next = role === 'leader' ? last + retryPeriodMs : looks.find((look) => look > at);
  // One that is to crash looks never again, or much later.
  if (next === undefined || next - last > retryPeriodMs * jitter + 1000)
    return { label, value: 0, text: '–' };
  return { label, value: (next - at) / (next - last), text: seconds(next - at) };
}
