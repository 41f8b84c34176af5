import type { VNode } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { type Signal, useSignal } from '@preact/signals';
import upstream from '../../runtime/upstream.json' with { type: 'json' };
import type { Player, View } from '../scope/player.ts';
import { CodeLines } from './CodeLines.tsx';
import { Locals } from './Locals.tsx';
import { type CurrentLine, currentLine } from './lines.ts';
import { type CodeFile, type CodeSymbol, loadCode, symbolAt, upstreamPlace } from './source.ts';

interface CodePaneProps {
  readonly player: Player;
  readonly view: View;
  /** The files shown, in order; excerpts at first, fetched whole when the pane wakes. */
  readonly files: readonly CodeFile[];
}

/** The source, with the line that runs, what ran before, breakpoints, and the locals of the line. */
export function CodePane({ player, view, files }: CodePaneProps): VNode {
  const box = useRef<HTMLDivElement>(null);
  const fetched = useSignal<ReadonlyMap<string, CodeFile | Error>>(new Map());
  /** The file that the reader chose; undefined follows the run. */
  const chosen = useSignal<string | undefined>(undefined);
  const chosenSymbol = useSignal<CodeSymbol | undefined>(undefined);

  const { entries, processes } = view.recording;
  const cursor = view.now.index;
  const current = currentLine(entries, cursor);
  const followed = files.find((file) => file.file === current?.file) ?? files[0];
  const shown = files.find((file) => file.file === chosen.value) ?? followed;
  const source = shown && fetched.value.get(shown.file);
  const code = source instanceof Error ? shown : (source ?? shown);
  const line = current && code && current.file === code.file ? lineOf(current, code.symbols) : undefined;

  // A step brings the reader back to where the run is.
  useEffect(() => {
    chosen.value = undefined;
    chosenSymbol.value = undefined;
  }, [cursor]);
  useEffect(() => void (shown && !shown.whole && fetchInto(fetched, shown.file)), [shown?.file]);
  // In the same frame as the step, but behind all that the step draws: measuring earlier would lay it out twice.
  useLayoutEffect(() => {
    const target = chosenSymbol.value?.from ?? line;
    const atTop = chosenSymbol.value !== undefined;
    if (code && target !== undefined)
      queueMicrotask(() => box.current && scrollIntoBox(box.current, code, target, atTop));
  }, [line, code, chosenSymbol.value]);

  if (!code || !shown) {
    return (
      <p class="code-empty">This scenario shows no source file. Step through its events in the panes.</p>
    );
  }
  const symbol = chosenSymbol.value ?? (line === undefined ? undefined : symbolAt(code.symbols, line));
  return (
    <div class="code-pane">
      <div class="code-head">
        <FileSelect files={files} shown={shown.file} onChoose={(file) => (chosen.value = file)} />
        <Outline code={code} symbol={symbol} onChoose={(to) => (chosenSymbol.value = to)} />
        <Upstream symbol={symbol} />
      </div>
      {source instanceof Error && (
        <p class="code-empty" role="status">
          {source.message}
        </p>
      )}
      <div class="code-body">
        <div class="code-box" ref={box} onScroll={keepGutter}>
          <CodeLines
            player={player}
            code={code}
            entries={entries}
            cursor={cursor}
            line={line}
            when={current?.when ?? 'last'}
          />
        </div>
        <Locals current={current} processes={processes} />
      </div>
    </div>
  );
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

/**
 * Scrolls the box, and nothing else, so that a line stands inside its middle; to the top third if asked for.
 * All rows are of one height, so the lines out of sight need not be laid out to know where one is.
 */
function scrollIntoBox(box: HTMLElement, code: CodeFile, line: number, atTop: boolean): void {
  const text = box.firstElementChild as HTMLElement | null;
  if (!text || line < code.from || line >= code.from + code.lines.length) return;
  const height = text.offsetHeight / code.lines.length;
  const top = text.offsetTop + (line - code.from) * height;
  const margin = Math.min(box.clientHeight / 4, height * 4);
  const visible = top >= box.scrollTop + margin && top + height <= box.scrollTop + box.clientHeight - margin;
  if (visible && !atTop) return;
  box.scrollTop = top - (atTop ? height : box.clientHeight / 3);
}

/** The gutter sticks to the edge while the box is scrolled sideways, and only then: what sticks is a layer a line. */
function keepGutter({ currentTarget }: { readonly currentTarget: HTMLElement }): void {
  currentTarget.toggleAttribute('data-aside', currentTarget.scrollLeft !== 0);
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
      aria-label="File"
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
      aria-label="Function"
      value={symbol ? String(symbol.from) : ''}
      onChange={(event) => choose(event.currentTarget.value)}
    >
      <option value="">functions</option>
      {functions.map(({ name, from }) => (
        <option value={String(from)} key={from}>
          {name}
        </option>
      ))}
    </select>
  );
}

/** Where upstream has the function that is looked at. */
function Upstream({ symbol }: { readonly symbol: CodeSymbol | undefined }): VNode {
  if (!symbol) return <span class="code-upstream" />;
  if (!symbol.mirrors)
    return <span class="code-upstream">{symbol.name} has no declaration of its own upstream</span>;
  const place = upstreamPlace(symbol.mirrors, upstream.repository, upstream.tag);
  return (
    <span class="code-upstream">
      <span class="code-tag">Kubernetes {upstream.tag}: </span>
      <a href={place.url} rel="external">
        {place.path}
      </a>{' '}
      <code>{place.symbol}</code>
    </span>
  );
}
