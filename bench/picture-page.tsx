import '../src/styles/tokens.css';
import '../src/styles/site.css';
import '../src/components/scope/scope.css';
import '../src/components/scope/timeline/timeline.css';
import { render } from 'preact';
import { Scope, scopeParts } from '../src/components/scope/Scope.tsx';
import { liveStyles } from '../src/components/scope/live-styles.ts';
import { Player } from '../src/components/scope/player/player.ts';
import { pictureOf } from '../src/components/picture/pictures.ts';
import { loadWords } from '../src/recording/subjects.ts';
import { largeRun } from './large-run.ts';

/** The page that `picture.ts` measures: a Scope on a run of the scheduler in a large cluster, as the playground draws one. */
const recording = largeRun({ nodes: 5_000, running: 49_000, waiting: 1_000 });
const player = new Player(recording, { start: recording.entries.length - 1 });
player.openPane.value = 'attempt';
const [picture] = await Promise.all([
  pictureOf('scheduler/scheduler'),
  liveStyles(),
  loadWords(recording.subjects),
]);
render(
  <Scope
    player={player}
    title="A large cluster"
    layout="playground"
    files={[]}
    parts={scopeParts}
    picture={picture}
  />,
  document.body,
);
