import { pointerTo } from '../../../../../../../go/pointer.ts';
import type { FlagSet } from '../../../../../../vendor/github.com/spf13/pflag/flag.ts';
import type { LeaderElectionConfiguration } from '../types.ts';

/** The flags of leader election. */
// Mirrors: staging/src/k8s.io/component-base/config/options/leaderelectionconfig.go#BindLeaderElectionFlags
export function bindLeaderElectionFlags(o: LeaderElectionConfiguration, flags: FlagSet): void {
  flags.boolVar(
    pointerTo(o, 'leaderElect'),
    'leader-elect',
    o.leaderElect,
    'Start a leader election client and gain leadership before executing the main loop. Enable this when running replicated components for high availability.',
  );
  flags.durationVar(
    pointerTo(o, 'leaseDuration'),
    'leader-elect-lease-duration',
    o.leaseDuration,
    'The duration that non-leader candidates will wait after observing a leadership renewal until attempting to acquire leadership of a led but unrenewed leader slot. This is effectively the maximum duration that a leader can be stopped before it is replaced by another candidate. This is only applicable if leader election is enabled.',
  );
  flags.durationVar(
    pointerTo(o, 'renewDeadline'),
    'leader-elect-renew-deadline',
    o.renewDeadline,
    'The interval between attempts by the acting master to renew a leadership slot before it stops leading. This must be less than or equal to the lease duration. This is only applicable if leader election is enabled.',
  );
  flags.durationVar(
    pointerTo(o, 'retryPeriod'),
    'leader-elect-retry-period',
    o.retryPeriod,
    'The duration the clients should wait between attempting acquisition and renewal of a leadership. This is only applicable if leader election is enabled.',
  );
  flags.stringVar(
    pointerTo(o, 'resourceLock'),
    'leader-elect-resource-lock',
    o.resourceLock,
    "The type of resource object that is used for locking during leader election. Supported options are 'endpoints', 'configmaps', 'leases', 'endpointsleases' and 'configmapsleases'.",
  );
  flags.stringVar(
    pointerTo(o, 'resourceName'),
    'leader-elect-resource-name',
    o.resourceName,
    'The name of resource object that is used for locking during leader election.',
  );
  flags.stringVar(
    pointerTo(o, 'resourceNamespace'),
    'leader-elect-resource-namespace',
    o.resourceNamespace,
    'The namespace of resource object that is used for locking during leader election.',
  );
}
