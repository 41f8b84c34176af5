import { t } from '../../../i18n/t.ts';
import type { Result } from '../../../runtime/go/result.ts';
import { BadLink } from '../../base/bad-link.ts';
import { told } from '../../base/told.ts';
import { type SharedMoment, decodeMoment } from '../link/share-link.ts';
import type { Desk } from '../desk/desk.ts';
import { Follower, type ShownMoment, type Wire } from './channel.ts';
import type { OnStage } from './presentation.ts';

/** What a page has, of which a message names one. */
interface Limits {
  readonly passages: number;
  readonly questions: number;
}

/** The moment of a message, checked as that of any link. Code does not travel: what has some is refused. */
export function momentShown(shown: ShownMoment, { passages, questions }: Limits): Result<SharedMoment> {
  const { passage, question = -1 } = shown;
  if (passage >= passages) return [undefined, new BadLink(t`one of ${passages} passages`, told(passage + 1))];
  if (question >= questions)
    return [undefined, new BadLink(t`one of ${questions} questions`, told(question + 1))];
  const [moment, problem] = decodeMoment(shown.moment);
  if (!moment) return [undefined, problem ?? new BadLink(t`a moment`, told(shown.moment))];
  if (moment.packed !== undefined) return [undefined, new BadLink(t`no edited code`, t`some`)];
  return [moment, undefined];
}

export interface FollowOptions {
  readonly desk: Desk;
  readonly wire: Wire;
  readonly page: string;
  readonly name: string;
  /** How many questions the page has. */
  readonly questions: number;
  /** What stands beside the picture now. */
  readonly show: (onStage: OnStage) => void;
  /** Says what is wrong, or with undefined that nothing is. */
  readonly tell: (problem: string | undefined) => void;
}

/** Shows in this page what a presenter's window shows, until `end`. */
export function followPresenter(options: FollowOptions): Follower {
  const { desk, wire, page, name, questions, show, tell } = options;
  const limits = { passages: desk.story.moments.length, questions };
  let asked = 0;
  const follow = async (shown: ShownMoment): Promise<void> => {
    const mine = ++asked;
    const [moment, problem] = momentShown(shown, limits);
    if (problem) return tell(problem.message);
    const { passage, question, revealed, hands } = shown;
    show({ passage, question, revealed, hands });
    const there = await goTo(desk, moment, passage);
    if (mine !== asked) return;
    tell(there ? undefined : t`What the presenter shows is not in this page. Reload both windows.`);
  };
  return new Follower({ wire, page, name, show: (shown) => void follow(shown) });
}

/** Shows a moment: one that the text tells of as a step through the text does, any other at once. */
async function goTo({ story, bring }: Desk, moment: SharedMoment, passage: number): Promise<boolean> {
  const told = story.moments[passage];
  const isTold =
    told?.scenario === moment.scenario &&
    told.seed === moment.seed &&
    told.entry === moment.entry &&
    moment.acts.length === 0 &&
    !moment.changed;
  if (isTold) return story.show(passage).then(() => story.goal.peek() === told);
  story.leave();
  return bring(moment);
}
