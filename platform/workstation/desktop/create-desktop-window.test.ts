import { afterEach, describe, expect, it } from 'vitest';
import { type DesktopTopic, type Role, topics } from '#contracts';
import { type FakePlatform, fakePlatform, settle, testConfig } from '#core/testing';
import { type Disposable, disposeAll, newId } from '#foundation';
import { createDesktopWindow } from './create-desktop-window.ts';

const ID = 'd'.repeat(43);
const BASE = 'http://localhost/';
const owned: Disposable[] = [];
afterEach(() => disposeAll(owned.splice(0)));

async function openWindow(role: Role, isDevModeUi = false) {
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
  const publishedModes = () =>
    platform.broker.published
      .filter((entry) => entry.topic === topic('dev-mode'))
      .map(({ message }) => (message as { readonly enabled: boolean }).enabled);
  return { platform, desktop, visitedPaths, topic, publishedModes };
}

const envelope = () => ({
  id: newId(),
  at: '2026-11-21T08:00:00.000Z',
  scanId: null,
  epoch: 0,
  seq: 1,
});
const shownNotices = ({ notices }: FakePlatform): readonly string[] =>
  notices.store.getState().map(({ text }) => text);

describe('the desktop window', () => {
  it('rejects a link to another location with the specified text and stays on its page', async () => {
    const { platform, visitedPaths, topic } = await openWindow('PHYSICIAN');
    for (const url of ['https://evil.example/external-link?mrn=1', 'clockface://refused']) {
      platform.broker.send(topic('open-url-from-argv'), { ...envelope(), url });
    }
    expect(shownNotices(platform)).toEqual(['Failed to open the provided URL.']);
    expect(visitedPaths).toEqual([]);
  });

  it('opens a link of its shell, without user name and password', async () => {
    const { platform, visitedPaths, topic } = await openWindow('PHYSICIAN');
    const url = 'clockface://external-link?action=openPatient&mrn=CF-1&username=a&password=S3cret';
    platform.broker.send(topic('open-url-from-argv'), { ...envelope(), url });
    expect(visitedPaths).toEqual(['/external-link?action=openPatient&mrn=CF-1']);
    expect(shownNotices(platform)).toEqual([]);
  });

  it('reports that the scan service is unavailable as soon as the service crashes', async () => {
    const { platform, topic } = await openWindow('OPERATOR');
    platform.broker.send(topic('scan-service-crashed'), {
      ...envelope(),
      exitCode: null,
      signal: 'SIGKILL',
      restarting: true,
    });
    expect(shownNotices(platform)).toEqual([
      'Connection Error. Connection to Scan Service is not available. Please restart the application.',
    ]);
  });

  it('publishes developer mode at start, after each reconnect and on every change', async () => {
    const { platform, desktop, publishedModes } = await openWindow('VIEWER');
    expect(publishedModes()).toEqual([false]);
    desktop.setDeveloperMode(true);
    await settle();
    expect(publishedModes()).toEqual([false, true]);
    platform.broker.disconnectAll();
    platform.clock.advance(5_000);
    await settle();
    expect(publishedModes()).toEqual([false, true, true]);
    desktop.setDeveloperMode(false);
    await settle();
    expect(publishedModes()).toEqual([false, true, true, false]);
  });

  it('starts with the developer mode of the site', async () => {
    const { publishedModes } = await openWindow('VIEWER', true);
    expect(publishedModes()).toEqual([true]);
  });

  it('publishes and subscribes to nothing for a blind annotator or after sign-out', async () => {
    const blind = await openWindow('BLIND_ANNOTATOR');
    expect(blind.platform.broker.filters).toEqual([]);
    expect(blind.publishedModes()).toEqual([]);
    const { platform, topic } = await openWindow('PHYSICIAN');
    expect(platform.broker.filters).toContain(topic('open-url-from-argv'));
    await platform.session.signOut();
    expect(platform.broker.filters).toEqual([]);
  });
});
