import type { Event } from '../../kubernetes/staging/src/k8s.io/apimachinery/pkg/runtime/object.ts';
import type { RevisionedStore } from '../../kubernetes/staging/src/k8s.io/apiserver/pkg/storage/etcd3/revisioned-store.ts';
import type { Observers } from '../../stage/subject.ts';
import { mapGet } from '../../sim/pmap.ts';
import { showRow, showTable } from '../../stage/tables.ts';
import type { TableRow, TableState, Trace } from '../../stage/world.ts';

const key = 'etcd/events';

const stored: TableState = {
  title: 'Stored Events',
  columns: ['Name', 'About', 'Reason', 'Count', 'First', 'Last', 'Message'],
  rows: [],
};

const rowsOf = (trace: Trace): readonly TableRow[] => mapGet(trace.world.tables, key)?.rows ?? [];

/** The time of day, to the second. */
const clock = (time: string | undefined): string => (time ?? '').slice(11, 19);

/** Shows as a table the Events that the API server has, in the order in which they were made. */
export const storedEvents: Observers = {
  store: (trace, _name, store: RevisionedStore) => {
    const commit = store.commit.bind(store);
    store.commit = (write) => {
      if (write.object.kind === 'Event') {
        if (!mapGet(trace.world.tables, key)) showTable(trace, key, stored);
        const { metadata, involvedObject, reason, count, firstTimestamp, lastTimestamp, message } =
          write.object as Event;
        const name = `${metadata.namespace}/${metadata.name}`;
        const about = `${involvedObject.kind} ${involvedObject.name}`;
        const times = [clock(firstTimestamp), clock(lastTimestamp)];
        const cells = [about, reason ?? '', String(count ?? 1), ...times, message ?? ''];
        if (write.verb !== 'delete') showRow(trace, key, { name, cells });
        else showTable(trace, key, { ...stored, rows: rowsOf(trace).filter((row) => row.name !== name) });
      }
      commit(write);
    };
    return store;
  },
};
