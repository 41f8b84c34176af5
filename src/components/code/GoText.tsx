import type { VNode } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { useSignal } from '@preact/signals';
import { t } from '../../i18n/t.ts';
import {
  type Fetched,
  type Outside,
  browserCache,
  fetchPinned,
  keptLines,
} from '../../sources/fetch-pinned.ts';
import { mapLines } from '../../sources/go-lines.ts';
import { GoRows } from './GoRows.tsx';
import type { CurrentLine } from './lines.ts';
import { giveGoConsent, goConsent } from './go-consent.ts';
import { type GoSource, urlInRepository, untabbed } from './go-files.ts';
import { goTokens } from './go-tokens.ts';

interface GoTextProps {
  readonly source: GoSource;
  /** Lines in a box of their own with numbers, or lines that go on under themselves as those of prose do. */
  readonly look: 'pane' | 'prose';
  /** The line of our declaration, from 0, whose counterpart is lit; undefined for none. */
  readonly line?: number;
  readonly when?: CurrentLine['when'];
  /** Network and cache; a test brings its own. */
  readonly outside?: Outside;
}

const browser: Outside = { fetch: fetchOnce, kept: browserCache };

const fetched = new Map<string, Promise<Response>>();

/** Many declarations of one file may be wanted at the same moment: one request brings it for all. What failed is asked for again. */
async function fetchOnce(url: string): Promise<Response> {
  const asked = fetched.get(url) ?? fetch(url);
  fetched.set(url, asked);
  const response = await asked.catch((error: unknown) => {
    fetched.delete(url);
    throw error;
  });
  if (!response.ok) fetched.delete(url);
  return response.clone();
}

type State = Fetched | { readonly is: 'sought' | 'unasked' | 'asked' };

/** What was shown on this page is shown again at once. */
const seen = new Map<string, Fetched>();

/** What is known of the text that is wanted, how to ask for it, and whether the reader lets it be fetched without asking. */
function useFetched(source: GoSource, outside: Outside) {
  const { place, more, html } = source;
  const digest = place.pin.sha256;
  const state = useSignal<{ readonly of: string; readonly now: State } | undefined>(undefined);
  const now = state.value?.of === digest ? state.value.now : (seen.get(digest) ?? { is: 'sought' });
  const wanted = useRef(digest);
  wanted.current = digest;
  const tell = (value: State): void => {
    if (value.is === 'ok') seen.set(digest, value);
    // Drops an answer that comes late, for a text that the reader no longer looks at.
    if (wanted.current === digest) state.value = { of: digest, now: value };
  };
  useEffect(() => {
    if (html || seen.has(digest)) return;
    void keptLines(place.pin, outside).then((lines) => tell(lines ? { is: 'ok', lines } : { is: 'unasked' }));
  }, [digest]);
  // One consent is for all: whatever is shown, here or later, is fetched without another question.
  const may = goConsent.value;
  useEffect(() => {
    if (may && now.is === 'unasked') void ask();
  }, [may, now.is]);
  const ask = async (): Promise<void> => {
    tell({ is: 'asked' });
    tell(await fetchPinned(place, outside, more));
  };

  return { now, ask, may };
}

/** Upstream's text: from the site if it has it, else what the reader fetched before, else what to do to fetch it. */
export function GoText({ source, look, line, when = 'now', outside = browser }: GoTextProps): VNode {
  const { place, html, ours, part } = source;
  const { now, ask, may } = useFetched(source, outside);
  const lines = now.is === 'ok' ? now.lines : undefined;
  const rows = useMemo(() => html ?? (lines && goTokens(lines.map(untabbed))), [html, lines]);
  const ranges = useMemo(
    () => source.ranges ?? (lines && ours && mapLines(ours, lines, { part: part ?? false }).ranges),
    [source, lines],
  );
  const box = useRef<HTMLDivElement>(null);
  const shown = rows !== undefined;
  const asked = useRef(false);
  // A reader who asked by keyboard goes on reading at the answer.
  useLayoutEffect(() => {
    if (shown && asked.current) box.current?.focus({ preventScroll: true });
    asked.current = false;
  }, [shown]);
  return (
    <div class="go-text" ref={box} tabIndex={-1}>
      {rows ? (
        <>
          <GoRows
            rows={rows}
            from={place.pin.startLine}
            lit={line === undefined ? undefined : ranges?.[line]}
            when={when}
            look={look}
            name={place.pin.symbol}
          />
          {!html && may && <Withdraw />}
        </>
      ) : (
        <div class="go-ask" hidden={now.is === 'sought'}>
          <p role="status">{words(now, source)}</p>
          <p>
            <button
              type="button"
              aria-disabled={now.is === 'asked'}
              onClick={() => {
                asked.current = true;
                if (now.is === 'unasked') giveGoConsent(true);
                else if (now.is !== 'asked') void ask();
              }}
            >
              {now.is === 'unasked' || now.is === 'asked' ? t`Fetch Go from GitHub` : t`Try again`}
            </button>{' '}
            <a href={urlInRepository(place)} rel="external">{t`Read it there`}</a>
          </p>
        </div>
      )}
    </div>
  );
}

/** Where the text is from, and how to have no more of it fetched. */
const Withdraw = (): VNode => (
  <p class="go-from">
    {t`Fetched from GitHub.`}{' '}
    <button type="button" onClick={() => giveGoConsent(false)}>
      {t`Fetch no more`}
    </button>
  </p>
);

/** What to show while there is no text. */
function words(now: State, { place: { tag, pin } }: GoSource): string {
  switch (now.is) {
    case 'unasked':
      return t`The Go of Kubernetes ${tag} is not part of this site. With your consent this page fetches its files from GitHub, now and on each page that you open, and shows the lines whose digest is the pinned one.`;
    case 'asked':
      return t`Fetching…`;
    case 'offline':
      return t`GitHub cannot be reached. You seem to be offline: try again when you are connected.`;
    case 'refused':
      return t`GitHub answered ${now.status} where the file was expected. Try again later.`;
    case 'differs':
      return t`The file came, but it is not the one that was pinned: the digest of lines ${pin.startLine} to ${pin.endLine} is ${short(now.found)}, expected ${short(now.expected)}. So it is not shown.`;
    case 'sought':
    case 'ok':
      return '';
  }
}

const short = (digest: string): string => `${digest.slice(0, 8)}…${digest.slice(-4)}`;
