import type { VNode } from 'preact';
import { useSignal } from '@preact/signals';
import { Table } from '../../src/components/scope/panes/Table.tsx';
import { listed } from '../../src/recording/words.ts';
import { t } from '../../src/i18n/t.ts';
import { ObjectForm } from './ObjectForm.tsx';
import { Search } from './Search.tsx';
import type { Explanation } from './outcome.ts';
import type { SchedulerModel, Shown } from './scheduler-model.ts';
import { type ScoreForm, attemptsTable, scorersAlike, verdictTable } from './scheduler-tables.ts';

/** The pod or the node that is looked at: why it went where it went, and its lines to be changed. */
export function ObjectBox({ model }: { readonly model: SchedulerModel }): VNode | null {
  const shown = model.shown.value;
  if (!shown) return null;
  const { picked, after, before, object } = shown;
  return (
    <section class="sched-part" aria-labelledby="sched-object">
      <h2 id="sched-object">{picked.kind === 'Pod' ? t`Pod ${picked.key}` : t`Node ${picked.key}`}</h2>
      {after && <Attempts model={model} after={after} />}
      {after && <Why model={model} after={after} before={before} />}
      {object && (
        <ObjectForm key={`${picked.kind} ${picked.key}`} model={model} picked={picked} object={object} />
      )}
      {!object && <p>{t`It is gone. Undo the change that took it away to have it back.`}</p>}
      {picked.kind === 'Node' && object && <PodsOn model={model} shown={shown} />}
    </section>
  );
}

/** Where it was tried more than once: all of the times, to be opened one by one. */
function Attempts({
  model,
  after,
}: {
  readonly model: SchedulerModel;
  readonly after: Explanation;
}): VNode | null {
  const { attempts, number } = after;
  if (attempts.length < 2) return null;
  return (
    <>
      <Table
        model={attemptsTable(after)}
        onPick={(key) => void model.open(Number(key))}
        picked={String(number)}
      />
      <h3>{t`Attempt ${number} of ${attempts.length}`}</h3>
    </>
  );
}

interface WhyProps {
  readonly model: SchedulerModel;
  readonly after: Explanation;
  readonly before: Explanation | undefined;
}

/** Nodes by plugins. */
function Why({ model, after, before }: WhyProps): VNode {
  const form = useSignal<ScoreForm>('weighted');
  const search = useSignal('');
  const alike = scorersAlike(after);
  const scored = after.nodes.some(({ scores }) => scores.length > 0);
  if (after.refusedBefore)
    return <p>{t`It was refused before any node was looked at: ${listed(after.refusedBefore)}.`}</p>;
  return (
    <>
      <div class="sched-tools">
        {scored && (
          <label class="sched-line">
            {t`Scores`}
            <select
              value={form.value}
              onChange={({ currentTarget }) => (form.value = currentTarget.value as ScoreForm)}
            >
              <option value="weighted">{t`as they count`}</option>
              <option value="normalized">{t`from 0 to 100`}</option>
              <option value="raw">{t`as the plugin gives them`}</option>
            </select>
          </label>
        )}
        {after.nodes.length > 12 && (
          <Search label={t`Search nodes`} onInput={(text) => (search.value = text)} />
        )}
      </div>
      <Table
        model={verdictTable(after, before, form.value, search.value)}
        onOpen={(node, opens) => {
          const [point, plugin = ''] = opens.split(' ');
          void model.openCode(node, plugin, point === 'score' ? 'score' : 'filter');
        }}
      />
      {scored && alike.length > 0 && (
        <p class="sched-about">
          {t`The same for every node: ${listed(alike.map(({ name, weighted }) => `${name} ${weighted}`))}.`}
        </p>
      )}
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
      <ul class="sched-pods">
        {some.map(({ key, came }) => (
          <li key={key}>
            <button type="button" class="sched-place" onClick={() => void model.pick({ kind: 'Pod', key })}>
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
