import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { hasOwnPolicy, pagePolicy } from '../src/headers.ts';
import { policyProblems } from './policy-problems.ts';
import { dist } from './project.ts';

const pages = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('.html'),
);
let broken = 0;
for (const file of pages.sort()) {
  const path = `/${file.replaceAll('\\', '/')}`;
  const problems = policyProblems(
    readFileSync(join(dist, file), 'utf8'),
    hasOwnPolicy(path) ? undefined : pagePolicy,
  );
  for (const problem of problems) console.error(`${path} ${problem}`);
  if (problems.length > 0) broken++;
}
console.log(`${pages.length} pages checked, ${broken} with something that their policy does not fit`);
process.exit(broken > 0 || pages.length === 0 ? 1 : 0);
