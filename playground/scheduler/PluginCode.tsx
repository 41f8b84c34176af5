import type { VNode } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { useSignal } from '@preact/signals';
import { editedCode, textOf } from '../../src/components/code/edited-code.ts';
import { type CodeFile, loadCode } from '../../src/components/code/source.ts';
import { t } from '../../src/i18n/t.ts';
import { CodeEditing } from './CodeEditing.tsx';
import { attemptOf } from './outcome.ts';
import { ownFile } from './plugin-files.ts';
import type { SchedulerModel } from './scheduler-model.ts';
import type { RanLine, TracedVerdict } from './trace-plugin.ts';

/** The code of a plugin: the lines that ran for a node, with their values; or a file of it, to be edited. */
export function PluginCode({ model }: { readonly model: SchedulerModel }): VNode | null {
  const editing = model.editing.value;
  const traced = model.code.value;
  if (editing !== undefined) return <CodeEditing key={editing} model={model} file={editing} />;
  return traced ? <Traced model={model} traced={traced} /> : null;
}

interface TracedProps {
  readonly model: SchedulerModel;
  readonly traced: TracedVerdict;
}

function Traced({ model, traced }: TracedProps): VNode {
  const { of, lines, left, files, says } = traced;
  const at = useSignal(lines.length - 1);
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    at.value = lines.length - 1;
    heading.current?.focus();
  }, [traced]);
  const now = lines[Math.min(at.value, lines.length - 1)];
  const file = now?.file ?? files[0] ?? '';
  const go = (to: number): void => {
    at.value = Math.max(0, Math.min(lines.length - 1, to));
  };
  return (
    <>
      <h2 id="lab-code" ref={heading} tabIndex={-1}>{t`${of.plugin} on ${of.node}`}</h2>
      <p>{t`For ${of.pod}, attempt ${of.attempt}: ${says}.`}</p>
      <p class="lab-answers">
        <OtherPlugin model={model} traced={traced} />
        <button type="button" disabled={at.value <= 0} onClick={() => go(at.value - 1)}>
          {t`Earlier line`}
        </button>
        <button type="button" disabled={at.value >= lines.length - 1} onClick={() => go(at.value + 1)}>
          {t`Later line`}
        </button>
        <button type="button" onClick={() => (model.editing.value = file)}>
          {t`Edit this file`}
        </button>
        <button type="button" onClick={() => (model.code.value = undefined)}>
          {t`Close`}
        </button>
      </p>
      <p class="lab-about" role="status">
        {now
          ? t`${file}, line ${now.line}: ${at.value + 1 + left} of ${lines.length + left} lines that ran; the last one decided.`
          : t`No line of it ran.`}
      </p>
      <Listing model={model} file={file} lines={lines} now={now} />
      {now && <Values locals={now.locals} />}
    </>
  );
}

/** What else can be asked of the same node. */
function OtherPlugin({ model, traced: { of } }: TracedProps): VNode {
  const after = model.shown.value?.after;
  const attempt = after && attemptOf(after);
  const scored = attempt?.scores?.nodes.includes(of.node) ? attempt.scores.columns : [];
  const filters = (attempt?.filters?.plugins ?? []).map((plugin) => `filter ${plugin}`);
  const scores = scored.map(({ plugin }) => `score ${plugin}`);
  return (
    <label class="lab-line">
      {t`Plugin`}
      <select
        value={`${of.point} ${of.plugin}`}
        onChange={({ currentTarget }) => {
          const [point = '', plugin = ''] = currentTarget.value.split(' ');
          void model.openCode(of.node, plugin, point === 'score' ? 'score' : 'filter');
        }}
      >
        <optgroup label={t`Filters`}>{filters.map(optionOf)}</optgroup>
        {scores.length > 0 && <optgroup label={t`Scores`}>{scores.map(optionOf)}</optgroup>}
      </select>
    </label>
  );
}

const optionOf = (value: string): VNode => (
  <option value={value} key={value}>
    {value.slice(value.indexOf(' ') + 1)}
  </option>
);

interface ListingProps {
  readonly model: SchedulerModel;
  readonly file: string;
  readonly lines: readonly RanLine[];
  readonly now: RanLine | undefined;
}

/** The file, with the lines that ran and the one that is looked at. */
function Listing({ model, file, lines, now }: ListingProps): VNode {
  const code = useSignal<CodeFile | Error | undefined>(undefined);
  const box = useRef<HTMLDivElement>(null);
  const text = model.input.value.edits[file];
  useEffect(() => {
    void loadFile(file, text).then((found) => (code.value = found));
  }, [file, text]);
  const found = code.value;
  useLayoutEffect(() => {
    const row = box.current?.querySelector<HTMLElement>('[aria-current]');
    if (box.current && row) box.current.scrollTop = row.offsetTop - box.current.clientHeight / 2;
  }, [found, now?.line]);
  if (found instanceof Error) return <p class="lab-wrong">{found.message}</p>;
  const ran = new Set(lines.filter((one) => one.file === file).map(({ line }) => line));
  return (
    <div class="listing lab-code" tabIndex={0} role="group" aria-label={file} ref={box}>
      <ol>
        {(found?.file === file ? found.lines : []).map((html, i) => (
          <li
            key={i}
            data-ran={ran.has(i + 1) || undefined}
            aria-current={now?.line === i + 1 ? 'step' : undefined}
            // Highlighted when the site was built; a reader's own lines are escaped.
            dangerouslySetInnerHTML={{ __html: `<code>${html || ' '}</code>` }}
          />
        ))}
      </ol>
    </div>
  );
}

/** A file as it is shown: ours highlighted, an edited one highlighted where it still equals ours. */
async function loadFile(file: string, text: string | undefined): Promise<CodeFile | Error> {
  if (file === ownFile) return editedCode({ file, from: 1, whole: true, lines: [], symbols: [] }, text ?? '');
  const ours = await loadCode(import.meta.env.BASE_URL, file);
  return ours instanceof Error || text === undefined || text === textOf(ours) ? ours : editedCode(ours, text);
}

/** What the names held when the line was about to run. */
function Values({ locals }: { readonly locals: RanLine['locals'] }): VNode {
  const values = Object.entries(locals);
  if (values.length === 0) return <p class="lab-about">{t`No local values are known here.`}</p>;
  return (
    <dl class="lab-values">
      {values.map(([name, value]) => (
        <div key={name}>
          <dt>
            <code>{name}</code>
          </dt>
          <dd>
            <code>{value}</code>
          </dd>
        </div>
      ))}
    </dl>
  );
}
