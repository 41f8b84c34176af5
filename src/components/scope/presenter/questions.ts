import type { Passage } from '../desk/passages.ts';
import type { PlacedQuestion } from './presentation.ts';

/** A prediction of the page: the elements that hold its words. */
export interface AskedQuestion extends PlacedQuestion {
  readonly question: Element;
  readonly answers: readonly Element[];
  /** Which of the answers is right, and why. */
  readonly right: number;
  readonly why: Element | undefined;
}

/** What the page asks, in the order of the text, with its place among what is told. */
export function questionsOf(
  boxes: readonly HTMLElement[],
  passages: readonly Pick<Passage, 'element'>[],
): readonly AskedQuestion[] {
  return boxes.flatMap((box): AskedQuestion[] => {
    const question = box.querySelector('legend');
    const answers = [...box.querySelectorAll('label > span')];
    const reasons = [...box.querySelectorAll('details > ul > li')];
    const right = reasons.findIndex((reason) => reason.matches('.right'));
    if (!question || right === -1) return [];
    const before = passages.filter(({ element }) => stands(element, box)).length;
    return [{ before, question, answers, right, why: reasons[right]?.querySelector('.why') ?? undefined }];
  });
}

/** True if an element stands before another in the page. */
const stands = (one: Element, other: Element): boolean =>
  (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
