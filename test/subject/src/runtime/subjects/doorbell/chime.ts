import type { HTTPResponse } from '../../stage/host.ts';
import type { Host } from '../../stage/host.ts';
import type { Program } from '../../stage/program.ts';
import type { Blocking } from '../../sim/process.ts';
import { Chan } from '../../sim/chan.ts';

/** Rings for doors. It knows nothing of being watched. */
export class Chime {
  readonly tone: string;

  constructor(tone: string) {
    this.tone = tone;
  }

  ring(_door: string): void {}
}

/** A button beside a door. */
export class Button {
  readonly door: string;

  constructor(door: string) {
    this.door = door;
  }

  press(): void {}
}

const socket = '/run/chime.sock';
const tonePath = '/etc/chime/tone';

/** Listens to a socket of its machine, and keeps its tone in a file there. */
export const chime: Program = {
  name: 'chime',
  machine: 'hall',
  *main(host) {
    if (!host.files.has(tonePath)) host.files.set(tonePath, 'ding-dong');
    const chime = host.sim.observe('chime', host.name, new Chime(host.files.get(tonePath) ?? ''));
    host.listen(socket, function* ({ path }) {
      yield* host.sim.sleep(50);
      chime.ring(path.slice(1));
      return { status: 200, body: chime.tone };
    });
    yield* forEver();
  },
};

/** Answers who presses it over the network, and asks the chime beside it, on the same machine. */
export const button = (door: string): Program => ({
  name: `button-${door}`,
  machine: 'hall',
  *main(host) {
    const button = host.sim.observe('door-button', host.name, new Button(door));
    host.listen(80, () => pressed(host, button));
    yield* forEver();
  },
});

function* pressed(host: Host, button: Button): Blocking<HTTPResponse> {
  button.press();
  const answer = host.dial(socket);
  if (!answer) return { status: 503, body: 'no chime listens' };
  return yield* answer({ path: `/${button.door}`, port: 0 });
}

function* forEver(): Blocking<void> {
  yield* new Chan<never>('the end').receive();
}
