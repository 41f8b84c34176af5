/** Go in pages, outside of Scopes: the choice of language, and texts that are fetched. Loaded when it is first used. */
import type { VNode } from 'preact';
import { render } from '../base/render.ts';
import { useEffect, useMemo } from 'preact/hooks';
import { useSignal } from '@preact/signals';
import { pageLanguage } from '../../i18n/page-language.ts';
import { t } from '../../i18n/t.ts';
import type { PinnedPlace } from '../../sources/fetch-pinned.ts';
import { GoText } from './GoText.tsx';
import { type CodeLanguages, chooseCode, codeChoice, onCodeChoice } from './choice.ts';
import { type GoBeside, type GoSource, loadGo, sourceOf } from './go-files.ts';
import { lineEvent } from './light-snippets.ts';

/** A reader has pressed one of the buttons of a snippet. */
export function choose(radio: HTMLInputElement): void {
  chooseCode(radio.value as CodeLanguages, radio);
}

/** Shows what was chosen, here or on another page: in the buttons, and in the snippets whose Go is not in the page. */
export function showChoice(): void {
  const choice = codeChoice();
  for (const radio of document.querySelectorAll<HTMLInputElement>('.snippet .code-choice input'))
    radio.checked = radio.value === choice;
  if (choice !== 'typescript') document.querySelectorAll<HTMLElement>('.snippet go-text').forEach(wakeGo);
}
onCodeChoice(showChoice);

/** Shows the Go of a place that a reader opens; where the page says no more, the place is that of the link before it. */
export function openGo(details: HTMLElement): void {
  const host = details.querySelector<HTMLElement>('go-text') ?? document.createElement('go-text');
  const { href = '' } = details.parentElement?.querySelector('a') ?? {};
  const [, upstream, line] = /\/blob\/[^/]+\/(.+)#L(\d+)/.exec(href) ?? [];
  if (!host.isConnected && upstream !== undefined) {
    Object.assign(host.dataset, { upstream, line });
    details.append(host);
  }
  wakeGo(host);
}

/**
 * Puts the Go text into its place in the page, or what to do to have it: `<go-text data-ours data-from>` for a declaration of ours,
 * `data-upstream data-line` for one of upstream, `data-place` for any other. Once for each place.
 */
function wakeGo(host: HTMLElement): void {
  if (host.dataset.awake !== undefined) return;
  host.dataset.awake = '';
  void pageLanguage()
    .catch(() => undefined)
    .then(() => render(<GoPlace host={host} />, host));
}

function GoPlace({ host }: { readonly host: HTMLElement }): VNode {
  const source = useSignal<GoSource | 'failed' | undefined>(undefined);
  const line = useSignal(litIn(host));
  const load = (): void => {
    source.value = undefined;
    sourceFor(host.dataset).then(
      (found) => (source.value = found ?? 'failed'),
      () => (source.value = 'failed'),
    );
  };
  useEffect(load, []);
  useEffect(() => {
    const light = (event: Event): void =>
      void (line.value = (event as CustomEvent<number | undefined>).detail);
    host.addEventListener(lineEvent, light);
    return () => host.removeEventListener(lineEvent, light);
  }, []);
  const found = source.value;
  const held = useMemo(() => (found === 'failed' ? undefined : found), [found]);
  if (held) return <GoText source={held} look="prose" line={line.value} />;
  return (
    <div class="go-ask">
      <p role="status">
        {found === 'failed' ? t`What this site knows about the Go source could not be fetched.` : t`Loading…`}
      </p>
      {found === 'failed' && (
        <p>
          <button type="button" onClick={load}>
            {t`Try again`}
          </button>
        </p>
      )}
    </div>
  );
}

async function sourceFor({ ours, from, upstream, line, place }: DOMStringMap): Promise<GoSource | undefined> {
  if (place !== undefined) return { place: JSON.parse(place) as PinnedPlace };
  const file = ours === undefined ? `upstream/${upstream}` : `ours/${ours}`;
  const { parts } = await loadGo<GoBeside>(import.meta.env.BASE_URL, file);
  const part = parts.find((one) =>
    ours === undefined ? one.pin.startLine === Number(line) : one.from === Number(from),
  );
  return part && sourceOf(part, parts);
}

/** The line of our declaration that was lit before its Go came; undefined for none. */
function litIn(host: HTMLElement): number | undefined {
  const figure = host.closest<HTMLElement>('.snippet');
  const rows = [...(figure?.querySelectorAll('.ours code > span') ?? [])];
  const at = rows.findIndex((row) => row.hasAttribute('data-current'));
  return at === -1 ? undefined : at - (figure?.dataset.owned === undefined ? 0 : 1);
}
