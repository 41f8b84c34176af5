import type { VNode } from 'preact';
import { useSignal } from '@preact/signals';
import { AttemptPane } from '../../src/subjects/scheduler/pane/AttemptPane.tsx';
import { nodeChanges } from '../../src/subjects/scheduler/pane/attempt-changes.ts';
import { t } from '../../src/i18n/t.ts';
import { mapGet } from '../../src/runtime/sim/pmap.ts';
import { ObjectForm } from './ObjectForm.tsx';
import { Search } from './Search.tsx';
import { type Explanation, attemptOf } from './outcome.ts';
import type { SchedulerModel, Shown } from './scheduler-model.ts';

/** The pod or the node that is looked at: why it went where it went, and its lines to be changed. */
export function ObjectBox({ model }: { readonly model: SchedulerModel }): VNode | null {
  const shown = model.shown.value;
  if (!shown) return null;
  const { picked, after, before, object } = shown;
  return (
    <section class="lab-part" aria-labelledby="lab-object">
      <h2 id="lab-object">{picked.kind === 'Pod' ? t`Pod ${picked.key}` : t`Node ${picked.key}`}</h2>
      {after && <Why key={after.pod} model={model} after={after} before={before} />}
      {object && (
        <ObjectForm key={`${picked.kind} ${picked.key}`} model={model} picked={picked} object={object} />
      )}
      {!object && <p>{t`It is gone. Undo the change that took it away to have it back.`}</p>}
      {picked.kind === 'Node' && object && <PodsOn model={model} shown={shown} />}
    </section>
  );
}

/** From so many nodes on there is a search. */
const manyNodes = 13;

/** The tables that an attempt has here. The table of pods names the pods that it preempted. */
const tabs: readonly string[] = ['filters', 'scores', 'nodes', 'attempts'];

interface WhyProps {
  readonly model: SchedulerModel;
  readonly after: Explanation;
  readonly before: Explanation | undefined;
}

/** What each plugin said of each node, and of each attempt where there were several. */
function Why({ model, after, before }: WhyProps): VNode {
  const tab = useSignal<string | undefined>(undefined);
  const only = useSignal('');
  const { pod, number, state } = after;
  const [attempt, was] = [attemptOf(after), before && attemptOf(before)];
  const differs = attempt && was && nodeChanges(was, attempt);
  const tried = mapGet(state.attempts, pod)?.length ?? 0;
  return (
    <>
      {tried > 1 && <h3>{t`Attempt ${number} of ${tried}`}</h3>}
      {state.nodes.size >= manyNodes && (
        <Search label={t`Search nodes`} onInput={(text) => (only.value = text)} />
      )}
      <div class="sched">
        <AttemptPane
          state={state}
          pod={pod}
          attempt={attempt}
          asked={number}
          onAttempt={(number) => void model.open(number)}
          tab={tab.value}
          onTab={(open) => (tab.value = open)}
          tabs={tabs}
          snapshot
          most={state.nodes.size}
          marked={differs && new Set(differs.keys())}
          only={only.value}
          also={differs}
          onOpen={({ node, plugin, point }) => void model.openCode(node, plugin, point)}
        />
      </div>
    </>
  );
}

/** The pods of a node, to be looked at in turn. */
function PodsOn({ model, shown }: { readonly model: SchedulerModel; readonly shown: Shown }): VNode {
  const all = useSignal(false);
  const pods = shown.object?.pods ?? [];
  const some = all.value ? pods : pods.slice(0, 20);
  return (
    <>
      <h3>{t`Pods on it`}</h3>
      {pods.length === 0 && <p>{t`None.`}</p>}
      <ul class="lab-pods">
        {some.map(({ key, came }) => (
          <li key={key}>
            <button type="button" class="lab-place" onClick={() => void model.pick({ kind: 'Pod', key })}>
              {key}
            </button>
            {came && ` ${t`came now`}`}
          </li>
        ))}
      </ul>
      {some.length < pods.length && (
        <button type="button" onClick={() => (all.value = true)}>
          {t`Show all ${pods.length}`}
        </button>
      )}
    </>
  );
}
