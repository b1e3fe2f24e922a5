import type { ReactNode } from 'react';
import { manifestSchema } from '#contracts';
import { defineExtension, type ExtensionSource, type ViewportProps } from '#core';

interface Contributions {
  readonly contributes: object;
  readonly activate: Parameters<typeof defineExtension>[0]['activate'];
}

function createExtension(id: string, { contributes, activate }: Contributions): ExtensionSource {
  return {
    manifest: manifestSchema.parse({
      schema: 1,
      id,
      version: '1.0.0',
      title: `Extension ${id}`,
      description: 'For tests.',
      host: '^1.0.0',
      contributes,
    }),
    origin: 'built-in',
    settings: {},
    load: async () => ({ extension: defineExtension({ id, activate }) }),
  };
}

/** Extension with a page for administrators. */
export function aPageExtension(id: string, path: string, draw: () => ReactNode): ExtensionSource {
  return createExtension(id, {
    contributes: {
      routes: [{ id: `${id}.page`, title: 'Test page', path, features: ['ADMIN_ACCOUNT'] }],
    },
    activate: ({ routes }) => {
      routes.register({ id: `${id}.page`, load: async () => draw });
    },
  });
}

const CELLS = ['left', 'right'];

/** Extension with two views side by side, a panel, a tool and a command that calls `run`. */
export function aViewingExtension(
  draw: (props: ViewportProps) => ReactNode,
  run: () => void = () => undefined,
): ExtensionSource {
  return createExtension('views', {
    contributes: {
      viewports: [{ id: 'views.plane', title: 'Plane' }],
      panels: [
        { id: 'views.list', title: 'List' },
        { id: 'views.notes', title: 'Notes' },
      ],
      tools: [{ id: 'views.length', title: 'Length' }],
      commands: [{ id: 'views.undo', title: 'Undo' }],
      hangingProtocols: [
        {
          id: 'views.two',
          title: 'Two',
          priority: 1,
          when: [{ attribute: 'kind', op: 'eq', value: 'VOLUME' }],
          grid: { columns: '1fr 1fr', rows: '1fr', areas: ['left right'] },
          cells: CELLS.map((area) => ({
            area,
            viewport: 'views.plane',
            image: { kind: 'VOLUME', laterality: 'target' },
          })),
        },
      ],
    },
    activate: (context) => {
      context.viewports.register({
        id: 'views.plane',
        accepts: ['VOLUME'],
        load: async () => draw,
      });
      context.panels.register({ id: 'views.list', load: async () => () => <p>The list</p> });
      context.panels.register({ id: 'views.notes', load: async () => () => <p>The notes</p> });
      context.tools.register({
        id: 'views.length',
        cursor: 'crosshair',
        markType: 'LENGTH',
        start: () => null,
        move: () => null,
        set: () => null,
        close: () => null,
        childState: () => null,
        end: () => null,
        preview: () => [],
        shapes: () => [],
        moveHandle: ({ points }) => points,
        moveBy: ({ points }) => points,
      });
      context.commands.register({
        id: 'views.undo',
        undo: 'none',
        validate: () => ({ ok: true, value: undefined }),
        run,
      });
    },
  });
}

/** Mode for completed scans, with the contributions of `aViewingExtension`. */
export const aViewingMode = {
  id: 'viewing',
  title: 'Viewing',
  path: '/scan',
  when: { scanState: ['C'] },
  requires: ['views'],
  features: ['STUDY_VIEW'],
  layout: {
    main: { kind: 'viewports', protocols: ['views.two'] },
    right: ['views.list', 'views.notes'],
  },
  toolbar: [[{ tool: 'views.length' }], [{ command: 'views.undo' }]],
  keys: [{ key: 'KeyM', tool: 'views.length' }],
};

/** Mode for scans that are not completed, with the panel of `aViewingExtension` as main area. */
export const aRecordingMode = {
  id: 'recording',
  title: 'Recording',
  path: '/scan',
  when: { scanState: ['N', 'I'] },
  requires: ['views'],
  features: ['STUDY_VIEW'],
  layout: { main: { kind: 'panel', panel: 'views.list' } },
};
