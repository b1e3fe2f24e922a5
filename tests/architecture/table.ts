/**
 * Who may import whom. Left: a room; right: the rooms it may import (through their doors) and the
 * packages it may use. What is not listed is forbidden. The same table stands in ARCHITECTURE.md
 * in words; this one is enforced.
 */
export interface RoomRule {
  readonly rooms: readonly string[];
  /** Package names; `node:*` stands for Node's own modules, `*` for anything. */
  readonly packages: readonly string[];
}

const PURE = ['foundation', 'geometry'] as const;
const RULES = ['contracts', ...PURE, 'findings'] as const;

export const PLATFORM_RULES: Readonly<Record<string, RoomRule>> = {
  foundation: { rooms: [], packages: [] },
  contracts: { rooms: ['foundation'], packages: ['zod'] },
  geometry: { rooms: ['foundation'], packages: [] },
  findings: { rooms: ['contracts', ...PURE], packages: [] },
  volume: { rooms: [...PURE], packages: [] },
  dicom: {
    rooms: ['contracts', ...PURE, 'volume'],
    packages: ['dcmjs', 'node:*', '@cornerstonejs/codec-libjpeg-turbo-8bit'],
  },
  core: { rooms: [...RULES], packages: ['zustand', 'immer', 'zod', 'mqtt', 'semver', 'tinykeys'] },
  ui: {
    rooms: ['contracts', ...PURE],
    packages: [
      'react',
      'react-dom',
      'react-aria-components',
      '@internationalized/date',
      'lucide-react',
    ],
  },
  workstation: {
    rooms: ['contracts', 'contracts/light', ...PURE, 'core', 'core/light', 'ui', 'ui/plain'],
    packages: [
      'react',
      'react-dom',
      'react-router-dom',
      '@tanstack/react-query',
      'zustand',
      'clockface:*',
    ],
  },
  server: {
    rooms: [...RULES, 'volume', 'dicom'],
    packages: [
      'node:*',
      'zod',
      'fastify',
      '@fastify/*',
      'kysely',
      'pg',
      'pg-boss',
      'pg-copy-streams',
      'swagger-ui-dist',
      'aedes',
      'ws',
      'mqtt',
      'semver',
      '@node-rs/argon2',
      'rate-limiter-flexible',
      '@aws-sdk/client-s3',
      'nodemailer',
    ],
  },
  desktop: { rooms: ['contracts', 'foundation'], packages: ['node:*', 'mqtt'] },
  sdk: { rooms: [...RULES, 'core', 'ui'], packages: [] },
  testing: { rooms: ['contracts', ...PURE, 'volume'], packages: ['node:*'] },
  build: { rooms: ['contracts', 'foundation'], packages: ['*'] },
};

const ENGINE_PACKAGES = [
  'node:*',
  'mqtt',
  'zod',
  '@cornerstonejs/core',
  '@cornerstonejs/tools',
  '@kitware/vtk.js',
] as const;

/** Rooms inside an extension, by folder or door; other folders are engine rooms. */
export const EXTENSION_RULES: Readonly<Record<string, RoomRule>> = {
  texts: { rooms: ['contracts', 'foundation'], packages: [] },
  model: { rooms: [...RULES, 'volume', 'own:texts'], packages: ['zod'] },
  state: {
    rooms: [...RULES, 'core', 'own:texts', 'own:model'],
    packages: ['zustand', 'immer'],
  },
  commands: { rooms: [...RULES, 'core', 'own:texts', 'own:model', 'own:state'], packages: [] },
  ui: {
    rooms: [...RULES, 'volume', 'core', 'ui', 'own:*'],
    packages: ['react', 'react-dom', 'react-aria-components', '@internationalized/date'],
  },
  engine: {
    rooms: [
      ...RULES,
      'volume',
      'dicom',
      'server/extension',
      'own:texts',
      'own:model',
      'own:engine',
    ],
    packages: [...ENGINE_PACKAGES],
  },
  'index.ts': { rooms: [...RULES, 'core', 'own:*'], packages: [] },
  'first-look.ts': { rooms: [...RULES, 'core', 'own:*'], packages: [] },
  'server.ts': {
    rooms: [
      ...RULES,
      'volume',
      'dicom',
      'server/extension',
      'own:texts',
      'own:model',
      'own:engine',
    ],
    packages: ['node:*'],
  },
};

/** Beside a test's own room: what tests themselves are made with. */
export const TEST_EXTRA: RoomRule = {
  rooms: ['testing', 'testing/files', 'core/testing', 'ui/testing'],
  packages: [
    'vitest',
    // A real broker on a free port, for the device's end of MQTT.
    'aedes',
    'fast-check',
    'node:*',
    'jsdom',
    'zustand',
    'react',
    'react-dom',
    'zod',
    'playwright-core',
    'esbuild',
  ],
};
