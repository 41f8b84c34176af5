import type { GoValue } from '../../../../../go/flag.ts';
import type { Pointer } from '../../../../../go/pointer.ts';
import type { Result } from '../../../../../go/result.ts';
import { parseInt } from '../../../../../go/strconv.ts';

/**
 * How grave a line is. Upstream counts them from 0.
 * Mirrors: vendor/k8s.io/klog/v2/klog.go#severityName
 */
export const severityName = ['INFO', 'WARNING', 'ERROR', 'FATAL'] as const;

// Mirrors: vendor/k8s.io/klog/v2/klog.go#severity
export type Severity = 0 | 1 | 2 | 3;
export const infoLog = 0;
export const warningLog = 1;
export const errorLog = 2;
export const fatalLog = 3;

function parseDecimal(text: string): Result<number> {
  const [value, error] = parseInt(text.replace(/^([+-]?)0+(?=\d)/, '$1'), 32);
  if (error === undefined) return [value, undefined];
  return [undefined, new Error(error.message.replace(/"[^"]*"/, JSON.stringify(text)))];
}

/**
 * A threshold: the name of a severity, or its number.
 * Mirrors: vendor/k8s.io/klog/v2/klog.go#severity.Set
 */
export function severityValue(p: Pointer<number>): GoValue {
  return {
    typeName: 'severity',
    string: () => String(p.value),
    set(text) {
      const named = severityName.findIndex((name) => name === text.toUpperCase());
      const [number, error] = named >= 0 ? ([named, undefined] as const) : parseDecimal(text);
      if (error) return error;
      p.value = number;
      return undefined;
    },
  };
}

/**
 * How much is told.
 * Mirrors: vendor/k8s.io/klog/v2/klog.go#Level
 */
export function levelValue(p: Pointer<number>): GoValue {
  return {
    typeName: 'Level',
    string: () => String(p.value),
    set(text) {
      const [number, error] = parseDecimal(text);
      if (error) return error;
      p.value = number;
      return undefined;
    },
  };
}

/**
 * Levels by file. They are kept and printed, but nothing is told more by them: a line of ours has no Go file.
 * Mirrors: vendor/k8s.io/klog/v2/klog.go#moduleSpec
 */
export function moduleSpec(p: Pointer<string>): GoValue {
  const syntax = 'syntax error: expect comma-separated list of filename=N';
  return {
    typeName: 'moduleSpec',
    string: () => p.value,
    set(text) {
      const kept: string[] = [];
      for (const part of text.split(',').filter((each) => each !== '')) {
        const [pattern = '', levelText = '', more] = part.split('=');
        const [level] = parseDecimal(levelText);
        if (pattern === '' || level === undefined || more !== undefined) return new Error(syntax);
        if (level < 0) return new Error('negative value for vmodule level');
        if (level > 0) kept.push(`${pattern}=${level}`);
      }
      p.value = kept.join(',');
      return undefined;
    },
  };
}

/**
 * A place at which Go would print its stack. Kept and printed, no more.
 * Mirrors: vendor/k8s.io/klog/v2/klog.go#traceLocation
 */
export function traceLocation(p: Pointer<string>): GoValue {
  return {
    typeName: 'traceLocation',
    string: () => p.value,
    set(text) {
      if (text === '') {
        p.value = ':0';
        return undefined;
      }
      const [file = '', lineText = '', more] = text.split(':');
      const [line] = parseDecimal(lineText);
      if (!file.includes('.') || line === undefined || more !== undefined)
        return new Error('syntax error: expect file.go:234');
      if (line <= 0) return new Error('negative or zero value for level');
      p.value = `${file}:${line}`;
      return undefined;
    },
  };
}
