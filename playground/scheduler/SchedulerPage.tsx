import type { VNode } from 'preact';
import { useSignal } from '@preact/signals';
import { Table } from '../../src/components/scope/panes/Table.tsx';
import { countOf } from '../../src/recording/words.ts';
import { t, translated } from '../../src/i18n/t.ts';
import { ClusterBox } from './ClusterBox.tsx';
import { CodeAsked, CodeBox, CodeSection } from './CodeBox.tsx';
import { ObjectBox } from './ObjectBox.tsx';
import { ProfileBox } from './ProfileBox.tsx';
import { Search } from './Search.tsx';
import { ShareBox } from './ShareBox.tsx';
import type { RunResult } from './answers.ts';
import type { SchedulerModel } from './scheduler-model.ts';
import { nodesTable, podsTable } from './scheduler-tables.ts';

interface SchedulerPageProps {
  readonly model: SchedulerModel;
  /** What is wrong with the link that led here. */
  readonly notice?: string;
}

/** More rows than this have a search. */
const fewRows = 12;

/** The whole page: what is brought, what becomes of it, and what can be set. */
export function SchedulerPage({ model, notice }: SchedulerPageProps): VNode {
  const result = model.result.value;
  return (
    <>
      <div class="lab-given">
        {notice && (
          <p class="lab-wrong" role="alert">
            {notice}
          </p>
        )}
        <CodeAsked model={model} />
        <ClusterBox model={model} />
      </div>
      <div class="lab-main" aria-busy={model.busy.value}>
        <Status model={model} />
        {result && <Pods model={model} result={result} />}
        <ObjectBox model={model} />
        <CodeSection model={model} />
        {result && <Nodes model={model} result={result} />}
      </div>
      <div class="lab-set">
        <ProfileBox model={model} />
        <CodeBox model={model} />
        <ShareBox model={model} />
      </div>
    </>
  );
}

/** How far the search is, what went wrong, or what came out of it, in a sentence. */
function Status({ model }: { readonly model: SchedulerModel }): VNode {
  const { progress, problem, result, setupProblems, codeProblems } = model;
  const far = progress.value;
  const stays =
    codeProblems.value.length > 0
      ? t`Not run again: ${translated(codeProblems.value[0]?.message ?? '')}`
      : setupProblems.value.length > 0
        ? t`Not run again: the configuration cannot be used. Its errors are shown under The profile.`
        : undefined;
  return (
    <div class="lab-status">
      <p role="status">
        {problem.value ??
          (far
            ? t`${far.decided} of ${far.of} pods are decided…`
            : (stays ?? (result.value && told(result.value))))}
      </p>
      {far && (
        <button type="button" onClick={() => model.stop()}>
          {t`Stop`}
        </button>
      )}
    </div>
  );
}

function told({ after, before, reading }: RunResult): string {
  if (reading.refused) return t`Nothing is decided: the cluster is too large.`;
  const placed = after.pods.filter(({ node }) => node !== undefined).length;
  const words = t`${placed} of ${countOf(after.pods.length, 'waiting pod')} find a node.`;
  const others = after.others.map(
    ({ scheduler, count }) => t`${count} wait for the scheduler "${scheduler}".`,
  );
  const was = new Map(before?.pods.map(({ key, node }) => [key, node]));
  const moved = before
    ? after.pods.filter(({ key, node }) => was.has(key) && was.get(key) !== node).length
    : 0;
  const differs = !before
    ? []
    : moved > 0
      ? [t`${moved} go elsewhere than before your changes.`]
      : [t`Each goes where it went before your changes.`];
  return [words, ...others, ...differs].join(' ');
}

interface ResultProps {
  readonly model: SchedulerModel;
  readonly result: RunResult;
}

function Pods({ model, result }: ResultProps): VNode {
  const search = useSignal('');
  return (
    <section class="lab-part" aria-labelledby="lab-pods">
      <h2 id="lab-pods">{t`Where the pods go`}</h2>
      {result.after.pods.length > fewRows && (
        <Search label={t`Search pods`} onInput={(text) => (search.value = text)} />
      )}
      <Table
        model={podsTable(result, search.value)}
        onPick={(key) => void model.pick({ kind: 'Pod', key })}
        picked={pickedOf(model, 'Pod')}
      />
    </section>
  );
}

function Nodes({ model, result }: ResultProps): VNode {
  const search = useSignal('');
  return (
    <section class="lab-part" aria-labelledby="lab-nodes">
      <h2 id="lab-nodes">{t`The nodes`}</h2>
      {result.after.nodes.length > fewRows && (
        <Search label={t`Search nodes`} onInput={(text) => (search.value = text)} />
      )}
      <Table
        model={nodesTable(result, search.value)}
        onPick={(key) => void model.pick({ kind: 'Node', key })}
        picked={pickedOf(model, 'Node')}
      />
    </section>
  );
}

function pickedOf({ shown }: SchedulerModel, kind: 'Node' | 'Pod'): string | undefined {
  const picked = shown.value?.picked;
  return picked?.kind === kind ? picked.key : undefined;
}
