import { type ReadonlySignal, type Signal, computed, signal } from '@preact/signals';

/** What a presentation needs of the story of a page. */
interface Told {
  readonly moments: readonly unknown[];
  /** Index of the moment that is shown, -1 before the first. */
  readonly index: ReadonlySignal<number>;
  pick(to: number): void;
  go(by: number): boolean;
}

/** A question of the page, as far as its place goes. */
export interface PlacedQuestion {
  /** How many told moments stand before it in the text. */
  readonly before: number;
}

/** What is on the stage beside the picture: a question while one is asked, else the passage that tells of the moment. */
export interface OnStage {
  /** Index of the told moment whose passage stands there, -1 where none tells of what is shown. */
  readonly passage: number;
  /** Index of the question that is asked. */
  readonly question?: number | undefined;
  /** True once its answer was asked for. */
  readonly revealed: boolean;
  /** How many hands were counted for each of its answers; none where none were. */
  readonly hands?: readonly number[] | undefined;
}

/** More hands than a room has. */
export const mostHands = 999;

/**
 * The way through a page for a room: its told moments in the order of the text, and between them its questions. A question is asked while
 * the machine stands where the text before it left it. Its answer comes when it is asked for; it stays out for who comes back.
 */
export class Presentation<Q extends PlacedQuestion = PlacedQuestion> {
  readonly questions: readonly Q[];
  /** Index of the question that is asked; undefined while a passage is told. */
  readonly question: ReadonlySignal<number | undefined>;
  readonly revealed: ReadonlySignal<boolean>;
  /** The hands that were counted for each answer of the question that is asked; undefined while none were. */
  readonly hands: ReadonlySignal<readonly number[] | undefined>;
  /** What comes after what is shown: the index of a moment, and of the question that is asked next. */
  readonly next: ReadonlySignal<{
    readonly passage?: number | undefined;
    readonly question?: number | undefined;
  }>;
  readonly #story: Told;
  readonly #asked: Signal<number | undefined> = signal(undefined);
  readonly #out: Signal<ReadonlySet<number>> = signal(new Set());
  readonly #counted: Signal<ReadonlyMap<number, readonly number[]>> = signal(new Map());

  constructor(story: Told, questions: readonly Q[]) {
    this.#story = story;
    this.questions = questions;
    // Whoever moved the run since the question was asked has left it.
    this.question = computed(() => {
      const asked = this.#asked.value;
      return asked !== undefined && this.#isHere(asked) ? asked : undefined;
    });
    this.revealed = computed(() => this.#out.value.has(this.question.value ?? -1));
    this.hands = computed(() => this.#counted.value.get(this.question.value ?? -1));
    this.next = computed(() => {
      const [at, asked] = [story.index.value + 1, this.question.value ?? -1];
      const question = questions.findIndex(({ before }, i) => i > asked && before >= at);
      return {
        passage: at < story.moments.length ? at : undefined,
        question: question === -1 ? undefined : question,
      };
    });
  }

  /** Shows the answer of the question that is asked. */
  reveal(): void {
    const { value } = this.question;
    if (value !== undefined) this.#out.value = new Set([...this.#out.value, value]);
  }

  /** Counts so many hands for an answer of the question that is asked. */
  count(answer: number, hands: number): void {
    const { value } = this.question;
    if (value === undefined) return;
    const counted = [...(this.hands.value ?? [])];
    counted[answer] = Math.max(0, Math.min(mostHands, Math.floor(hands) || 0));
    this.#counted.value = new Map([
      ...this.#counted.value,
      [value, Array.from(counted, (count) => count ?? 0)],
    ]);
  }

  /** To the first passage. */
  first(): void {
    this.#asked.value = undefined;
    this.#story.pick(0);
  }

  /** One on: the question between here and the next moment, its answer, that moment. False at the end. */
  on(): boolean {
    const { question, revealed, next } = this;
    if (question.value !== undefined && !revealed.value) {
      this.reveal();
      return true;
    }
    const { passage, question: later } = next.value;
    if (later !== undefined && this.#isHere(later)) {
      this.#asked.value = later;
      return true;
    }
    if (passage === undefined) return false;
    this.#asked.value = undefined;
    this.#story.pick(passage);
    return true;
  }

  /** One back: as `on`, the other way, with the answers that were shown. False at the start. */
  back(): boolean {
    const { value: asked } = this.question;
    const { value: at } = this.#story.index;
    if (asked !== undefined) {
      this.#asked.value = this.questions[asked - 1]?.before === at + 1 ? asked - 1 : undefined;
      return true;
    }
    const between = this.questions.findLastIndex(({ before }) => before === at);
    this.#asked.value = undefined;
    if (between === -1 || at <= 0) return this.#story.go(-1);
    this.#story.pick(at - 1);
    this.#asked.value = between;
    return true;
  }

  /** True if the machine stands where the text before a question left it. */
  #isHere(question: number): boolean {
    return this.questions[question]?.before === this.#story.index.value + 1;
  }
}
