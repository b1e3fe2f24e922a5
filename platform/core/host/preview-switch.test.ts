import { describe, expect, it } from 'vitest';
import { type ManifestInput, type ModeInput, manifestSchema } from '#contracts';
import type { HostData } from './prepare-host.ts';
import { previewSwitch } from './preview-switch.ts';

const source = (id: string, more: Partial<ManifestInput> = {}): HostData['sources'][number] => ({
  manifest: manifestSchema.parse({
    schema: 1,
    id,
    version: '1.0.0',
    title: `The ${id}`,
    description: id,
    host: '^1.0.0',
    ...more,
  }),
  origin: 'built-in',
  settings: {},
  load: () => Promise.reject(new Error('A preview loads no code')),
});

const panel = (id: string) => ({ contributes: { panels: [{ id, title: `Panel ${id}` }] } });
const mode: ModeInput = {
  id: 'reading',
  title: 'Reading',
  path: '/scan',
  requires: ['planes'],
  features: ['STUDY_VIEW'],
  layout: { main: { kind: 'panel', panel: 'planes.main' }, right: ['report.text'] },
};

const hostData = (more: Partial<HostData['config']> = {}): HostData => ({
  sources: [
    source('planes', panel('planes.main')),
    source('report', {
      requires: { planes: '^1.0.0' },
      contributes: {
        panels: [{ id: 'report.text', title: 'Report' }],
        routes: [{ id: 'report.list', title: 'Reports', path: '/reports', features: [] }],
      },
    }),
  ],
  modes: [mode],
  config: { extensions: {}, modes: {}, ...more },
});
const ids = (list: readonly { readonly id: string }[]) => list.map(({ id }) => id);

describe('the preview of a switch', () => {
  it('names dependents that stop with an extension, and the reason', () => {
    const effect = previewSwitch(hostData(), { kind: 'extension', name: 'planes', enabled: false });
    expect(ids(effect.stops)).toEqual(['planes', 'report']);
    expect(effect.stops[1]?.reason).toBe('report needs planes, which is switched off');
    expect(ids(effect.removed)).toEqual(['planes.main', 'report.text', 'report.list']);
    expect(effect.modesRemoved[0]?.reason).toContain('It needs The planes');
    expect([effect.starts, effect.added, effect.modesAdded]).toEqual([[], [], []]);
  });

  it('names removed pages with their paths, and limited modes', () => {
    const effect = previewSwitch(hostData(), { kind: 'extension', name: 'report', enabled: false });
    expect(effect.removed.find(({ point }) => point === 'routes')?.path).toBe('/reports');
    expect([effect.modesRemoved, ids(effect.modesLimited)]).toEqual([[], ['reading']]);
  });

  it('lists the same changes when switching on', () => {
    const off = { extensions: { planes: { enabled: false, settings: {} } } };
    const effect = previewSwitch(hostData(off), {
      kind: 'extension',
      name: 'planes',
      enabled: true,
    });
    expect(ids(effect.starts)).toEqual(['planes', 'report']);
    expect(ids(effect.added)).toEqual(['planes.main', 'report.text', 'report.list']);
    expect(ids(effect.modesAdded)).toEqual(['reading']);
  });

  it('applies switches made since the page was opened', () => {
    const pending = [{ kind: 'extension', name: 'report', enabled: false }] as const;
    const off = { kind: 'extension', name: 'planes', enabled: false } as const;
    expect(ids(previewSwitch(hostData(), off, pending).stops)).toEqual(['planes']);
  });

  it('removes nothing but the mode when switching a mode, and is empty without a change', () => {
    const effect = previewSwitch(hostData(), { kind: 'mode', name: 'reading', enabled: false });
    expect([ids(effect.modesRemoved), effect.stops, effect.removed]).toEqual([['reading'], [], []]);
    const unchanged = previewSwitch(hostData(), {
      kind: 'extension',
      name: 'planes',
      enabled: true,
    });
    expect(Object.values(unchanged).flat()).toEqual([]);
  });
});
