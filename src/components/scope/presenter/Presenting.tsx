import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import type { Signal } from '@preact/signals';
import { onUse } from '../../base/on-use.ts';
import type { PresentingProps } from './Presenter.tsx';

const views = onUse(async () => (await import('./ready.ts')).ready());

/** How a page is presented, if it is: by who speaks, or in a window that follows. */
export type Presented = 'presenter' | 'projector' | undefined;

/** What the address of the page asks for. */
export const presentedAt = (): Presented =>
  new URLSearchParams(location.search).has('projector') ? 'projector' : undefined;

interface Props extends Omit<PresentingProps, 'onEnd'> {
  readonly presented: Signal<Presented>;
}

/** The page for a room, which comes when it is asked for. */
export function Presenting({ presented, ...props }: Props): VNode | null {
  const { value } = presented;
  useEffect(() => {
    if (value) void views.load(props.player).then((there) => there ?? (presented.value = undefined));
  }, [value]);
  const View = value && views.value?.[value];
  return View ? <View {...props} onEnd={() => (presented.value = undefined)} /> : null;
}
