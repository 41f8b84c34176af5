import type { VNode } from 'preact';
import type { Recording } from '../../recording/recording.ts';
import { Drawing } from './Drawing.tsx';
import { type Picture, type Shape, frameAt } from './description.ts';
import { litAt } from './hops.ts';
import { PictureSigns } from './PictureSigns.tsx';
import { fill, groundOf } from './layout.ts';
import styles from './picture.css?url&no-inline';

interface StillPictureProps {
  readonly picture: Picture;
  readonly recording: Recording;
  /** Index of the entry shown. */
  readonly index: number;
  /** Both where the page decides; the style sheet shows the one that fits. */
  readonly shapes?: readonly Shape[];
}

/** A picture as a page holds it before any script runs, and on paper. */
export function StillPicture({
  picture,
  recording,
  index,
  shapes = ['wide', 'narrow'],
}: StillPictureProps): VNode {
  const plan = picture.plan(recording);
  const scene = picture.scene(frameAt(recording, index));
  const lit = litAt(picture, recording, index);
  return (
    <div class="picture">
      <link rel="stylesheet" href={styles} />
      {shapes.map((shape) => {
        const ground = groundOf(plan, shape);
        return (
          <Drawing key={shape} ground={ground} parts={fill(ground, scene)} lit={lit} says={scene.says} />
        );
      })}
      <div class="picture-foot">
        <PictureSigns scene={scene} />
      </div>
    </div>
  );
}
