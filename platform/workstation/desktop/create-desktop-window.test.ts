import { afterEach, describe, expect, it } from 'vitest';
import { type DesktopTopic, type Role, topics } from '#contracts';
import { type FakePlatform, fakePlatform, settle, testConfig } from '#core/testing';
import { type Disposable, disposeAll, newId } from '#foundation';
import { createDesktopWindow } from './create-desktop-window.ts';

const ID = 'd'.repeat(43);
const BASE = 'http://localhost/';
const owned: Disposable[] = [];
afterEach(() => disposeAll(owned.splice(0)));

async function window(role: Role, isDevModeUi = false) {
  const platform = await fakePlatform(role);
  const visitedPaths: string[] = [];
  const desktop = createDesktopWindow({
    services: platform,
    navigation: { go: (path) => void visitedPaths.push(path) },
    config: { flags: { ...testConfig.flags, isDevModeUi } },
    desktopId: ID,
    base: BASE,
    clock: platform.clock,
  });
  owned.push(desktop, platform);
  await settle();
  const organizationId = platform.session.store.getState().user?.organization.id ?? '';
  const topic = (what: DesktopTopic) => topics.desktop(organizationId, ID, what);
  const modes = () =>
    platform.broker.published
      .filter((entry) => entry.topic === topic('dev-mode'))
      .map(({ message }) => (message as { readonly enabled: boolean }).enabled);
  return { platform, desktop, visitedPaths, topic, modes };
}

const envelope = () => ({
  id: newId(),
  at: '2026-11-21T08:00:00.000Z',
  scanId: null,
  epoch: 0,
  seq: 1,
});
const shown = ({ notices }: FakePlatform): readonly string[] =>
  notices.store.getState().map(({ text }) => text);

describe('the desktop window', () => {
  it('rejects a link to another location with the specified text and stays on its page', async () => {
    const { platform, visitedPaths, topic } = await window('PHYSICIAN');
    for (const url of ['https://evil.example/external-link?mrn=1', 'clockface://refused']) {
      platform.broker.send(topic('open-url-from-argv'), { ...envelope(), url });
    }
    expect(shown(platform)).toEqual(['Failed to open the provided URL.']);
    expect(visitedPaths).toEqual([]);
  });

  it('opens a link of its shell, without user name and password', async () => {
    const { platform, visitedPaths, topic } = await window('PHYSICIAN');
    const url = 'clockface://external-link?action=openPatient&mrn=CF-1&username=a&password=S3cret';
    platform.broker.send(topic('open-url-from-argv'), { ...envelope(), url });
    expect(visitedPaths).toEqual(['/external-link?action=openPatient&mrn=CF-1']);
    expect(shown(platform)).toEqual([]);
  });

  it('reports that the scan service is unavailable as soon as the service crashes', async () => {
    const { platform, topic } = await window('OPERATOR');
    platform.broker.send(topic('scan-service-crashed'), {
      ...envelope(),
      exitCode: null,
      signal: 'SIGKILL',
      restarting: true,
    });
    expect(shown(platform)).toEqual([
      'Connection Error. Connection to Scan Service is not available. Please restart the application.',
    ]);
  });

  it('publishes developer mode at start, after each reconnect and on every change', async () => {
    const { platform, desktop, modes } = await window('VIEWER');
    expect(modes()).toEqual([false]);
    desktop.setDeveloperMode(true);
    await settle();
    expect(modes()).toEqual([false, true]);
    platform.broker.disconnectAll();
    platform.clock.advance(5_000);
    await settle();
    expect(modes()).toEqual([false, true, true]);
    desktop.setDeveloperMode(false);
    await settle();
    expect(modes()).toEqual([false, true, true, false]);
  });

  it('starts with the developer mode of the site', async () => {
    const { modes } = await window('VIEWER', true);
    expect(modes()).toEqual([true]);
  });

  it('publishes and subscribes to nothing for a blind annotator or after sign-out', async () => {
    const blind = await window('BLIND_ANNOTATOR');
    expect(blind.platform.broker.filters).toEqual([]);
    expect(blind.modes()).toEqual([]);
    const { platform, topic } = await window('PHYSICIAN');
    expect(platform.broker.filters).toContain(topic('open-url-from-argv'));
    await platform.session.signOut();
    expect(platform.broker.filters).toEqual([]);
  });
});
