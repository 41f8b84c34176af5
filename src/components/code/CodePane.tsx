import type { RefObject, VNode } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { type Signal, useSignal } from '@preact/signals';
import { t } from '../../i18n/t.ts';
import { useUniqueId } from '../base/ids.ts';
import { onUse } from '../base/on-use.ts';
import type { Player, View } from '../scope/player/player.ts';
import { CodeBox } from './CodeBox.tsx';
import { CodeChoice } from './CodeChoice.tsx';
import { Locals } from './Locals.tsx';
import { UpstreamLink } from './UpstreamLink.tsx';
import { type CodeLanguages, chooseCode, codeChoice, onCodeChoice } from './choice.ts';
import { type CurrentLine, currentLine } from './lines.ts';
import { scrollIntoBox } from './scroll.ts';
import { type CodeFile, type CodeSymbol, loadCode, symbolAt } from './source.ts';

/** Upstream's side comes when the reader chooses it. */
const goPane = onUse(() => import('./GoPane.tsx'));

/** Files whose lines stay drawn. */
const mostKept = 4;

interface CodePaneProps {
  readonly player: Player;
  readonly view: View;
  /** The files shown, in order; excerpts at first, fetched whole when the pane wakes. */
  readonly files: readonly CodeFile[];
}

/** The source, with the line that runs, what ran before, breakpoints, and the locals of the line. */
export function CodePane({ player, view, files }: CodePaneProps): VNode {
  const choice = useSignal(codeChoice());
  const name = useUniqueId();
  useEffect(() => onCodeChoice(() => (choice.value = codeChoice())), []);
  const withGo = choice.value !== 'typescript';
  useEffect(() => void (withGo && goPane.load(player)), [withGo]);

  const { current, code, problem, line, chosen, chosenSymbol } = useCode(view, files);
  const kept = useKept(code);
  const box = useLineInSight(code, line, chosenSymbol.value, choice.value);
  if (!code) {
    return (
      <p class="code-empty">{t`This scenario shows no source file. Step through its events in the panes.`}</p>
    );
  }
  const symbol = chosenSymbol.value ?? (line === undefined ? undefined : symbolAt(code.symbols, line));
  const when = current?.when ?? 'last';
  const { entries, processes } = view.recording;
  const GoPane = goPane.value?.GoPane;
  return (
    <div class="code-pane" data-from={symbol?.from} data-to={symbol?.to}>
      <div class="code-head">
        <FileSelect files={files} shown={code.file} onChoose={(file) => (chosen.value = file)} />
        <Outline code={code} symbol={symbol} onChoose={(to) => (chosenSymbol.value = to)} />
        <CodeChoice name={name} chosen={choice.value} onChoose={chooseCode} />
        <UpstreamLink symbol={symbol} />
      </div>
      {problem && (
        <p class="code-empty" role="status">
          {problem.message}
        </p>
      )}
      <div class="code-body" data-code={choice.value}>
        {choice.value !== 'go' &&
          kept.map((one) => (
            <CodeBox
              key={one.file}
              shown={one === code}
              box={box}
              player={player}
              code={one}
              entries={entries}
              cursor={view.now.index}
              line={one === code ? line : undefined}
              when={when}
            />
          ))}
        {withGo &&
          (GoPane ? (
            <GoPane file={code.file} symbols={code.symbols} symbol={symbol} line={line} when={when} />
          ) : (
            <div class="go-text" />
          ))}
        <Locals key={view.now.index} current={current} processes={processes} />
      </div>
    </div>
  );
}

interface ShownCode {
  readonly current: CurrentLine | undefined;
  /** The file that is shown, an excerpt until it has come whole; undefined where the run shows none. */
  readonly code: CodeFile | undefined;
  /** Why it did not come whole. */
  readonly problem: Error | undefined;
  /** The line of that file at which the run is. */
  readonly line: number | undefined;
  /** The file that the reader chose; undefined follows the run. */
  readonly chosen: Signal<string | undefined>;
  readonly chosenSymbol: Signal<CodeSymbol | undefined>;
}

/** The file in which the run is, or that the reader chose until the next step. It is fetched whole. */
function useCode({ recording: { entries }, now }: View, files: readonly CodeFile[]): ShownCode {
  const fetched = useSignal<ReadonlyMap<string, CodeFile | Error>>(new Map());
  const chosen = useSignal<string | undefined>(undefined);
  const chosenSymbol = useSignal<CodeSymbol | undefined>(undefined);
  const cursor = now.index;
  const current = currentLine(entries, cursor);
  const followed = files.find((file) => file.file === current?.file) ?? files[0];
  const shown = files.find((file) => file.file === chosen.value) ?? followed;
  // A step brings the reader back to where the run is.
  useEffect(() => {
    chosen.value = undefined;
    chosenSymbol.value = undefined;
  }, [cursor]);
  useEffect(() => void (shown && !shown.whole && fetchInto(fetched, shown.file)), [shown?.file]);
  const source = shown && fetched.value.get(shown.file);
  const [code, problem] = source instanceof Error ? [shown, source] : [source ?? shown, undefined];
  const line = current && code && current.file === code.file ? lineOf(current, code.symbols) : undefined;
  return { current, code, problem, line, chosen, chosenSymbol };
}

/** The file that is shown, among those that were shown last. Where none is shown, no lines are kept: their boxes are gone. */
function useKept(code: CodeFile | undefined): readonly CodeFile[] {
  const kept = useRef<readonly CodeFile[]>([]);
  if (!code) kept.current = [];
  else if (!kept.current.includes(code)) {
    const others = kept.current.filter(({ file }) => file !== code.file);
    kept.current = [...others, code].slice(-mostKept);
  }
  return kept.current;
}

/** Scrolls the box with the lines to the symbol that the reader chose, else to the line at which the run is. */
function useLineInSight(
  code: CodeFile | undefined,
  line: number | undefined,
  chosen: CodeSymbol | undefined,
  choice: CodeLanguages,
): RefObject<HTMLDivElement> {
  const box = useRef<HTMLDivElement>(null);
  // In the same frame as the step, but after all that the step draws: measuring earlier would lay it out twice.
  useLayoutEffect(() => {
    const target = chosen?.from ?? line;
    if (code && target !== undefined)
      queueMicrotask(
        () =>
          box.current &&
          scrollIntoBox(box.current, target - code.from, code.lines.length, chosen !== undefined),
      );
  }, [line, code, chosen, choice]);
  return box;
}

/** An anchor may name a symbol alone: then its first line stands for it. */
function lineOf(current: CurrentLine, symbols: readonly CodeSymbol[]): number | undefined {
  if (current.line !== undefined) return current.line;
  return symbols.find((symbol) => symbol.mirrors?.endsWith(`#${current.function}`))?.from;
}

async function fetchInto(
  fetched: Signal<ReadonlyMap<string, CodeFile | Error>>,
  file: string,
): Promise<void> {
  const result = await loadCode(import.meta.env.BASE_URL, file);
  fetched.value = new Map([...fetched.value, [file, result]]);
}

interface FileSelectProps {
  readonly files: readonly CodeFile[];
  readonly shown: string;
  readonly onChoose: (file: string) => void;
}

function FileSelect({ files, shown, onChoose }: FileSelectProps): VNode {
  if (files.length === 1) return <span class="code-file">{shown}</span>;
  return (
    <select
      class="code-file"
      aria-label={t`File`}
      value={shown}
      onChange={(event) => onChoose(event.currentTarget.value)}
    >
      {files.map(({ file }) => (
        <option value={file} key={file}>
          {file}
        </option>
      ))}
    </select>
  );
}

interface OutlineProps {
  readonly code: CodeFile;
  readonly symbol: CodeSymbol | undefined;
  readonly onChoose: (symbol: CodeSymbol) => void;
}

/** The functions of the file; choosing one scrolls to it. */
function Outline({ code, symbol, onChoose }: OutlineProps): VNode {
  const functions = code.symbols.filter(({ kind }) => kind === 'function');
  const choose = (value: string): void => {
    const to = functions.find(({ from }) => String(from) === value);
    if (to) onChoose(to);
  };
  return (
    <select
      class="code-outline"
      aria-label={t`Function`}
      value={symbol ? String(symbol.from) : ''}
      onChange={(event) => choose(event.currentTarget.value)}
    >
      <option value="">{t`functions`}</option>
      {functions.map(({ name, from }) => (
        <option value={String(from)} key={from}>
          {name}
        </option>
      ))}
    </select>
  );
}
