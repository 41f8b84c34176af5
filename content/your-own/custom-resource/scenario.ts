import type { Settings } from '../../../src/runtime/stage/settings.ts';
import type { Scenario, User } from '../../../src/runtime/stage/scenario.ts';
import type { Blocking } from '../../../src/runtime/sim/process.ts';

const id = 'your-own/custom-resource';
const program = 'pool-manager';

/** A pool as a person would write it. */
export function pool(
  name: string,
  spec: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  return { apiVersion: 'demo.example/v1', kind: 'PodPool', metadata: { name, namespace: 'default' }, spec };
}

export const red = { namespace: 'default', name: 'red' } as const;

const apply = (user: User, size: unknown): void =>
  void user.act({ kind: 'apply', object: pool('red', { size }) });

/** A pool of three, then of one, then of none that is left. */
export function* life(user: User): Blocking<void> {
  yield* user.sleep(300);
  apply(user, 3);
  yield* user.settle();
  apply(user, 1);
  yield* user.settle();
  user.act({ kind: 'delete', resource: 'podpools', ...red });
  yield* user.settle();
}

export function pooled(
  name: string,
  story: Scenario['story'] = life,
  settings: Partial<Settings> = {},
): Scenario {
  return {
    id: `${id}${name && `#${name}`}`,
    title: name,
    summary: name,
    seed: 5,
    plane: 'own/pod-pool',
    offers: ['delete', 'fail', 'cut-watch', 'delay-watch', 'crash', 'start', 'partition', 'pause'],
    settings: { nodes: ['node-a', 'node-b'], workers: 1, ...settings },
    shows: ['demo/pool/pool-controller.ts', 'demo/pool/status.ts'],
    endsAtMs: 40_000,
    story,
  };
}

const told = (scenario: Scenario, title: string, summary: string): Scenario => ({
  ...scenario,
  title,
  summary,
});

const whole = told(
  pooled(
    '',
    function* (user) {
      yield* user.sleep(300);
      apply(user, 'two');
      apply(user, 2);
      yield* user.settle();
      apply(user, 1);
      yield* user.settle();
      user.act({ kind: 'delete', resource: 'podpools', ...red });
      yield* user.settle();
      user.act({ kind: 'start', program: 'kube-controller-manager' });
      yield* user.settle();
    },
    { idle: ['kube-controller-manager'] },
  ),
  'The life of a pool',
  'A pool of pods is refused, made, shrunk and deleted. It is held until it is out of a register in another namespace.',
);

const alone = told(
  pooled(
    'alone',
    function* (user) {
      yield* user.sleep(300);
      apply(user, 2);
      yield* user.sleep(20_000);
      user.act({ kind: 'start', program });
      yield* user.settle();
    },
    { idle: [program] },
  ),
  'A kind without a controller',
  'A pool is stored while nothing runs that knows what to do with it. Twenty seconds later its controller is started.',
);

const away = told(
  pooled('away', function* (user) {
    yield* user.sleep(300);
    apply(user, 1);
    yield* user.settle();
    user.act({ kind: 'crash', program });
    user.act({ kind: 'delete', resource: 'podpools', ...red });
    yield* user.sleep(10_000);
    user.act({ kind: 'start', program });
    yield* user.settle();
  }),
  'Deleted while its controller is away',
  'The controller has crashed when the pool is deleted, and is started ten seconds later.',
);

/** For the exercises: a crash at any time, changes of size, an end. */
const hard = told(
  {
    ...pooled('hard', function* (user) {
      yield* user.sleep(300);
      apply(user, 2);
      yield* user.sleep(2500);
      apply(user, 3);
      yield* user.sleep(200);
      user.act({ kind: 'fail', namespace: 'default', name: 'red-0' });
      yield* user.settle();
      apply(user, 1);
      yield* user.settle();
      user.act({ kind: 'crash', program });
      user.act({ kind: 'delete', resource: 'podpools', ...red });
      yield* user.sleep(2000);
      user.act({ kind: 'start', program });
      yield* user.settle();
    }),
    order: 'seeded',
  },
  'A hard life',
  'A pool changes its size, a pod of it fails, and it is deleted while its controller is away.',
);

export const scenarios: readonly Scenario[] = [whole, alone, away, hard];
