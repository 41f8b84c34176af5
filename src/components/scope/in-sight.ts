import { useEffect } from 'preact/hooks';
import type { RefObject } from 'preact';
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

/**
 * What to draw into a box: the moment that the reader is at. While the box is out of sight, nothing of a step is drawn
 * into it until the reader comes to rest, so that a held key costs no more than what it shows.
 */
export function useView(player: Player, box: RefObject<Element>, onSight?: () => void): View {
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
  return drawn.value;
}
