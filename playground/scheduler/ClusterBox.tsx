import type { VNode } from 'preact';
import { keepOut } from '../../src/components/base/text-limit.ts';
import { useUniqueId } from '../../src/components/base/ids.ts';
import { countOf, listed } from '../../src/recording/words.ts';
import { t, translated } from '../../src/i18n/t.ts';
import type { RunResult } from './answers.ts';
import { type Problem, type Source, mostCharacters, mostTyped } from './cluster.ts';
import { type Example, examples } from './examples.ts';
import { goToLine, useTypedText } from './typed-text.ts';
import { type SchedulerModel, inputOf } from './scheduler-model.ts';

/** How long nothing has to be typed until it is decided, in ms. */
const pauseMs = 400;

/** Where a cluster is brought: chosen, typed, pasted, or in files; what was read of it stands below. */
export function ClusterBox({ model }: { readonly model: SchedulerModel }): VNode {
  const id = useUniqueId();
  const { input, result, problem } = model;
  const [, ...files] = input.value.sources;
  const example = examples.find(({ text }) => text === model.typed());

  const { area, shown, take, forget } = useTypedText(model.typed(), (text) => void model.type(text));
  const bring = (list: Iterable<File>): void => void bringFiles(model, list, example !== undefined);
  const goTo = (line: number): void => goToLine(area.current, line);

  return (
    <section class="lab-part" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{t`The cluster`}</h2>
      <Examples
        chosen={example}
        onChoose={({ text }) => {
          forget();
          void model.set(inputOf(text));
        }}
      />
      <textarea
        ref={area}
        rows={18}
        spellcheck={false}
        autocapitalize="off"
        wrap="off"
        aria-label={t`Nodes and pods, as YAML or JSON`}
        aria-describedby={`${id}-how ${id}-read`}
        aria-invalid={result.value?.reading.problems.some(({ source }) => source === 0) ?? false}
        value={shown}
        onInput={() => take(pauseMs)}
        onBeforeInput={keepOut(mostTyped, (characters, text) => {
          if (text.length > mostTyped)
            void model.addFiles([{ name: t`pasted text`, text }], example !== undefined);
          else
            problem.value = t`expected at most ${mostTyped} characters in this field, found ${characters}. Bring it as a file.`;
        })}
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          const dropped = event.dataTransfer?.files;
          if (!dropped || dropped.length === 0) return;
          event.preventDefault();
          bring(dropped);
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          take(0);
        }}
      />
      <p class="lab-how" id={`${id}-how`}>
        {t`Type or paste here, or open files. A whole cluster is`}{' '}
        <code>
          kubectl get nodes,pods,svc,rc,rs,sts,pdb,pc,pv,pvc,sc,csinodes <span>-A</span> <span>-o yaml</span>
        </code>
        . {t`It stays in this page: nothing is sent anywhere.`}
      </p>
      <Files files={files} onOpen={bring} onRemove={(at) => void model.removeFile(at + 1)} />
      <div id={`${id}-read`}>
        {result.value && <Read result={result.value} files={files} onGoTo={goTo} />}
      </div>
    </section>
  );
}

/** Reads files into the cluster, beside what is typed or, with `inPlace`, instead of it. If one is too large, none is read. */
async function bringFiles(model: SchedulerModel, list: Iterable<File>, inPlace: boolean): Promise<void> {
  const brought: Source[] = [];
  for (const file of list) {
    if (file.size > mostCharacters) {
      const [size, most] = [Math.ceil(file.size / 1_000_000), mostCharacters / 1_000_000];
      model.problem.value = t`${file.name} has ${size} MB, and at most ${most} MB can be read. Bring only nodes and pods, or the pods of some namespaces.`;
      return;
    }
    brought.push({ name: file.name, text: await file.text() });
  }
  if (brought.length > 0) await model.addFiles(brought, inPlace);
}

interface ExamplesProps {
  readonly chosen: Example | undefined;
  readonly onChoose: (example: Example) => void;
}

function Examples({ chosen, onChoose }: ExamplesProps): VNode {
  return (
    <>
      <label class="lab-line">
        {t`Example`}
        <select
          value={chosen?.id ?? ''}
          onChange={({ currentTarget }) => {
            const next = examples.find(({ id }) => id === currentTarget.value);
            if (next) onChoose(next);
          }}
        >
          {!chosen && <option value="">{t`your own`}</option>}
          {examples.map(({ id, title }) => (
            <option value={id} key={id}>
              {translated(title)}
            </option>
          ))}
        </select>
      </label>
      {chosen && <p class="lab-about">{translated(chosen.about)}</p>}
    </>
  );
}

interface FilesProps {
  readonly files: readonly Source[];
  readonly onOpen: (files: readonly File[]) => void;
  readonly onRemove: (at: number) => void;
}

function Files({ files, onOpen, onRemove }: FilesProps): VNode {
  return (
    <>
      <label class="lab-files">
        {t`Open files`}
        <input
          type="file"
          multiple
          accept=".yaml,.yml,.json,.txt"
          onChange={({ currentTarget }) => {
            // A list of its own: the field is emptied, so that the same file can be opened again.
            onOpen([...(currentTarget.files ?? [])]);
            currentTarget.value = '';
          }}
        />
      </label>
      {files.length > 0 && (
        <ul class="lab-list">
          {files.map(({ name, text }, at) => (
            <li key={`${name} ${at}`}>
              <span>{t`${name}, ${Math.ceil(text.length / 1000)} kB`}</span>
              <button type="button" onClick={() => onRemove(at)}>
                {t`Remove`}
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

interface ReadProps {
  readonly result: RunResult;
  readonly files: readonly Source[];
  readonly onGoTo: (line: number) => void;
}

/** What was taken, what is wrong, and what was left out. */
function Read({ result, files, onGoTo }: ReadProps): VNode {
  const { counts, reading } = result;
  const { nodes, running, waiting, others, services } = counts;
  const taken = [
    countOf(nodes, 'node'),
    countOf(running, 'running pod'),
    countOf(waiting, 'waiting pod'),
    ...(services > 0 ? [countOf(services, 'service')] : []),
    ...(others > 0 ? [countOf(others, 'other object')] : []),
  ];
  return (
    <>
      <p class="lab-taken">{t`Taken: ${listed(taken)}.`}</p>
      <div role="status">
        {reading.problems.length > 0 && (
          <ul class="lab-problems">
            {reading.problems.map((problem, i) => (
              <li key={i}>
                <ProblemLine problem={problem} files={files} onGoTo={onGoTo} />
              </li>
            ))}
            {reading.moreProblems > 0 && <li>{t`and ${reading.moreProblems} more like these`}</li>}
          </ul>
        )}
      </div>
      {reading.leftOut.length > 0 && (
        <details class="lab-left" open={reading.leftOut.length <= 3}>
          <summary>{t`Left out, and why`}</summary>
          <ul class="lab-list">
            {reading.leftOut.map(({ what, count, why }) => (
              <li key={`${what} ${why}`}>{t`${count} × ${translated(what)}: ${translated(why)}`}</li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

interface ProblemLineProps {
  readonly problem: Problem;
  readonly files: readonly Source[];
  readonly onGoTo: (line: number) => void;
}

function ProblemLine({ problem, files, onGoTo }: ProblemLineProps): VNode {
  const { source, change, line, message } = problem;
  const words = translated(message);
  if (change !== undefined) return <>{t`In your change of ${change}, line ${line}: ${words}`}</>;
  if (source === undefined) return <>{words}</>;
  if (source > 0) return <>{t`${files[source - 1]?.name ?? ''}, line ${line}: ${words}`}</>;
  return (
    <>
      <button type="button" class="lab-place" onClick={() => onGoTo(line)}>
        {t`line ${line}`}
      </button>
      {': '}
      {words}
    </>
  );
}
