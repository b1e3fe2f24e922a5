/**
 * Import rules. Each entry lists a module, the modules it may import (through their entry points)
 * and the packages it may use; everything else is forbidden. ARCHITECTURE.md describes the same
 * table, which the tests enforce.
 */
export interface ModuleRule {
  readonly modules: readonly string[];
  /** Package names; `node:*` means Node's own modules, `*` any package. */
  readonly packages: readonly string[];
}

const PURE = ['foundation', 'geometry'] as const;
const RULES = ['contracts', ...PURE, 'findings'] as const;

export const PLATFORM_RULES: Readonly<Record<string, ModuleRule>> = {
  foundation: { modules: [], packages: [] },
  contracts: { modules: ['foundation'], packages: ['zod'] },
  geometry: { modules: ['foundation'], packages: [] },
  findings: { modules: ['contracts', ...PURE], packages: [] },
  report: { modules: ['contracts', ...PURE, 'findings'], packages: [] },
  volume: { modules: [...PURE], packages: [] },
  'api-client': { modules: ['contracts', 'foundation'], packages: ['zod', 'p-retry'] },
  dicom: {
    modules: ['contracts', ...PURE, 'volume'],
    packages: ['dcmjs', 'node:*', '@cornerstonejs/codec-libjpeg-turbo-8bit'],
  },
  core: {
    modules: [...RULES, 'api-client'],
    packages: [
      'zustand',
      'immer',
      'zod',
      'mqtt',
      'semver',
      'tinykeys',
      'onnxruntime-web',
      // Their types alone, which `cornerstoneToken` gives to extensions.
      '@cornerstonejs/core',
      '@cornerstonejs/tools',
    ],
  },
  ui: {
    modules: ['contracts', ...PURE],
    packages: [
      'react',
      'react-dom',
      'react-aria-components',
      '@internationalized/date',
      '@tanstack/react-query',
      'lucide-react',
    ],
  },
  workstation: {
    modules: [
      'contracts',
      'contracts/light',
      ...PURE,
      'volume',
      'core',
      'core/light',
      'ui',
      'ui/plain',
    ],
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
    modules: [...RULES, 'report', 'volume', 'dicom'],
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
      'p-retry',
      'onnxruntime-node',
      'pdfkit',
      'bidi-js',
      'dejavu-fonts-ttf',
    ],
  },
  desktop: { modules: ['contracts', 'foundation'], packages: ['node:*', 'mqtt'] },
  sdk: { modules: [...RULES, 'core', 'ui'], packages: [] },
  testing: { modules: ['contracts', ...PURE, 'volume'], packages: ['node:*'] },
  build: { modules: ['contracts', 'foundation'], packages: ['*'] },
};

const ENGINE_PACKAGES = [
  'node:*',
  'mqtt',
  'zod',
  '@cornerstonejs/core',
  '@cornerstonejs/tools',
  '@kitware/vtk.js',
  'onnxruntime-node',
  'onnxruntime-web',
] as const;

const EXTENSION_BASE = [...RULES, 'report'] as const;

/** Modules of an extension, by folder or entry point; other folders are engine modules. */
export const EXTENSION_RULES: Readonly<Record<string, ModuleRule>> = {
  texts: { modules: ['contracts', 'foundation'], packages: [] },
  model: { modules: [...EXTENSION_BASE, 'volume', 'own:texts'], packages: ['zod', 'diff'] },
  state: {
    modules: [...EXTENSION_BASE, 'core', 'core/light', 'own:texts', 'own:model'],
    packages: ['zustand', 'immer'],
  },
  commands: {
    modules: [...EXTENSION_BASE, 'core', 'own:texts', 'own:model', 'own:state'],
    packages: [],
  },
  interaction: {
    modules: [...EXTENSION_BASE, 'core', 'own:texts', 'own:model', 'own:state', 'own:commands'],
    packages: [],
  },
  loading: {
    modules: [
      ...EXTENSION_BASE,
      'volume',
      'core',
      'own:texts',
      'own:model',
      'own:state',
      'own:engine',
    ],
    packages: [],
  },
  ui: {
    modules: [...EXTENSION_BASE, 'volume', 'core', 'ui', 'own:*'],
    packages: ['react', 'react-dom', 'react-aria-components', '@internationalized/date'],
  },
  engine: {
    modules: [
      ...EXTENSION_BASE,
      'volume',
      'dicom',
      'api-client',
      'server/extension',
      'own:texts',
      'own:model',
      'own:engine',
    ],
    packages: [...ENGINE_PACKAGES],
  },
  'index.ts': { modules: [...EXTENSION_BASE, 'core', 'own:*'], packages: [] },
  'boot-preview.ts': { modules: [...EXTENSION_BASE, 'core', 'core/light', 'own:*'], packages: [] },
  'server.ts': {
    modules: [
      ...EXTENSION_BASE,
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

/** Additional permissions of tests, besides those of their module. */
export const TEST_EXTRA: ModuleRule = {
  modules: ['testing', 'testing/files', 'core/testing', 'ui/testing'],
  packages: [
    'vitest',
    // A real broker on a free port, for the device side of MQTT.
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
