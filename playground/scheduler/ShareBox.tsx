import type { VNode } from 'preact';
import { useSignal } from '@preact/signals';
import { t } from '../../src/i18n/t.ts';
import { encodeCluster } from './cluster-link.ts';
import { defaultProfile, isDefault } from './profile.ts';
import { ownFile } from './plugin-files.ts';
import type { SchedulerModel } from './scheduler-model.ts';

/** What was changed, to be undone; a link that holds all of it; and a file. */
export function ShareBox({ model }: { readonly model: SchedulerModel }): VNode {
  const told = useSignal('');
  const { changes, profile, edits } = model.input.value;
  const files = Object.keys(edits);
  const tell = async (work: () => Promise<string>): Promise<void> => {
    try {
      told.value = await work();
    } catch (error) {
      told.value = error instanceof Error ? error.message : String(error);
    }
  };
  const link = async (): Promise<string> => {
    const fragment = await encodeCluster(model.input.value, () => model.all('brought'));
    const address = new URL(fragment, location.href).href;
    history.replaceState(history.state, '', fragment);
    try {
      await navigator.clipboard.writeText(address);
    } catch {
      return t`The link is in the address bar now: copy it there.`;
    }
    return t`The link is copied, and stands in the address bar.`;
  };
  const save = async (): Promise<string> => {
    const text = await model.all('changed');
    const url = URL.createObjectURL(new Blob([text], { type: 'application/yaml' }));
    const anchor = document.createElement('a');
    anchor.href = url;
    anchor.download = 'cluster.yaml';
    anchor.click();
    URL.revokeObjectURL(url);
    return t`The cluster with your changes is in cluster.yaml.`;
  };
  return (
    <section class="lab-part" aria-labelledby="lab-share">
      <h2 id="lab-share">{t`Compare and share`}</h2>
      {changes.length === 0 && isDefault(profile) && files.length === 0 ? (
        <p class="lab-about">
          {t`Change a pod, a node, the profile or a plugin: the tables then show what changed.`}
        </p>
      ) : (
        <Changes model={model} />
      )}
      <p class="lab-answers">
        <button type="button" onClick={() => void tell(link)}>
          {t`Copy a link`}
        </button>
        <button type="button" onClick={() => void tell(save)}>
          {t`Save as a file`}
        </button>
      </p>
      <p role="status">{told.value}</p>
    </section>
  );
}

/** All that a reader has changed, each with a way back. */
function Changes({ model }: { readonly model: SchedulerModel }): VNode {
  const { changes, profile, edits } = model.input.value;
  const undo = (onClick: () => void): VNode => (
    <button type="button" onClick={onClick}>
      {t`Undo`}
    </button>
  );
  return (
    <ul class="lab-list">
      {changes.map(({ kind, key, text }) => (
        <li key={`${kind} ${key}`}>
          <span>{text === null ? t`${kind} ${key} taken away` : t`${kind} ${key} changed`}</span>
          {undo(() => void model.undo({ kind, key }))}
        </li>
      ))}
      {Object.keys(edits).map((file) => (
        <li key={file}>
          <button type="button" class="lab-place" onClick={() => (model.editing.value = file)}>
            {file === ownFile ? t`your own plugin` : t`${file} edited`}
          </button>
          {undo(() => {
            if (model.editing.value === file) model.editing.value = undefined;
            void model.editCode(file, undefined);
          })}
        </li>
      ))}
      {!isDefault(profile) && (
        <li>
          <span>{t`the profile changed`}</span>
          {undo(() => void model.set({ profile: defaultProfile }))}
        </li>
      )}
    </ul>
  );
}
