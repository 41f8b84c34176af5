import type { Calls } from './watched-runtime.ts';

type Call = Calls[number];

const argsOf = ([, args]: Call): Readonly<Record<string, string>> => args as Record<string, string>;

/** The container that a call is about, if it is one of those by which one ends. */
function killed(call: Call): string | undefined {
  const { id = '', reason, fieldPath = '' } = argsOf(call);
  const [name] = call;
  if (name === 'StopContainer' || name === 'ExecSync') return containerOf(id);
  if (name === 'event' && (reason === 'Killing' || reason === 'FailedPreStopHook'))
    return /\{(.*)\}/.exec(fieldPath)?.[1];
  return undefined;
}

const containerOf = (id: string): string => id.split('_').slice(4, -1).join('_');

function removed(call: Call): string | undefined {
  return ['ContainerStatus', 'RemoveContainer'].includes(call[0]) ? argsOf(call).id : undefined;
}

/** Upstream leaves the order of some calls to goroutines and maps: unbroken runs of them are put in the order of containers. */
export function inOrder(calls: Calls): Calls {
  return sortedRuns(sortedRuns(calls, killed), removed);
}

function sortedRuns(calls: Calls, keyOf: (call: Call) => string | undefined): Calls {
  const out: Calls = [];
  let going: [key: string, call: Call][] = [];
  const flush = (): void => {
    going.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
    out.push(...going.map(([, call]) => call));
    going = [];
  };
  for (const call of calls) {
    const key = keyOf(call);
    if (key !== undefined) {
      going.push([key, call]);
      continue;
    }
    flush();
    out.push(call);
  }
  flush();
  return out;
}
