import { expect, test } from 'vitest';
import { DeletedFinalStateUnknown } from '../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/tools/cache/delta_fifo.ts';
import {
  type Deleted,
  lastState,
} from '../../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/client-go/tools/cache/last-state.ts';

const object = { uid: 'a' };
const unseen = (obj: Deleted<typeof object> | undefined) => new DeletedFinalStateUnknown('ns/a', obj);

test.each<[string, Deleted<typeof object>, typeof object | undefined]>([
  ['the object, if the watch told of its deletion', object, object],
  ['what was last seen of it, if the deletion was missed', unseen(object), object],
  ['nothing, if nothing of it was ever seen', unseen(undefined), undefined],
  ['nothing, if all that was known is that it was missed before', unseen(unseen(object)), undefined],
])('the last state is %s', (_what, deleted, state) => {
  expect(lastState(deleted)).toBe(state);
});
