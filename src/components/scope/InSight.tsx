import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { effect, useSignal } from '@preact/signals';
import type { Player, View } from './player.ts';

/** A reader who does not step for so long, in ms, has come to rest. */
const restMs = 150;

/** Tells each time an element comes into sight or leaves it, and at first where it is. Gives what ends that. */
export function watchSight(element: Element, tell: (inSight: boolean) => void): () => void {
  const observer = new IntersectionObserver((changes) => tell(changes.at(-1)?.isIntersecting ?? false));
  observer.observe(element);
  return () => observer.disconnect();
}

interface InSightProps {
  readonly player: Player;
  readonly class: string;
  readonly onSight?: () => void;
  readonly children: (view: View) => VNode | undefined;
}

/**
 * A box in which the moment stands that the reader is at. While the box is out of sight, nothing of a step is drawn
 * into it until the reader comes to rest, so that a held key costs no more than what it shows.
 */
export function InSight({ player, class: name, onSight, children }: InSightProps): VNode {
  const box = useRef<HTMLDivElement>(null);
  const drawn = useSignal(player.view.peek());
  useEffect(() => {
    let shows = false;
    let rest: ReturnType<typeof setTimeout> | undefined;
    const draw = (): void => void (drawn.value = player.view.peek());
    const unwatch = watchSight(box.current as Element, (inSight) => {
      shows = inSight;
      if (!inSight) return;
      draw();
      onSight?.();
    });
    const unfollow = effect(() => {
      void player.view.value;
      clearTimeout(rest);
      if (shows) draw();
      else rest = setTimeout(draw, restMs);
    });
    return () => {
      unwatch();
      unfollow();
      clearTimeout(rest);
    };
  }, [player]);
  return (
    <div class={name} ref={box}>
      {children(drawn.value)}
    </div>
  );
}
