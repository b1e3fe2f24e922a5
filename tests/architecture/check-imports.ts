import { posix } from 'node:path';
import { EXTENSION_RULES, PLATFORM_RULES, type RoomRule, TEST_EXTRA } from './table.ts';

export interface SourceFile {
  /** From the root of the repository, with slashes. */
  readonly path: string;
  readonly text: string;
}

export interface Violation {
  readonly path: string;
  readonly specifier: string;
  readonly reason: string;
}

const SPECIFIER =
  /(?:^|\n)\s*(?:import|export)\s+(?:type\s+)?(?:[^'"`;]*?\sfrom\s+)?['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)/g;

/** Every module that a file names, `import type` and `import()` included. */
export function specifiersOf(text: string): readonly string[] {
  return [...text.matchAll(SPECIFIER)].flatMap((match) => match[1] ?? match[2] ?? []);
}

interface Room {
  readonly kind: 'platform' | 'extension' | 'modes' | 'config' | 'tests' | 'other';
  /** The platform room's or the extension's name. */
  readonly name: string;
  /** Inside an extension: model, state, commands, ui, engine, index.ts or server.ts. */
  readonly part: string;
}

export function roomOf(path: string): Room {
  const [top = '', name = '', third = ''] = path.split('/');
  if (top === 'platform') return { kind: 'platform', name, part: '' };
  if (top === 'extensions') {
    const named = Object.hasOwn(EXTENSION_RULES, third) && third !== 'engine';
    const isDoorTest = /^(index|server)\.test\.ts$/.test(third);
    const part = isDoorTest ? third.replace('.test', '') : named ? third : 'engine';
    return { kind: 'extension', name, part };
  }
  if (top === 'modes') return { kind: 'modes', name: 'modes', part: '' };
  if (top === 'config' || top === 'tests') return { kind: top, name, part: '' };
  return { kind: 'other', name, part: '' };
}

const isTest = (path: string): boolean =>
  /\.test\.tsx?$/.test(path) || path.includes('/test-support/');

function matches(allowed: readonly string[], wanted: string): boolean {
  return allowed.some((pattern) =>
    pattern.endsWith('*') ? wanted.startsWith(pattern.slice(0, -1)) : pattern === wanted,
  );
}

function ruleOf(file: SourceFile, room: Room): RoomRule | null {
  const base =
    room.kind === 'platform'
      ? PLATFORM_RULES[room.name]
      : room.kind === 'extension'
        ? EXTENSION_RULES[room.part]
        : room.kind === 'modes'
          ? { rooms: ['contracts', 'foundation'], packages: [] }
          : undefined;
  if (base === undefined) return null;
  if (!isTest(file.path)) return base;
  return {
    rooms: [...base.rooms, ...TEST_EXTRA.rooms],
    packages: [...base.packages, ...TEST_EXTRA.packages],
  };
}

function packageOf(specifier: string): string {
  if (specifier.startsWith('node:') || specifier.startsWith('clockface:')) return specifier;
  const parts = specifier.split('/');
  return specifier.startsWith('@') ? parts.slice(0, 2).join('/') : (parts[0] ?? specifier);
}

function checkRelative(
  file: SourceFile,
  room: Room,
  specifier: string,
  rule: RoomRule,
): string | null {
  const target = posix.normalize(posix.join(posix.dirname(file.path), specifier));
  const other = roomOf(target);
  if (other.kind === room.kind && other.name === room.name) {
    if (room.kind !== 'extension' || other.part === room.part) return null;
    if (matches(rule.rooms, `own:${other.part}`)) return null;
    return `${room.part} may not see the extension's ${other.part}`;
  }
  if (room.kind === 'extension' && other.kind === 'extension') {
    return 'an extension never imports another extension; use a token, a command id or the study document';
  }
  if (room.kind === 'platform' && ['extension', 'modes', 'config'].includes(other.kind)) {
    return 'the platform never imports an extension, a mode or a configuration';
  }
  return `go through the door #${other.name}`;
}

function checkDoor(room: Room, specifier: string, rule: RoomRule): string | null {
  const door = specifier.slice(1);
  if (door === room.name && room.kind === 'platform') return null;
  if (matches(rule.rooms, door)) return null;
  return `${room.name}${room.part === '' ? '' : `/${room.part}`} may not import #${door}`;
}

/** All imports that the table does not allow. Tests of whole stories (`tests/`) may import anything. */
export function checkImports(files: readonly SourceFile[]): readonly Violation[] {
  const violations: Violation[] = [];
  for (const file of files) {
    const room = roomOf(file.path);
    const rule = ruleOf(file, room);
    if (rule === null) {
      if (room.kind === 'platform') {
        violations.push({
          path: file.path,
          specifier: '',
          reason: `room ${room.name} is not in the table`,
        });
      }
      continue;
    }
    for (const specifier of specifiersOf(file.text)) {
      const reason = specifier.startsWith('.')
        ? checkRelative(file, room, specifier, rule)
        : specifier.startsWith('#')
          ? checkDoor(room, specifier, rule)
          : matches(rule.packages, packageOf(specifier))
            ? null
            : `package ${packageOf(specifier)} is not for ${room.name}${room.part === '' ? '' : `/${room.part}`}`;
      if (reason !== null) violations.push({ path: file.path, specifier, reason });
    }
  }
  return violations;
}
