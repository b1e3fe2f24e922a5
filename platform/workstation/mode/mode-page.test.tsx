// @vitest-environment jsdom
import { MemoryRouter } from 'react-router-dom';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Role, Scan } from '#contracts';
import type { ExtensionSource, ViewportProps } from '#core';
import { answered } from '#core/testing';
import { newId } from '#foundation';
import { click, press, render, unmountAll, until } from '#ui/testing';
import { type FakeApplication, fakeApplication } from '../test-support/fake-application.tsx';
import { aViewingExtension, aViewingMode } from '../test-support/fake-extensions.tsx';
import { ModePage } from './mode-page.tsx';

let opened: FakeApplication | null = null;

afterEach(async () => {
  await unmountAll();
  opened?.dispose();
  opened = null;
  vi.restoreAllMocks();
});

const AT = '2026-11-20T10:12:00Z';
const aVolume = (scanId: string) => ({
  id: newId(),
  version: 1,
  createdAt: AT,
  createdBy: null,
  updatedAt: AT,
  updatedBy: null,
  scanId,
  fileCategory: { id: 'VOLUME3D' },
  fileName: 'volume.nrrd',
  fileExtension: 'nrrd',
  storagePath: 'a',
  checksum: 'b',
  byteLength: 1,
  encoding: 'NONE',
  role: 'PRIMARY',
  parentId: null,
  header: null,
  acquisitionTime: null,
});

function View({ image, cellId, onToggleMaximise }: ViewportProps) {
  return (
    <button type="button" onClick={onToggleMaximise}>
      {`View ${cellId} of ${image.scan.label}`}
    </button>
  );
}

async function open(
  options: {
    readonly role?: Role;
    readonly sources?: readonly ExtensionSource[];
    readonly scan?: Partial<Scan>;
    readonly volumes?: boolean;
  } = {},
) {
  const { role = 'PHYSICIAN', sources = [aViewingExtension(View)], volumes = true } = options;
  opened = await fakeApplication(role, { sources, modes: [aViewingMode] });
  const { clinic } = opened.platform;
  clinic.scans.splice(0, 1, { ...(clinic.scans[0] as Scan), ...options.scan });
  clinic.server.handle('listScanFiles', ({ params, query }) => {
    const isVolume = query.get('fileCategory') === 'VOLUME3D' && volumes;
    const items = isVolume ? [aVolume(params.scanId ?? '')] : [];
    return answered({ items, total: items.length, nextCursor: null });
  });
  await render(
    opened.around(
      <MemoryRouter initialEntries={[`/scan?study=${clinic.studyId}&scan=${clinic.scans[0]?.id}`]}>
        <ModePage path="/scan" />
      </MemoryRouter>,
    ),
  );
  return { application: opened, clinic };
}

const text = (): string => document.body.textContent ?? '';
const named = (name: string) =>
  [...document.querySelectorAll('button')].find(
    (one) => (one.getAttribute('aria-label') ?? one.textContent) === name,
  );

describe('a mode on the screen', () => {
  it('shows who is read, the views with their image, the panel and the tools', async () => {
    await open();
    await until(() => text().includes('View left of R') && text().includes('The list'));
    expect(text()).toContain('View right of R');
    expect(text()).toContain('Patient, Test');
    expect(named('Length')?.getAttribute('aria-pressed')).toBe('true');
  });

  it('says why it cannot run when the site has switched its extension off', async () => {
    await open({ sources: [] });
    await until(() => text().includes('Viewing'));
    expect(text()).toContain('views');
    expect(document.querySelector('[role=alert]')).not.toBeNull();
  });

  it('a view that throws is named, and the others live on', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const draw = (props: ViewportProps) => {
      if (props.cellId === 'left') throw new Error('no graphics');
      return <View {...props} />;
    };
    await open({ sources: [aViewingExtension(draw)] });
    await until(() => text().includes('Plane has failed') && text().includes('View right of R'));
    expect(text()).toContain('no graphics');
  });

  it('one view takes the whole place and gives it back, without being drawn anew', async () => {
    await open();
    await until(() => text().includes('View left of R'));
    const before = named('View left of R');
    await click(before);
    const cell = before?.closest('[data-cell]');
    expect(cell?.getAttribute('data-maximised')).toBe('true');
    expect(named('View right of R')?.closest('[inert]')).not.toBeNull();
    await click(before);
    expect(cell?.getAttribute('data-maximised')).toBe('false');
    expect(named('View left of R')).toBe(before);
  });

  it('who may not mark sees no tool that draws', async () => {
    await open({ role: 'VIEWER' });
    await until(() => text().includes('View left of R'));
    expect(named('Length')).toBeUndefined();
    expect(named('Undo')).toBeDefined();
  });

  it('warns of an orientation that was assumed until somebody confirms it', async () => {
    const { clinic } = await open({ scan: { orientationConfirmed: false, origin: 'IMPORTED' } });
    clinic.server.handle('confirmOrientation', () => {
      clinic.scans[0] = { ...(clinic.scans[0] as Scan), orientationConfirmed: true, version: 2 };
      return answered(clinic.scans[0]);
    });
    await until(() => named('Orientation assumed') !== undefined);
    await click(named('Orientation assumed'));
    await until(() => named('The orientation is right') !== undefined);
    await click(named('The orientation is right'));
    await until(() => named('Orientation assumed') === undefined);
  });

  it('a scan without an image says so and offers to make one', async () => {
    const { clinic } = await open({ volumes: false });
    await until(() => text().includes('This scan has no image yet.'));
    await click(named('Reconstruct it'));
    await until(() => clinic.server.calls.some((call) => call.route === 'queueJob'));
  });

  it('lists the keys that work here behind the question mark', async () => {
    await open();
    await until(() => text().includes('View left of R'));
    await press('?', document.body);
    await until(() => document.querySelector('[role=dialog]') !== null);
    expect(document.querySelector('[role=dialog]')?.textContent).toContain('MLength');
  });
});
