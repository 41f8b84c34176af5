import type { Exercise, Problem } from '../../../../src/components/exercises/exercise.ts';
import { entriesOf, lastEntry, timeOf } from '../../../../src/subjects/control-loop/facts.ts';
import { t } from '../../../../src/i18n/t.ts';
import type { Recording } from '../../../../src/recording/recording.ts';
import type { Secret } from '../../../../src/runtime/kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import { mapGet } from '../../../../src/runtime/sim/pmap.ts';

const key = 'secrets/default/robot-key';

function refused(recording: Recording): Problem | undefined {
  const act = entriesOf(recording, 'act').find(({ event }) => event.by === 'reader' && event.error);
  return act && { says: t`The API server refuses it: ${act.event.error ?? ''}.`, entry: act.index };
}

function noToken(recording: Recording): Problem | undefined {
  const last = lastEntry(recording);
  const gone = entriesOf(recording, 'store.write').find(
    ({ event }) => event.key === key && event.verb === 'delete',
  );
  if (gone) {
    const says = t`At ${timeOf(gone)} the controller deletes \`robot-key\`. It does so with the Secret of an account that does not exist, by name or by uid.`;
    return { says, entry: gone.index };
  }
  const secret = mapGet(last.world.store.objects, key) as Secret | undefined;
  if (!secret)
    return { says: t`In the end there is no Secret \`robot-key\` in \`default\`.`, entry: last.index };
  if (secret.data?.['token']) return undefined;
  const says = t`In the end \`robot-key\` holds no token. Its type is \`${secret.type ?? ''}\`. The controller looks at Secrets of one type only.`;
  return { says, entry: last.index };
}

function ofAnother(recording: Recording): Problem | undefined {
  const last = lastEntry(recording);
  const secret = mapGet(last.world.store.objects, key) as Secret | undefined;
  const account = mapGet(last.world.store.objects, 'serviceaccounts/default/robot');
  const uid = secret?.metadata.annotations?.['kubernetes.io/service-account.uid'];
  if (uid !== undefined && uid === account?.metadata.uid) return undefined;
  const named = secret?.metadata.annotations?.['kubernetes.io/service-account.name'];
  const says = named
    ? t`In the end \`robot-key\` belongs to the account \`${named}\`, and not to \`robot\`.`
    : t`In the end \`robot-key\` does not name \`robot\` as its account.`;
  return { says, entry: last.index };
}

/** A manifest, as far as it is looked at. */
interface Applied {
  readonly kind?: string;
  readonly metadata?: { readonly name?: string };
  readonly data?: object;
  readonly stringData?: object;
}

function writtenByHand(recording: Recording): Problem | undefined {
  for (const { event, index } of entriesOf(recording, 'act')) {
    if (event.by !== 'reader' || event.act.kind !== 'apply') continue;
    const { kind = '', metadata, data, stringData } = event.act.object as Applied;
    const name = metadata?.name ?? '';
    const says =
      kind !== 'Secret' || name !== 'robot-key'
        ? t`You apply ${kind} \`${name}\`. The Secret \`robot-key\` is enough.`
        : Object.keys({ ...data, ...stringData }).length > 0
          ? t`Write the Secret without data: the controller makes and signs the token.`
          : undefined;
    if (says !== undefined) return { says, entry: index };
  }
  return undefined;
}

export const exercise: Exercise = {
  id: 'controller-manager/table-of-controllers/by-hand',
  kind: 'manifests',
  title: 'A second token, by hand',
  task:
    'The account `robot` has a token already, and needs another one, in a Secret named `robot-key`. ' +
    'No controller makes a second one by itself, but one fills it in if you ask in the right way. Mend this Secret, and write nothing else.',
  scenario: 'controller-manager/table-of-controllers#by-hand',
  applyAtMs: 3000,
  start: `apiVersion: v1
kind: Secret
metadata:
  name: robot-key
  namespace: default
type: Opaque
`,
  solution: `apiVersion: v1
kind: Secret
metadata:
  name: robot-key
  namespace: default
  annotations:
    kubernetes.io/service-account.name: robot
type: kubernetes.io/service-account-token
`,
  seeds: [3, 7, 21, 59, 404],
  checks: [
    { name: 'The API server takes what you write', problem: refused },
    { name: 'The Secret gets a token', problem: noToken },
    { name: 'It is a token of `robot`', problem: ofAnother },
    { name: 'You write this Secret, and no token', problem: writtenByHand },
  ],
  hints: [
    'Look at the Secret that the account has, in the store at 2,000 ms. How does yours differ from it, apart from its name?',
    'The token controller hears only of Secrets of the type `kubernetes.io/service-account-token`. All others are filtered out before its queue.',
    'An annotation says whose token it is: `kubernetes.io/service-account.name: robot`. The API server insists on it.',
  ],
  why:
    'The controller works in both directions. An account without a Secret gets one. A Secret that names an account gets what it lacks: the token, the ' +
    'namespace, the certificates, the uid. If there is no such account, the Secret is deleted. Today accounts get no Secret by themselves, and this is how to get one.',
  next: 'Name an account that does not exist, and see how long your Secret lives. Then make that account, and see whether the Secret comes back.',
};
