import {
  type EditorState,
  type Extension,
  StateEffect,
  StateField,
  type Transaction,
} from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  EditorView,
  type PluginValue,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view';
import { ProblemWidget, problems } from './editor-problems.ts';
import type { InSight } from './reading.ts';
import { type UnknownName, unknownNames } from './unknown-names.ts';

/** Names are looked at when nothing has been written for this long: what is being written is no mistake yet. */
const restMs = 600;

/** Marks names that are not there, and says so below their lines, before the text is run. */
export function markedNames(inSight: InSight): Extension {
  return [marks, ViewPlugin.define((view) => new Looking(view, inSight))];
}

const setMarks = StateEffect.define<readonly UnknownName[]>();

/** The names that are marked. They move with the text until it is looked at again. */
const marks = StateField.define<readonly UnknownName[]>({
  create: () => [],
  update(shown, transaction) {
    const set = transaction.effects.find((effect) => effect.is(setMarks));
    if (set) return set.value;
    return transaction.docChanged ? shown.flatMap((one) => moved(one, transaction)) : shown;
  },
  provide: (field) => EditorView.decorations.compute([field, problems], decorationsOf(field)),
});

/** A mark in the text as it is now; none where its name was written over. */
function moved({ from, to, says }: UnknownName, { changes }: Transaction): UnknownName[] {
  if (changes.touchesRange(from, to)) return [];
  return [{ from: changes.mapPos(from, 1), to: changes.mapPos(to, -1), says }];
}

type Marks = StateField<readonly UnknownName[]>;

function decorationsOf(field: Marks): (state: EditorState) => DecorationSet {
  return (state) => {
    const told = state.field(problems);
    const decorations = state.field(field).flatMap(({ from, to, says }) => {
      const line = state.doc.lineAt(from);
      let isTold = false;
      // What a run said of the line stands there already.
      told.between(line.from, line.from, () => void (isTold = true));
      const mark = Decoration.mark({ class: 'is-unknown' }).range(from, to);
      const words = Decoration.widget({ widget: new ProblemWidget(says), block: true, side: 1 });
      return isTold ? [mark] : [mark, words.range(line.to)];
    });
    return Decoration.set(decorations, true);
  };
}

/** Looks at the names when the reader pauses. */
class Looking implements PluginValue {
  readonly #view: EditorView;
  readonly #inSight: InSight;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(view: EditorView, inSight: InSight) {
    this.#view = view;
    this.#inSight = inSight;
    this.#wait();
  }

  update({ docChanged, selectionSet, focusChanged }: ViewUpdate): void {
    if (docChanged || selectionSet || focusChanged) this.#wait();
  }

  destroy(): void {
    clearTimeout(this.#timer);
  }

  #wait(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#look(), restMs);
  }

  #look(): void {
    const { state, hasFocus } = this.#view;
    const { head } = state.selection.main;
    const text = state.doc.toString();
    // Behind a full stop a name is to come: until then what follows it is read as that name.
    if (hasFocus && /\.\s*$/.test(text.slice(0, head)) && !/^[#\w$]/.test(text.slice(head))) return;
    const found = unknownNames(text, this.#inSight)
      // At its end a name is still being written.
      .filter(({ to }) => !hasFocus || to !== head);
    const before = state.field(marks);
    const isNew = ({ says }: UnknownName): boolean => !before.some((one) => one.says === says);
    if (found.length === before.length && !found.some(isNew)) return;
    const said = found.filter(isNew).map(({ says }) => EditorView.announce.of(says.replaceAll('`', '')));
    this.#view.dispatch({ effects: [setMarks.of(found), ...said] });
  }
}
