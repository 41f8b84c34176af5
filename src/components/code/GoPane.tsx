import type { VNode } from 'preact';
import { useEffect, useMemo } from 'preact/hooks';
import { useSignal } from '@preact/signals';
import { t } from '../../i18n/t.ts';
import { GoText } from './GoText.tsx';
import { type GoBeside, type GoFile, loadGo, sourceOf } from './go-files.ts';
import type { CurrentLine } from './lines.ts';
import type { CodeSymbol } from './source.ts';

interface GoPaneProps {
  /** The file that is shown, and what it declares. */
  readonly file: string;
  readonly symbols: readonly CodeSymbol[];
  /** The declaration that is looked at. */
  readonly symbol: CodeSymbol | undefined;
  /** The line of the file that runs. */
  readonly line: number | undefined;
  readonly when: CurrentLine['when'];
}

/** Upstream's counterpart of the function that is looked at, with the same step lit. */
export function GoPane({ file, symbols, symbol, line, when }: GoPaneProps): VNode {
  const loaded = useSignal<{ readonly file: string; readonly go: GoFile<GoBeside> | 'failed' } | undefined>(
    undefined,
  );
  const load = (): void => {
    loaded.value = undefined;
    const tell = (go: GoFile<GoBeside> | 'failed'): void => void (loaded.value = { file, go });
    loadGo<GoBeside>(import.meta.env.BASE_URL, `ours/${file}`).then(tell, () => tell('failed'));
  };
  useEffect(load, [file]);
  const go = loaded.value?.file === file ? loaded.value.go : undefined;
  const parts = go && go !== 'failed' ? go.parts : undefined;
  const ours = declaring(symbol, symbols);
  const part = parts?.find(({ name }) => name === ours?.name);
  const source = useMemo(() => part && parts && sourceOf(part, parts), [part]);
  if (ours && part && source) {
    // A reader may have edited it: lines that are not the site's own are laid beside nothing.
    const asBuilt = ours.to - ours.from === part.to - part.from;
    const inside = line !== undefined && line >= ours.from && line <= ours.to;
    const at = asBuilt && inside ? line - ours.from : undefined;
    return <GoText source={source} look="pane" line={at} when={when} />;
  }
  return (
    <div class="go-text">
      <div class="go-ask">
        <p role="status">
          {go === undefined
            ? t`Loading…`
            : go === 'failed'
              ? t`What this site knows about the Go source could not be fetched.`
              : symbol
                ? t`${symbol.name} has no declaration of its own upstream.`
                : t`Choose a function, or step to a line that runs: its Go appears here.`}
        </p>
        {go === 'failed' && (
          <button type="button" onClick={load}>
            {t`Try again`}
          </button>
        )}
      </div>
    </div>
  );
}

/** A constructor has no counterpart of its own; what it sets are the fields of its class. */
function declaring(symbol: CodeSymbol | undefined, symbols: readonly CodeSymbol[]): CodeSymbol | undefined {
  if (!symbol?.name.endsWith('.constructor') || symbol.mirrors || symbol.partOf) return symbol;
  return symbols.find(({ name }) => `${name}.constructor` === symbol.name);
}
