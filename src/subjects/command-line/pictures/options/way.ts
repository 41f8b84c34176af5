import type { Frame, Hop } from '../../../../components/picture/description.ts';
import type { Way } from '../../../../components/picture/ways.ts';
import { type Place, placeOf, startsOf } from './words-typed.ts';

/** The way of an entry between the stations of a command line. */
export function pathOf({ recording, entry }: Frame): Way {
  const { event } = entry;
  const at = startsOf(recording).get(entry)?.at ?? 'main';
  switch (event.kind) {
    case 'act':
      return event.act.kind === 'start' ? ['line'] : ['run'];
    case 'program.start':
      return ['line'];
    case 'program.output':
      return [at, 'terminal'];
    case 'program.exit':
    case 'program.crash':
      return [at, 'main', 'terminal'];
    case 'startup':
      return event.phase === 'log' ? ['terminal'] : wayOf(event.phase, event.name, placeOf(event) ?? 'main');
    default:
      return [];
  }
}

/** Which way a step goes to its station. */
function wayOf(phase: string, name: string, at: Place): Way {
  const along = (pipe: string, said?: string): Hop => ({ pipe, text: said });
  if (phase === 'cobra' && name === 'find') return ['main', along('executes'), 'line', 'command'];
  if (phase === 'cobra' && name === 'flags') return ['line', along('reads'), 'command'];
  if (phase === 'flag') return ['command', along('sets', name), 'options'];
  if (phase === 'defaults' && name === 'convert') return ['scheme', along('defaults'), 'options'];
  if (at === 'validate') return ['options', along('checks'), 'validate'];
  if (phase === 'apply') return ['options', along('checks'), along('passes', name), 'config'];
  if (phase === 'run' && name === 'run') return ['config', along('starts'), 'run'];
  return [at];
}
