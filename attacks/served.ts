/**
 * A server of a folder as a process of its own, for requests that may end it. Forked with the folder, it tells its address; to any
 * message it answers how much memory it holds, in MB.
 */
import { serve } from '../scripts/serve.ts';

const [, , folder = ''] = process.argv;
const { address } = await serve(folder, 4520);
process.on('message', () => process.send?.(process.memoryUsage().rss / 1e6));
process.on('disconnect', () => process.exit());
process.send?.(address);
