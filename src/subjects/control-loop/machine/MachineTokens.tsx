import type { VNode } from 'preact';
import type { ReadonlySignal } from '@preact/signals';
import { memo } from '../../../components/base/memo.ts';
import { PhaseSign } from './MachineLegend.tsx';
import type { MachineLayout } from './machine-parts.ts';
import type { MachineModel } from './machine-model.ts';
import { classes } from './machine-opens.ts';
import { type Token, placeTokens } from './machine-place.ts';

interface TokensProps {
  readonly layout: MachineLayout;
  readonly model: ReadonlySignal<MachineModel>;
  readonly touched: ReadonlySignal<ReadonlySet<string>>;
}

/** All tokens, by id in one order: a token that stays is the same element, so that the style sheet can move it. */
export function MachineTokens({ layout, model, touched }: TokensProps): VNode {
  const { tokens, more } = placeTokens(layout, model.value);
  const inOrder = [...tokens].sort((a, b) => (a.id < b.id ? -1 : 1));
  return (
    <g class="machine-tokens" aria-hidden="true">
      {inOrder.map((token) => (
        <Standing key={token.id} token={token} touched={touched.value.has(token.id)} />
      ))}
      {more.map(({ id, x, y, count }) => (
        <text key={`more ${id}`} class="machine-more" x={x} y={y}>
          +{count}
        </text>
      ))}
    </g>
  );
}

const Standing = memo(({ token, touched }: { readonly token: Token; readonly touched: boolean }): VNode => (
  <g
    class={classes('token', `is-${token.look}`, token.faded && 'is-faded', touched && 'is-touched')}
    data-phase={token.phase}
    style={{ transform: `translate(${token.x}px, ${token.y}px)` }}
  >
    <title>{token.title}</title>
    <Face token={token} />
  </g>
));

function Face({ token }: { readonly token: Token }): VNode {
  switch (token.look) {
    case 'pod':
      return (
        <>
          <rect class="token-box" width={token.w} height="18" />
          <PhaseSign phase={token.phase ?? 'pending'} x={9.5} y={9} />
          <text class="token-text" x="17" y="12.6">
            {token.text}
          </text>
        </>
      );
    case 'dot':
      return <PhaseSign phase={token.phase ?? 'pending'} x={5.5} y={5.5} />;
    case 'flight':
      return (
        <>
          <circle class="token-box" r="8" />
          <text class="token-text is-sign" y="4">
            {token.text}
          </text>
        </>
      );
    case 'delta':
      return (
        <>
          <path
            class="token-box"
            d={`M3 0H${token.w - 7}L${token.w} 9 ${token.w - 7} 18H3a3 3 0 0 1-3-3V3a3 3 0 0 1 3-3z`}
          />
          <text class="token-text" x="6" y="12.6">
            {token.text}
          </text>
          {token.badge && <Badge text={token.badge} x={token.w - 5} />}
        </>
      );
    case 'set':
      return (
        <>
          <rect class="token-box" width={token.w} height="22" />
          <path class="token-key" d="M7 8.5h7v7H7zM9.5 8.5V6H17v7h-3" />
          <text class="token-text" x="22" y="14.8">
            {token.text}
          </text>
        </>
      );
    default:
      return (
        <>
          <rect class="token-box" width={token.w} height="22" />
          <path
            class="token-key"
            d="M8.5 8.2a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6M11.3 11H18M15.5 11v2.4"
          />
          <text class="token-text" x="22" y="14.8">
            {token.text}
          </text>
          {token.badge && <Badge text={token.badge} x={token.w - 4} />}
        </>
      );
  }
}

function Badge({ text, x }: { readonly text: string; readonly x: number }): VNode {
  return (
    <text class="token-badge" x={x} y="3">
      {text}
    </text>
  );
}
