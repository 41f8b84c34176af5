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
    const says = t`At ${timeOf(gone)} the controller deletes robot-key. It does so with the Secret of an account that there is not.`;
    return { says, entry: gone.index };
  }
  const secret = mapGet(last.world.store.objects, key) as Secret | undefined;
  if (!secret) return { says: t`In the end there is no Secret robot-key in default.`, entry: last.index };
  if (secret.data?.['token']) return undefined;
  const says = t`In the end robot-key holds no token. Its type is ${secret.type ?? ''}. The controller looks at Secrets of one type only.`;
  return { says, entry: last.index };
}

function ofAnother(recording: Recording): Problem | undefined {
  const last = lastEntry(recording);
  const secret = mapGet(last.world.store.objects, key) as Secret | undefined;
  const account = mapGet(last.world.store.objects, 'serviceaccounts/default/robot');
  const uid = secret?.metadata.annotations?.['kubernetes.io/service-account.uid'];
  if (uid !== undefined && uid === account?.metadata.uid) return undefined;
  const says = t`In the end robot-key does not say that it is of robot.`;
  return { says, entry: last.index };
}

function writtenByHand(recording: Recording): Problem | undefined {
  const written = entriesOf(recording, 'act').find(({ event }) => {
    if (event.by !== 'reader' || event.act.kind !== 'apply') return false;
    const object = event.act.object as { kind?: string; data?: object; stringData?: object };
    return object.kind !== 'Secret' || Object.keys({ ...object.data, ...object.stringData }).length > 0;
  });
  if (!written) return undefined;
  const says = t`Write a Secret alone, without data: it is the controller that signs.`;
  return { says, entry: written.index };
}

export const exercise: Exercise = {
  id: 'controller-manager/table-of-controllers/by-hand',
  kind: 'manifests',
  title: 'A second token, by hand',
  task:
    'The account `robot` has a token already, and somebody wants another one for it, in a Secret named `robot-key`. ' +
    'No controller makes a second one by itself, but one fills it in if you ask in the right way. Mend this Secret.',
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
    { name: 'The API server takes it', problem: refused },
    { name: 'The Secret gets a token', problem: noToken },
    { name: 'It is the token of robot', problem: ofAnother },
    { name: 'You sign nothing yourself', problem: writtenByHand },
  ],
  hints: [
    'Look at the Secret that the account has, in the store at 2,000 ms. In what does yours differ, besides its name?',
    'The token controller hears of Secrets of the type `kubernetes.io/service-account-token` only. All others are filtered out before its queue.',
    'An annotation says whose token it is: `kubernetes.io/service-account.name: robot`. The API server insists on it.',
  ],
  why:
    'The controller works in both directions. An account without a Secret gets one, and a Secret that names an account gets what it lacks: the token, the ' +
    'namespace, the certificates, the uid. If there is no such account, the Secret is deleted. Today accounts get no Secret by themselves, and this is how one is had.',
  next: 'Name an account that there is not, and see how long your Secret lives. Then make that account, and see whether the Secret comes back.',
};
