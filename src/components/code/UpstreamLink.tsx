import type { VNode } from 'preact';
import { inLanguage } from '../../i18n/paths.ts';
import { t } from '../../i18n/t.ts';
import upstream from '../../runtime/upstream.json' with { type: 'json' };
import { type CodeSymbol, goPlace, upstreamPlace } from './source.ts';

/** Where upstream has the function that is looked at. */
export function UpstreamLink({ symbol }: { readonly symbol: CodeSymbol | undefined }): VNode {
  if (!symbol) return <span class="code-upstream" />;
  const reference = symbol.mirrors ?? symbol.partOf;
  if (symbol.inGo) {
    const { file, address } = goPlace(symbol.inGo);
    return (
      <span class="code-upstream">
        {t`The same in Go:`} <a href={inLanguage(address)}>{file}</a>
      </span>
    );
  }
  if (!reference)
    return <span class="code-upstream">{t`${symbol.name} has no declaration of its own upstream`}</span>;
  const { repository, tag } = upstream;
  const place = upstreamPlace(reference, repository, tag, symbol.lines);
  return (
    <span class="code-upstream">
      <span class="code-tag">Kubernetes {tag}: </span>
      <a href={place.url} rel="external">
        {place.path}
      </a>{' '}
      {symbol.mirrors === undefined && t`inside`} <code>{place.symbol}</code>
    </span>
  );
}
