import { expect, test } from 'vitest';
import { show } from '../../src/sources/problem.ts';
import { filesUnder } from './files.ts';
import { awayFromHome, isNamedAfter, tellAway } from './homes.ts';

const path = 'src/runtime/kubernetes/pkg/kettle/kettle.ts';

const both = `// Mirrors: pkg/kettle/kettle.go#Kettle
class Kettle {
  // Mirrors: pkg/kettle/lid.go#Kettle.Open
  open(): void {}
  // Mirrors: pkg/kettle/lid.go#heightOfLid
  readonly height = 1;
}

// Mirrors v1.36.3: pkg/kettle/spout.go#Spout
type Spout = number;
`;

test('a method may come from another file than its type; all else stands in the file of its own name', () => {
  expect(show(awayFromHome({ path, text: both }).map(tellAway)).split('\n')).toEqual([
    `${path}:5 mirrors pkg/kettle/lid.go#heightOfLid: move it to src/runtime/kubernetes/pkg/kettle/lid.ts, since one Go file is one file here.`,
    `${path}:9 mirrors pkg/kettle/spout.go#Spout: move it to src/runtime/kubernetes/pkg/kettle/spout.ts, since one Go file is one file here.`,
  ]);
});

test('a file has the name of a Go file if one of its marks names that', () => {
  expect(isNamedAfter({ path, text: both })).toBe(true);
  expect(isNamedAfter({ path: path.replace('kettle.ts', 'kettle_lid.ts'), text: both })).toBe(false);
});

const circle =
  'In its own file it would make a circle: that file needs this one, and this one needs it, when they run.';

/** What stands apart: docs/decisions/one-go-file.md. */
const apart: readonly (readonly [file: string, of: string, why: string])[] = [
  [
    'cmd/kube-controller-manager/app/certificates.ts',
    'cmd/kube-controller-manager/app/controllermanager.go',
    circle,
  ],
  [
    'pkg/controller/garbagecollector/operations.ts',
    'pkg/controller/garbagecollector/garbagecollector.go',
    circle,
  ],
  ['pkg/kubelet/kuberuntime/helpers.ts', 'pkg/kubelet/kuberuntime/kuberuntime_manager.go', circle],
  [
    'pkg/kubelet/kuberuntime/kuberuntime_container.ts',
    'pkg/kubelet/kuberuntime/kuberuntime_manager.go',
    circle,
  ],
  ['pkg/controller/replicaset/replica_set_utils.ts', 'pkg/controller/replicaset/replica_set.go', circle],
  [
    'pkg/scheduler/framework/plugins/podtopologyspread/filtering.ts',
    'pkg/scheduler/framework/plugins/podtopologyspread/plugin.go',
    circle,
  ],
  [
    'staging/src/k8s.io/apiserver/pkg/storage/etcd3/continue.ts',
    'staging/src/k8s.io/apiserver/pkg/storage/etcd3/store.go',
    circle,
  ],
  [
    'pkg/scheduler/apis/config/v1beta1/conversion.ts',
    'staging/src/k8s.io/kube-scheduler/config/v1beta1/types.go',
    'It decodes by shapes that are in pkg, into which nothing in staging looks. Upstream is given a decoder.',
  ],
  [
    'pkg/scheduler/metrics/metrics.ts',
    'pkg/scheduler/metrics/profile_metrics.go',
    'Functions that use variables of the package: each scheduler has its own here, and these are methods of what holds them.',
  ],
];

test('one Go file is one file here', () => {
  const away = filesUnder(['src/runtime'], ['.ts']).flatMap(awayFromHome);
  const isKnown = ({ path, of }: (typeof away)[number]): boolean =>
    apart.some(([file, goFile]) => path === `src/runtime/kubernetes/${file}` && of === goFile);
  expect(show(away.filter((each) => !isKnown(each)).map(tellAway))).toBe('');
  const gone = apart.filter(
    ([file, goFile]) =>
      !away.some(({ path, of }) => path === `src/runtime/kubernetes/${file}` && of === goFile),
  );
  expect(gone, 'stands where it belongs: take it out here').toEqual([]);
});
