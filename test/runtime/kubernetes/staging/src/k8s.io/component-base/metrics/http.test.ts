import { expect, test } from 'vitest';
import { CounterVec } from '../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/component-base/metrics/counter.ts';
import { HistogramVec } from '../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/component-base/metrics/histogram.ts';
import { handlerFor } from '../../../../../../../../src/runtime/kubernetes/staging/src/k8s.io/component-base/metrics/http.ts';
import { ResponseWriter, newRequest } from '../../../../../../../../src/runtime/go/http.ts';

test('metrics come by their names, numbers by their labels, and what was never counted is not there', () => {
  const opts = (name: string) => ({ subsystem: 'test', name, help: `What ${name} is.` });
  const tries = new CounterVec(opts('tries_total'), ['result', 'profile']);
  tries.inc('scheduled', 'b');
  tries.inc('error', 'b');
  tries.inc('scheduled', 'a');
  const sizes = new HistogramVec({ ...opts('sizes'), buckets: [0.5, 1e6, 1e7] }, []);
  for (const size of [0.25, 0.5, 2_000_000]) sizes.observe(size);
  const never = new CounterVec(opts('never_total'), ['result']);
  const w = new ResponseWriter();
  handlerFor(() => [tries, never, sizes])
    .serveHTTP(w, newRequest('GET', '/metrics'))
    .next();
  expect(w.body).toBe(`# HELP test_sizes [ALPHA] What sizes is.
# TYPE test_sizes histogram
test_sizes_bucket{le="0.5"} 2
test_sizes_bucket{le="1e+06"} 2
test_sizes_bucket{le="1e+07"} 3
test_sizes_bucket{le="+Inf"} 3
test_sizes_sum 2.00000075e+06
test_sizes_count 3
# HELP test_tries_total [ALPHA] What tries_total is.
# TYPE test_tries_total counter
test_tries_total{profile="a",result="scheduled"} 1
test_tries_total{profile="b",result="error"} 1
test_tries_total{profile="b",result="scheduled"} 1
`);
});
