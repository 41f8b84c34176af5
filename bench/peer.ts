/**
 * The peer's turn: a Deployment of N replicas on M nodes, until all are ready. Bundled before it runs, because its
 * package cannot be loaded by Node as it is. Prints one line of JSON.
 */
import { BaseImage, Cluster, type ProcessContext } from '@ngrok/webernetes';

class AppImage extends BaseImage {
  static readonly imageName = 'app';
  static readonly imageVersion = 'v1';
  readonly defaultCommand = ['serve'];
  override async exec(context: ProcessContext): Promise<number> {
    return await context.waitUntilKilled();
  }
}

const [replicas, nodes] = process.argv.slice(2).map(Number) as [number, number];
const cluster = new Cluster({ nodes });
cluster.registerImage(AppImage);
await cluster.init();
const before = process.cpuUsage();
await cluster.apply([
  {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'web', labels: { app: 'web' } },
    spec: {
      replicas,
      selector: { matchLabels: { app: 'web' } },
      template: {
        metadata: { labels: { app: 'web' } },
        spec: { containers: [{ name: 'app', image: 'app:v1' }] },
      },
    },
  },
]);
for (;;) {
  const deployment = await cluster.api.appsv1.readNamespacedDeployment({ name: 'web', namespace: 'default' });
  if ((deployment.status?.readyReplicas ?? 0) >= replicas) break;
  await new Promise((resolve) => setTimeout(resolve, 100));
}
const { user, system } = process.cpuUsage(before);
const peakMB = process.resourceUsage().maxRSS / 1024;
console.log(JSON.stringify({ cpuSeconds: (user + system) / 1e6, peakMB }));
process.exit(0);
