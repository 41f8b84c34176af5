import { type Block, type Frame, type Scene, frameAt } from '../../src/components/picture/description.ts';
import { record } from '../../src/recording/record.ts';
import { select } from '../../src/recording/select.ts';
import type { Scenario } from '../../src/runtime/stage/scenario.ts';

/** Plays the scenario of these whose id ends so, and gives the frame at a moment of it. */
export async function framesOf(
  scenarios: readonly Scenario[],
  end: string,
): Promise<(moment: string) => Frame> {
  const scenario = scenarios.find(({ id }) => id.endsWith(end));
  if (!scenario) throw new Error(`expected a scenario that ends in ${end}, found none`);
  const recording = await record(scenario, { lines: false });
  return (moment) => {
    const [index, missing] = select(recording, moment);
    if (missing) throw missing;
    return frameAt(recording, index);
  };
}

/** The first block of a kind in a part. */
export function blockOf<K extends Block['kind']>(
  scene: Scene,
  part: string,
  kind: K,
): Extract<Block, { kind: K }> {
  const found = scene.parts[part]?.blocks?.find((block) => block.kind === kind);
  if (!found) throw new Error(`expected a block ${kind} in ${part}, found none`);
  return found as Extract<Block, { kind: K }>;
}
