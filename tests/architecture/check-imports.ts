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
    return { kind: 'extension', name, part: partOf(third) };
  }
  if (top === 'modes') return { kind: 'modes', name: 'modes', part: '' };
  if (top === 'config' || top === 'tests') return { kind: top, name, part: '' };
  return { kind: 'other', name, part: '' };
}

/** Returns the part of a folder or file of an extension; unlisted folders belong to the engine. */
function partOf(entry: string): string {
  if (/^(index|server)\.test\.ts$/.test(entry)) return entry.replace('.test', '');
  return Object.hasOwn(EXTENSION_RULES, entry) ? entry : 'engine';
}

const labelOf = ({ name, part }: Module): string => (part === '' ? name : `${name}/${part}`);

/** Returns whether a file is a test or a fake that only tests import. */
const isTest = (path: string): boolean =>
  /\.test\.tsx?$|\/test-support\/|^platform\/core\/testing\//.test(path);

function matches(allowed: readonly string[], requested: string): boolean {
  return allowed.some((pattern) =>
    pattern.endsWith('*') ? requested.startsWith(pattern.slice(0, -1)) : pattern === requested,
  );
}

const MODES_RULE: ModuleRule = { modules: ['contracts', 'foundation'], packages: [] };

function productRuleOf({ kind, name, part }: Module): ModuleRule | undefined {
  if (kind === 'platform') return PLATFORM_RULES[name];
  if (kind === 'extension') return EXTENSION_RULES[part];
  return kind === 'modes' ? MODES_RULE : undefined;
}

/** Returns what a file may import; null if the table does not restrict the file. */
function ruleOf(file: SourceFile, module: Module): ModuleRule | null {
  const base = productRuleOf(module);
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

/** Returns why the table forbids an import; null if allowed. */
function checkImport(
  file: SourceFile,
  module: Module,
  specifier: string,
  rule: ModuleRule,
): string | null {
  if (specifier.startsWith('.')) return checkRelative(file, module, specifier, rule);
  if (specifier.startsWith('#')) return checkEntryPoint(module, specifier, rule);
  const name = packageOf(specifier);
  if (matches(rule.packages, name)) return null;
  return `${labelOf(module)} may not use the package ${name}`;
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
      const reason = checkImport(file, module, specifier, rule);
      if (reason !== null) violations.push({ path: file.path, specifier, reason });
    }
  }
  return violations;
}
