import { createHash } from 'node:crypto';
import { Parser } from 'htmlparser2';

/**
 * What does not fit between a page and the Content-Security-Policy that it states: what would not run, and what would not be held to
 * it. With `expected`, the policy has to equal it.
 */
export function policyProblems(html: string, expected?: string): string[] {
  const policies: string[] = [];
  const handlers = new Set<string>();
  const scripts: string[] = [];
  let before: string | undefined;
  let inScript = false;
  const parser = new Parser({
    onopentag(name, { 'http-equiv': equivalent = '', content = '', src, type = '', ...others }) {
      if (equivalent.toLowerCase() === 'content-security-policy') policies.push(content);
      if (policies.length === 0 && /^(script|style|link|body)$/.test(name)) before ??= name;
      for (const attribute of Object.keys(others))
        if (attribute.startsWith('on')) handlers.add(`${attribute} of <${name}>`);
      if (/^\s*javascript:/i.test(others['href'] ?? '')) handlers.add(`${others['href']} of <${name}>`);
      // Data has a type that is no script's.
      inScript = name === 'script' && src === undefined && !/\/(?!javascript)/.test(type);
      if (inScript) scripts.push('');
    },
    ontext(text) {
      if (inScript) scripts.push(scripts.pop() + text);
    },
    onclosetag() {
      inScript = false;
    },
  });
  parser.end(html);
  const [policy = '', ...more] = policies;
  const problems = [...handlers].map(
    (each) => `has ${each}, which no policy lets run: listen in a script that the page loads.`,
  );
  for (const script of scripts) {
    const digest = `'sha256-${createHash('sha256').update(script).digest('base64')}'`;
    if (scriptSources(policy).includes(digest)) continue;
    const beginning = script.trim().slice(0, 60);
    problems.push(
      `has a script that its policy does not know by ${digest}: put it into a file. It begins: ${beginning}`,
    );
  }
  if (policies.length === 0)
    problems.push(`states no policy: write one in a <meta> at the beginning of the head.`);
  else if (before !== undefined) problems.push(`has <${before}> before its policy: put the policy first.`);
  if (more.length > 0) problems.push(`states ${policies.length} policies: leave one.`);
  if (expected !== undefined && policies.length > 0 && policy !== expected)
    problems.push(`states "${policy}", expected "${expected}": take it from src/headers.ts.`);
  return problems;
}

/** Sources from which a policy lets scripts come. */
function scriptSources(policy: string): readonly string[] {
  const directives = new Map(
    policy
      .split(';')
      .map((text) => text.trim().split(/\s+/))
      .map(([name, ...sources]) => [name, sources]),
  );
  return directives.get('script-src') ?? directives.get('default-src') ?? [];
}
