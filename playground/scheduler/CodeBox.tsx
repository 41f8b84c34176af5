import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { signal, useSignal } from '@preact/signals';
import { t } from '../../src/i18n/t.ts';
import type { PluginCode } from './PluginCode.tsx';
import { ownFile, pluginFiles, pluginsFolder } from './plugin-files.ts';
import type { SchedulerModel } from './scheduler-model.ts';

const pluginCode = signal<typeof PluginCode | undefined>(undefined);

/** The code of a plugin, once it is asked for: what shows and edits it comes with it. */
export function CodeSection({ model }: { readonly model: SchedulerModel }): VNode | null {
  const wanted = model.code.value !== undefined || model.editing.value !== undefined;
  useEffect(() => {
    if (!wanted || pluginCode.value) return;
    import('./PluginCode.tsx').then(
      (part) => (pluginCode.value = part.PluginCode),
      () =>
        (model.problem.value = t`This part of the page could not be fetched. Reload it when you are connected.`),
    );
  }, [wanted]);
  const Part = pluginCode.value;
  if (!wanted) return null;
  return (
    <section class="lab-part" aria-labelledby="lab-code">
      {Part ? <Part model={model} /> : <p id="lab-code">{t`The code is being fetched…`}</p>}
    </section>
  );
}

/** Which files of plugins are edited, and a way to more. */
export function CodeBox({ model }: { readonly model: SchedulerModel }): VNode {
  const { edits } = model.input.value;
  return (
    <section class="lab-part" aria-labelledby="lab-plugins">
      <h2 id="lab-plugins">{t`The code of the plugins`}</h2>
      <p class="lab-about">
        {t`A verdict in the table leads to the line that decided. Change a plugin, or write one, and compare.`}
      </p>
      <label class="lab-files">
        {t`Edit a file`}
        <select
          value=""
          onChange={({ currentTarget }) => {
            model.editing.value = currentTarget.value;
            currentTarget.value = '';
          }}
        >
          <option value="">{t`choose one`}</option>
          {pluginFiles.map((file) => (
            <option value={file} key={file}>
              {file.slice(pluginsFolder.length)}
            </option>
          ))}
        </select>
      </label>
      <p class="lab-answers">
        <button type="button" onClick={() => (model.editing.value = ownFile)}>
          {edits[ownFile] === undefined ? t`Write a plugin of your own` : t`Go on with your own plugin`}
        </button>
      </p>
    </section>
  );
}

/** A link brought code: it is looked at before it runs. */
export function CodeAsked({ model }: { readonly model: SchedulerModel }): VNode | null {
  const open = useSignal(false);
  const edits = model.offered.value;
  if (!edits) return null;
  const answer = ({ currentTarget }: { readonly currentTarget: HTMLElement }, run: boolean): void => {
    // The buttons go; what comes first on the page stays.
    currentTarget.closest('.lab-given')?.querySelector<HTMLElement>('select')?.focus();
    model.offered.value = undefined;
    if (run) void model.set({ edits });
  };
  return (
    <div
      class="lab-part lab-asked"
      role="group"
      aria-label={t`Edited code`}
      aria-describedby="lab-asked"
      tabIndex={-1}
    >
      <p id="lab-asked">
        {model.ranHere.value
          ? t`This is the code of that run. It can be looked at, edited, and run once more.`
          : t`This link brings code that another reader has edited. It would run in a worker that reaches neither this page nor the network.`}
      </p>
      <details open={open.value} onToggle={({ currentTarget }) => (open.value = currentTarget.open)}>
        <summary>{t`Look at it first`}</summary>
        {Object.entries(edits).map(([file, text]) => (
          <figure key={file} class="lab-offered">
            <figcaption>{file}</figcaption>
            <pre tabIndex={0}>{text}</pre>
          </figure>
        ))}
      </details>
      <p class="lab-answers">
        <button type="button" onClick={(event) => answer(event, true)}>
          {t`Run it`}
        </button>
        <button type="button" onClick={(event) => answer(event, false)}>
          {t`Leave it`}
        </button>
      </p>
    </div>
  );
}
