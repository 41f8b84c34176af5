import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { effect, useSignal } from '@preact/signals';
import type { Player, View } from './player.ts';

/** A reader who does not step for so long, in ms, has come to rest. */
const restMs = 150;

/** How near is near: a good part of a screen, so that a reader who scrolls finds it drawn. */
const near = '40%';

/** Tells each time an element comes into sight or leaves it, and at first where it is. Gives what ends that. */
export function watchSight(
  element: Element,
  tell: (inSight: boolean) => void,
  rootMargin?: string,
): () => void {
  const look = (changes: readonly IntersectionObserverEntry[]): void =>
    tell(changes.at(-1)?.isIntersecting ?? false);
  const observer = new IntersectionObserver(look, { rootMargin });
  observer.observe(element);
  return () => observer.disconnect();
}

interface InSightProps {
  readonly player: Player;
  readonly class: string;
  /** Called when it is first drawn: to fetch what stands in it. */
  readonly onFirst?: () => void;
  readonly children: (view: View) => VNode | undefined;
}

/**
 * A box in which the moment stands that the reader is at. It is empty until it first comes near, or the reader takes hold
 * of the Scope, so that a Scope wakes in no more time than its first look takes; the box has its size from the start.
 * While it is out of sight, nothing of a step is drawn into it until the reader comes to rest, so that a held key costs no
 * more than what it shows.
 */
export function InSight({ player, class: name, onFirst, children }: InSightProps): VNode {
  const box = useRef<HTMLDivElement>(null);
  const drawn = useSignal<View | undefined>(undefined);
  useEffect(() => {
    let shows = false;
    let rest: ReturnType<typeof setTimeout> | undefined;
    const draw = (): void => {
      if (!drawn.peek()) onFirst?.();
      drawn.value = player.view.peek();
    };
    const see = (inSight: boolean): void => {
      shows = inSight;
      if (inSight) draw();
    };
    const drawSoon = (): void => {
      clearTimeout(rest);
      rest = setTimeout(draw, restMs);
    };
    const element = box.current as Element;
    const scope = element.closest('.scope');
    if (scope?.contains(document.activeElement)) drawSoon();
    else scope?.addEventListener('focusin', drawSoon, { once: true });
    const unwatch = watchSight(element, see, near);
    // Before others look for what is in the box.
    addEventListener('beforeprint', draw, true);
    const unfollow = effect(() => {
      void player.view.value;
      if (shows) draw();
      else if (drawn.peek()) drawSoon();
    });
    return () => {
      scope?.removeEventListener('focusin', drawSoon);
      removeEventListener('beforeprint', draw, true);
      unwatch();
      unfollow();
      clearTimeout(rest);
    };
  }, [player]);
  return (
    <div class={name} ref={box}>
      {drawn.value && children(drawn.value)}
    </div>
  );
}
