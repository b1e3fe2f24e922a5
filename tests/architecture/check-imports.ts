import { posix } from 'node:path';
import { specifiersOf } from './read-imports.ts';
import type { SourceFile } from './source-files.ts';
import { EXTENSION_RULES, type ModuleRule, PLATFORM_RULES, TEST_EXTRA } from './table.ts';

export interface Violation {
  readonly path: string;
  readonly specifier: string;
  readonly reason: string;
}

interface Module {
  readonly kind: 'platform' | 'extension' | 'modes' | 'config' | 'tests' | 'other';
  /** Name of the platform module or extension. */
  readonly name: string;
  /** Part of an extension: model, state, commands, ui, engine, index.ts or server.ts. */
  readonly part: string;
}

function moduleOf(path: string): Module {
  const [top = '', name = '', third = ''] = path.split('/');
  if (top === 'platform') return { kind: 'platform', name, part: '' };
  if (top === 'extensions') {
    const named = Object.hasOwn(EXTENSION_RULES, third) && third !== 'engine';
    const isEntryPointTest = /^(index|server)\.test\.ts$/.test(third);
    const part = isEntryPointTest ? third.replace('.test', '') : named ? third : 'engine';
    return { kind: 'extension', name, part };
  }
  if (top === 'modes') return { kind: 'modes', name: 'modes', part: '' };
  if (top === 'config' || top === 'tests') return { kind: top, name, part: '' };
  return { kind: 'other', name, part: '' };
}

const labelOf = ({ name, part }: Module): string => (part === '' ? name : `${name}/${part}`);

/** Tests and the fakes that only tests import. */
const isTest = (path: string): boolean =>
  /\.test\.tsx?$|\/test-support\/|^platform\/core\/testing\//.test(path);

function matches(allowed: readonly string[], requested: string): boolean {
  return allowed.some((pattern) =>
    pattern.endsWith('*') ? requested.startsWith(pattern.slice(0, -1)) : pattern === requested,
  );
}

function ruleOf(file: SourceFile, module: Module): ModuleRule | null {
  const base =
    module.kind === 'platform'
      ? PLATFORM_RULES[module.name]
      : module.kind === 'extension'
        ? EXTENSION_RULES[module.part]
        : module.kind === 'modes'
          ? { modules: ['contracts', 'foundation'], packages: [] }
          : undefined;
  if (base === undefined) return null;
  if (!isTest(file.path)) return base;
  return {
    modules: [...base.modules, ...TEST_EXTRA.modules],
    packages: [...base.packages, ...TEST_EXTRA.packages],
  };
}

function packageOf(specifier: string): string {
  if (specifier.startsWith('node:') || specifier.startsWith('clockface:')) return specifier;
  const segments = specifier.split('/');
  return specifier.startsWith('@') ? segments.slice(0, 2).join('/') : (segments[0] ?? specifier);
}

function checkRelative(
  file: SourceFile,
  module: Module,
  specifier: string,
  rule: ModuleRule,
): string | null {
  const target = posix.normalize(posix.join(posix.dirname(file.path), specifier));
  const other = moduleOf(target);
  if (other.kind === module.kind && other.name === module.name) {
    if (module.kind !== 'extension' || other.part === module.part) return null;
    if (matches(rule.modules, `own:${other.part}`)) return null;
    return `${module.part} may not import the extension's ${other.part}`;
  }
  if (module.kind === 'extension' && other.kind === 'extension') {
    return 'an extension never imports another extension; use a token, a command id or the study document';
  }
  if (module.kind === 'platform' && ['extension', 'modes', 'config'].includes(other.kind)) {
    return 'the platform never imports an extension, a mode or a configuration';
  }
  return `import it by its entry point #${other.name}`;
}

function checkEntryPoint(module: Module, specifier: string, rule: ModuleRule): string | null {
  const alias = specifier.slice(1);
  if (alias === module.name && module.kind === 'platform') return null;
  if (matches(rule.modules, alias)) return null;
  return `${labelOf(module)} may not import #${alias}`;
}

/**
 * Returns all imports that the table does not allow. End-to-end tests (`tests/`) may import
 * anything.
 */
export function checkImports(files: readonly SourceFile[]): readonly Violation[] {
  const violations: Violation[] = [];
  for (const file of files) {
    const module = moduleOf(file.path);
    const rule = ruleOf(file, module);
    if (rule === null) {
      if (module.kind === 'platform') {
        violations.push({
          path: file.path,
          specifier: '',
          reason: `module ${module.name} is not in the table`,
        });
      }
      continue;
    }
    for (const specifier of specifiersOf(file)) {
      const reason = specifier.startsWith('.')
        ? checkRelative(file, module, specifier, rule)
        : specifier.startsWith('#')
          ? checkEntryPoint(module, specifier, rule)
          : matches(rule.packages, packageOf(specifier))
            ? null
            : `${labelOf(module)} may not use the package ${packageOf(specifier)}`;
      if (reason !== null) violations.push({ path: file.path, specifier, reason });
    }
  }
  return violations;
}
