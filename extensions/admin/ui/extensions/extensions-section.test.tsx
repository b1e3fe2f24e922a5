// @vitest-environment jsdom
import { act } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import type { OrganizationSwitch } from '#contracts';
import type { ExtensionStatus, HostStatus } from '#core';
import { type FakePlatform, okResponse } from '#core/testing';
import { problem } from '#foundation';
import { click, unmountAll, until } from '#ui/testing';
import { button, hostStatus, openAdmin, staticStore } from '../test-support/admin-page.tsx';
import { ExtensionsSection } from './extensions-section.tsx';

afterEach(unmountAll);

const shown = () => document.body.textContent ?? '';
const status = (id: string, change: Partial<ExtensionStatus> = {}): ExtensionStatus => ({
  id,
  title: `The ${id}`,
  description: 'What it is',
  version: '1.0.0',
  origin: 'built-in',
  state: 'ready',
  decidedBy: 'default',
  problem: null,
  settings: [],
  ...change,
});
const organizationSwitch = (
  name: string,
  change: Partial<OrganizationSwitch> = {},
): OrganizationSwitch => ({
  kind: 'extension',
  name,
  enabled: true,
  origin: 'default',
  locked: null,
  hasServer: false,
  changedAt: null,
  changedBy: null,
  ...change,
});

/** Creates a server that stores changed switches. */
function createServer(...items: OrganizationSwitch[]) {
  const sent: unknown[] = [];
  const prepare = ({ backend }: FakePlatform): void => {
    backend.server.handle('listSwitches', () => okResponse({ items }));
    backend.server.handle('changeSwitch', ({ body }) => {
      sent.push(body);
      const { name, enabled } = body as { name: string; enabled: boolean };
      const index = items.findIndex((item) => item.name === name);
      const origin = enabled ? 'default' : 'administrator';
      items[index] = organizationSwitch(name, { enabled, origin });
      return okResponse({ items });
    });
  };
  return { sent, prepare };
}

const hostWith = (...extensions: readonly ExtensionStatus[]): HostStatus =>
  hostStatus({ extensions: staticStore(extensions) });

describe('a switch', () => {
  it('previews its effect before the change, states when the change applies, and can be undone', async () => {
    const { sent, prepare } = createServer(organizationSwitch('scanner', { hasServer: true }));
    const requests: unknown[] = [];
    const host: HostStatus = {
      ...hostWith(status('scanner')),
      preview: (change) => {
        requests.push(change);
        return {
          ...hostStatus().preview(change),
          removed: [
            { point: 'routes', id: 'scanner.prescan', title: 'Before', path: '/prescan-info' },
          ],
          stops: [{ id: 'scanner', title: 'The scanner', reason: null }],
          modesRemoved: [{ id: 'scanning', title: 'Scanning', reason: 'It needs the scanner' }],
        };
      },
    };
    const platform = await openAdmin(<ExtensionsSection />, { host, prepare });
    await until(() => button('The scanner on or off') !== null);
    await until(() => button('The scanner on or off')?.hasAttribute('disabled') === false);
    await click(button('The scanner on or off'));
    await until(() => shown().includes('Switch The scanner off?'));
    expect(requests).toEqual([{ kind: 'extension', name: 'scanner', enabled: false }]);
    for (const text of [
      'Pages: Before (/prescan-info)',
      'Scanning: It needs the scanner',
      'the site file still decides about jobs and services on the server',
      'The change applies to pages that users of your organization open from now on',
    ]) {
      expect(shown()).toContain(text);
    }
    expect(sent).toEqual([]);
    await click(button('Switch The scanner off'));
    await until(() => shown().includes('Reload it to apply the change'));
    expect(shown()).toContain('administrator');
    await act(async () => platform.notices.store.getState()[0]?.action?.run());
    await until(() => sent.length === 2);
    expect(sent).toEqual([
      { kind: 'extension', name: 'scanner', enabled: false },
      { kind: 'extension', name: 'scanner', enabled: true },
    ]);
  });

  it('gives the reason and opens no dialog when the switch is locked', async () => {
    const { prepare } = createServer(
      organizationSwitch('admin', { locked: 'needed' }),
      organizationSwitch('cloud-sync', { enabled: false, locked: 'site', origin: 'site' }),
      organizationSwitch('scanner', { locked: 'environment', origin: 'environment' }),
    );
    const host = hostWith(
      status('admin'),
      status('cloud-sync', { state: 'off', decidedBy: 'site' }),
      status('scanner', { decidedBy: 'environment' }),
    );
    await openAdmin(<ExtensionsSection />, { host, prepare });
    await until(() => shown().includes('Set in the server environment'));
    expect(shown()).toContain('Required by this page');
    expect(shown()).toContain('Switched off in the site file');
    await click(button('The admin on or off'));
    expect(document.querySelector('[role=alertdialog]')).toBeNull();
  });
});

describe('a setting', () => {
  it('is read-only, with its full value, its source and where to change it', async () => {
    const longValue = 'x'.repeat(200);
    const setting = { name: 'models', value: longValue, origin: 'site' } as const;
    await openAdmin(<ExtensionsSection />, {
      host: hostWith(
        status('scanner', { settings: [setting] }),
        status('density', { origin: 'third-party', settings: [setting] }),
        status('plain'),
      ),
    });
    await until(() => shown().includes('edit extensions.scanner.settings'));
    expect(shown()).toContain('edit the entry of this extension under thirdParty');
    expect(shown().match(/restart the server/g)).toHaveLength(2);
    expect(document.querySelectorAll(`[title="${longValue}"]`)).toHaveLength(2);
  });
});

describe('a third-party extension', () => {
  it('is listed with the reason when the server rejected it', async () => {
    const host = hostStatus({
      problems: staticStore([
        problem(
          'THIRD_PARTY_HOST',
          'Refused',
          'It requires extension API ^2.0.0; this is 1.0.0.',
          '',
          'density',
        ),
        problem('MODE_NONE', 'Something else', 'Else', ''),
      ]),
    });
    await openAdmin(<ExtensionsSection />, { host });
    await until(() =>
      shown().includes('Not started: It requires extension API ^2.0.0; this is 1.0.0.'),
    );
    expect(shown()).toContain('density');
    expect(shown()).not.toContain('Something else');
  });

  it('is listed with what it places in which mode, and with what the site file rejects', async () => {
    const placed = {
      kind: 'addition',
      extension: 'density',
      mode: { id: 'reading', title: 'Reading' },
      path: null,
      items: [
        { area: 'right side', id: 'density.list', title: 'Densities' },
        { area: 'shortcuts', id: 'density.next', title: 'Next', key: 'Shift+KeyN' },
      ],
      refused: false,
    } as const;
    const mode = { id: 'scanning', title: 'Scanning' };
    const ownMode = { id: 'density.mode', title: 'Density mode' };
    const host: HostStatus = {
      ...hostWith(status('density', { origin: 'third-party' }), status('plain')),
      placements: [
        placed,
        { ...placed, mode, refused: true },
        { ...placed, kind: 'mode', mode: ownMode, path: '/density-mode' },
        { ...placed, kind: 'mode', mode: ownMode, path: '/density-mode', refused: true },
      ],
    };
    await openAdmin(<ExtensionsSection />, { host });
    await until(() => shown().includes('The density'));
    const [row, plain] = [...document.querySelectorAll('li')];
    expect(row?.textContent).toContain(
      'Adds to Reading: right side (Densities); shortcuts (Shift+N for Next)',
    );
    expect(row?.textContent).toContain('Adds nothing to Scanning: refused in the site file');
    expect(row?.textContent).toContain(
      'Brings the mode Density mode, which opens at /density-mode',
    );
    expect(row?.textContent).toContain('The mode Density mode is refused in the site file');
    expect(plain?.textContent).not.toContain('Adds');
  });
});
