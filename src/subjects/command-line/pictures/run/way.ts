import { t } from '../../../../i18n/t.ts';
import type { Frame } from '../../../../components/picture/description.ts';
import { type Way, along, back } from '../../../../components/picture/ways.ts';
import type { Event } from '../../../../runtime/stage/events.ts';
import { replicasOf, stationOf } from './replicas.ts';

/** The way of an entry between the API server and the parts of a replica. */
export function pathOf({ recording, entry: { event } }: Frame): Way {
  const named = namedBy(event);
  const name = replicasOf(recording).find((one) => named === one || named?.startsWith(`${one}/`));
  if (name !== undefined) return wayOf(event, name);
  return /^(store|api|watch)\./.test(event.kind) ? ['api'] : [];
}

/** The program that an event is of, or `<program>/<what>`. */
function namedBy(event: Event): string | undefined {
  if (event.kind === 'act') return 'program' in event.act ? event.act.program : undefined;
  for (const field of ['program', 'informer', 'watch', 'queue'] as const)
    if (field in event) return (event as Readonly<Record<string, unknown>>)[field] as string;
  return undefined;
}

function wayOf(event: Event, name: string): Way {
  const [main, servers, work] = [`main:${name}`, `servers:${name}`, `work:${name}`];
  const lock = `lock:${name}`;
  switch (event.kind) {
    case 'leader.acquired':
      return [...along(main, lock, 'api', t`takes`), { pipe: `goes:${name}` }, work];
    case 'leader.renewed':
      return along(main, lock, 'api', t`renews`);
    case 'leader.waits':
    case 'leader.observed':
      return back('api', lock, main, t`held`);
    case 'leader.failed':
      return back('api', lock, main, t`no answer`, 'bad');
    case 'http.response':
      return [servers];
    case 'startup':
      return startWay(event.phase, event.name, name);
    case 'act':
      return event.act.kind === 'request'
        ? [servers]
        : event.act.kind === 'partition'
          ? [main, 'api']
          : [main];
    case 'api.request':
    case 'api.error':
      return 'resource' in event && event.resource === 'leases' ? [main, 'api'] : [work, 'api'];
    default:
      return /^(program|leader)\./.test(event.kind) ? [main] : [work];
  }
}

/** Phases of a start that are before `Run`. */
const early = /^(main|cobra|flag|defaults|config|apply|complete|run|log)$/;

function startWay(phase: string, what: string, name: string): Way {
  const [main, servers, work] = [`main:${name}`, `servers:${name}`, `work:${name}`];
  if (phase === 'serve') return along(main, `serves:${name}`, servers, what.slice(what.lastIndexOf(':')));
  if (phase === 'mux' || phase === 'path') return what.includes('/healthz/') ? [servers, main] : [servers];
  if (phase === 'builder') return along(main, `goes:${name}`, work);
  return [stationOf(phase, what) === 'configz' || early.test(phase) ? main : work];
}
