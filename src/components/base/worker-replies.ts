import type * as gates from '../../gate/admit.ts';
import type { Shapes } from '../../gate/shape.ts';
import { textOfThrown } from '../../runtime/sim/thrown.ts';
import type { Question, Reply } from './worker-calls.ts';

/** What a worker can say while it answers. What it says more often than a page listens is left out. */
export interface Telling<Progress> {
  progress(progress: Progress): void;
  /** A sign of life, while code of a reader runs. */
  alive(): void;
  /** Such code has come to its end, for now. */
  rests(): void;
}

/** A page that counts the seconds hears of a worker this often, in ms. */
const betweenSignsMs = 250;

/**
 * Answers what the page asks this worker, one question after another, with a message each. Call it before any code of a reader can
 * run: it takes what it needs for sending, which is closed to that code. What edited code gives is checked against
 * `shapes` before it is sent, so that too much of it does not reach the page.
 */
export function answerMessages<Asked extends Question, Value, Progress = never>(
  answer: (asked: Asked, telling: Telling<Progress>) => Promise<Value>,
  shapes: () => Promise<Shapes>,
): void {
  const send = globalThis.postMessage.bind(globalThis) as (reply: Reply<Value, Progress>) => void;
  const now = performance.now.bind(performance);
  /** Of the question that is being answered. */
  let id = 0;
  let edited = false;
  let signAt = -Infinity;
  const telling: Telling<Progress> = {
    progress: (progress) => send({ id, progress }),
    alive() {
      if (!edited || now() - signAt < betweenSignsMs) return;
      signAt = now();
      send({ id, alive: true });
    },
    rests() {
      signAt = -Infinity;
      if (edited) send({ id, alive: false });
    },
  };

  const reply = async (asked: Asked): Promise<void> => {
    try {
      const gate = edited ? await Promise.all([import('../../gate/admit.ts'), shapes()]) : undefined;
      const value = await answer(asked, telling);
      if (!gate) return send({ id, value });
      const checked = checkedBy<Value, Progress>(gate, { id, value });
      telling.rests();
      send(checked);
    } catch (error) {
      send({ id, problem: textOfThrown(error) });
    }
  };
  addEventListener('message', ({ data }: MessageEvent<Asked & { readonly id: number }>) => {
    id = data.id;
    edited = Object.keys(data.edits ?? {}).length > 0;
    void reply(data);
  });
}

/** A reply as the gate lets it out, or why it does not. */
function checkedBy<Value, Progress>(
  [{ Refused, admit }, shapes]: readonly [typeof gates, Shapes],
  reply: { readonly id: number; readonly value: Awaited<Value> },
): Reply<Value, Progress> {
  try {
    return admit(reply, shapes) as Reply<Value, Progress>;
  } catch (error) {
    if (error instanceof Refused) return { id: reply.id, refused: error.message };
    throw error;
  }
}
