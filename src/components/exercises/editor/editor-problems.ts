import { h } from 'preact';
import { render } from '../../base/render.ts';
import { StateEffect, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, WidgetType } from '@codemirror/view';
import { Words } from '../../base/Words.tsx';

interface Placed {
  readonly from: number;
  readonly to: number;
  readonly says: string;
}

/** Shows problems in place of those before. */
export const setProblems = StateEffect.define<readonly Placed[]>();

/** The problems shown. A change of the text clears them: they are about the text before it. */
export const problems = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(shown, transaction) {
    const set = transaction.effects.find((effect) => effect.is(setProblems));
    if (set) return Decoration.set(set.value.flatMap(marksOf), true);
    return transaction.docChanged ? Decoration.none : shown;
  },
  provide: (field) => EditorView.decorations.from(field),
});

function marksOf({ from, to, says }: Placed): ReturnType<Decoration['range']>[] {
  const widget = Decoration.widget({ widget: new ProblemWidget(says), block: true, side: 1 });
  return [Decoration.line({ class: 'is-wrong' }).range(from), widget.range(to)];
}

/** What is wrong, below the line where it is. */
export class ProblemWidget extends WidgetType {
  readonly #says: string;

  constructor(says: string) {
    super();
    this.#says = says;
  }

  override eq(other: ProblemWidget): boolean {
    return this.#says === other.#says;
  }

  override toDOM(): HTMLElement {
    const box = document.createElement('div');
    box.className = 'editor-problem-box';
    const words = document.createElement('p');
    words.className = 'editor-problem';
    render(h(Words, { text: this.#says }), words);
    box.append(words);
    return box;
  }
}
