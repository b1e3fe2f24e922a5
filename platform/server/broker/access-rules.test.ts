import { describe, expect, it } from 'vitest';
import { DEVICE_COMMANDS, type DesktopTopic, featuresOf, type Role, topics } from '#contracts';
import { isVisibleTo, mayPublish, maySubscribe } from './access-rules.ts';
import type { ConnectedDevice, ConnectedUser } from './broker.ts';

const OWN_ORG = 'org-a';
const OTHER_ORG = 'org-b';

function person(...roles: Role[]): ConnectedUser {
  const features = featuresOf(roles);
  return { kind: 'person', accountId: 'p', organizationId: OWN_ORG, roles, features, tokenId: 't' };
}
const device: ConnectedDevice = {
  kind: 'device',
  deviceId: 'd',
  organizationId: OWN_ORG,
  tokenId: 't',
};
const start = topics.command(OWN_ORG, 'd', 'StartScan');

describe("a user's MQTT connection", () => {
  it('may command a scanner of its organization with the right to create studies', () => {
    for (const command of DEVICE_COMMANDS) {
      const topic = topics.command(OWN_ORG, 'd', command);
      expect(mayPublish(person('OPERATOR'), topic, false)).toEqual({
        allowed: true,
        deviceId: 'd',
        needsLease: true,
      });
      for (const role of ['VIEWER', 'ADMIN', 'BLIND_ANNOTATOR'] as const) {
        expect(mayPublish(person(role), topic, false).allowed).toBe(false);
      }
    }
  });

  it('may request a status without the lease, but needs the lease to set timing', () => {
    const needsLease = (topic: string) => {
      const verdict = mayPublish(person('OPERATOR'), topic, false);
      return verdict.allowed && verdict.needsLease;
    };
    expect(mayPublish(person('VIEWER'), topics.statusGet(OWN_ORG, 'd'), false).allowed).toBe(true);
    expect(needsLease(topics.statusGet(OWN_ORG, 'd'))).toBe(false);
    expect(needsLease(`clockface/${OWN_ORG}/device/d/timing/set`)).toBe(true);
  });

  it('may trigger a developer failure only with the right to command the scanner', () => {
    const fail = topics.developerFail(OWN_ORG, 'd');
    const responseTopic = topics.developerAnswer(OWN_ORG, 'd');
    expect(mayPublish(person('OPERATOR'), fail, false)).toEqual({
      allowed: true,
      deviceId: 'd',
      needsLease: true,
    });
    expect(mayPublish(person('OPERATOR'), fail, true).allowed).toBe(false);
    expect(mayPublish(person('OPERATOR'), responseTopic, false).allowed).toBe(false);
    for (const role of ['VIEWER', 'ADMIN', 'BLIND_ANNOTATOR'] as const) {
      expect(mayPublish(person(role), fail, false).allowed, role).toBe(false);
    }
    expect(maySubscribe(device, fail)).toBe(true);
    expect(maySubscribe(device, topics.developerFail(OWN_ORG, 'other'))).toBe(false);
    expect(mayPublish(device, responseTopic, false).allowed).toBe(true);
    expect(mayPublish(device, responseTopic, true).allowed).toBe(false);
    expect(mayPublish(device, fail, false).allowed).toBe(false);
    expect(mayPublish(device, topics.developerAnswer(OWN_ORG, 'other'), false).allowed).toBe(false);
  });

  it('may not publish retained, unknown or device-only messages', () => {
    const operator = person('OPERATOR');
    expect(mayPublish(operator, start, true).allowed).toBe(false);
    for (const topic of [
      `clockface/${OWN_ORG}/device/d/command/Explode`,
      `clockface/${OWN_ORG}/device/d/command/StartScan/more`,
      `clockface/${OWN_ORG}/device/d/command/constructor`,
      topics.status(OWN_ORG, 'd'),
      topics.acknowledgement(OWN_ORG, 'd', 'Completed'),
      topics.job(OWN_ORG, 'j'),
      topics.study(OWN_ORG, 's'),
      topics.command(OTHER_ORG, 'd', 'StartScan'),
      'clockface',
      'other/topic',
      '',
    ]) {
      expect(mayPublish(operator, topic, false).allowed, topic).toBe(false);
    }
  });

  it('may subscribe only within its organization, not through wildcards', () => {
    const physician = person('PHYSICIAN');
    expect(maySubscribe(physician, topics.deviceAll(OWN_ORG, 'd'))).toBe(true);
    expect(maySubscribe(physician, topics.jobsOf(OWN_ORG))).toBe(true);
    expect(maySubscribe(physician, topics.studiesOf(OWN_ORG))).toBe(true);
    expect(maySubscribe(physician, topics.scan(OWN_ORG, 'a-scan'))).toBe(true);
    for (const filter of [
      topics.deviceAll(OTHER_ORG, 'd'),
      topics.jobsOf(OTHER_ORG),
      topics.studiesOf(OTHER_ORG),
      topics.scan(OTHER_ORG, 'a-scan'),
      '#',
      '+/+/#',
      'clockface/#',
      'clockface/+/device/d/#',
      `clockface/${OWN_ORG}/#`,
      `clockface/${OWN_ORG}/+/d/#`,
      `$share/x/clockface/${OWN_ORG}/jobs/+`,
      '$SYS/#',
      `clockface/${OWN_ORG}/constructor/x`,
    ]) {
      expect(maySubscribe(physician, filter), filter).toBe(false);
    }
  });

  it('may not subscribe to scanners, jobs or studies as a blind annotator, even with other roles', () => {
    for (const blind of [person('BLIND_ANNOTATOR'), person('PHYSICIAN', 'BLIND_ANNOTATOR')]) {
      expect(maySubscribe(blind, topics.deviceAll(OWN_ORG, 'd'))).toBe(false);
      expect(maySubscribe(blind, topics.jobsOf(OWN_ORG))).toBe(false);
      expect(maySubscribe(blind, topics.studiesOf(OWN_ORG))).toBe(false);
      expect(maySubscribe(blind, topics.scan(OWN_ORG, 'a-scan'))).toBe(false);
      expect(maySubscribe(blind, `clockface/${OWN_ORG}/cloud-sync/status`)).toBe(false);
      expect(mayPublish(blind, start, false).allowed).toBe(false);
    }
  });
});

describe('a window of the desktop shell', () => {
  const topicOf = (what: DesktopTopic, id = 'window') => topics.desktop(OWN_ORG, id, what);
  const within = (role: Role) => ({ ...person(role), desktopId: 'window' });
  const shell = { kind: 'desktop', clientId: 'window' } as const;

  it('may receive messages of its shell and publish only the developer mode', () => {
    const viewer = within('VIEWER');
    expect(maySubscribe(viewer, topicOf('scan-service-crashed'))).toBe(true);
    expect(maySubscribe(viewer, topicOf('open-url-from-argv'))).toBe(true);
    expect(maySubscribe(viewer, topicOf('dev-mode'))).toBe(false);
    expect(mayPublish(viewer, topicOf('dev-mode'), false)).toMatchObject({ allowed: true });
    expect(mayPublish(viewer, topicOf('dev-mode'), true).allowed).toBe(false);
    expect(mayPublish(viewer, topicOf('open-url-from-argv'), false).allowed).toBe(false);
    expect(mayPublish(viewer, topicOf('scan-service-crashed'), false).allowed).toBe(false);
    expect(mayPublish(viewer, `${topicOf('dev-mode')}/more`, false).allowed).toBe(false);
  });

  it('is unreachable for other windows, browsers, organizations, blind annotators and devices', () => {
    const url = topicOf('open-url-from-argv');
    for (const owner of ['+', '#', 'window#', 'w+', 'other']) {
      expect(maySubscribe(within('OPERATOR'), topicOf('open-url-from-argv', owner)), owner).toBe(
        false,
      );
      expect(mayPublish(within('OPERATOR'), topicOf('dev-mode', owner), false).allowed, owner).toBe(
        false,
      );
    }
    expect(maySubscribe(within('OPERATOR'), `clockface/${OWN_ORG}/desktop/window/+`)).toBe(false);
    expect(maySubscribe(within('OPERATOR'), `clockface/${OWN_ORG}/desktop/window/#`)).toBe(false);
    const otherOrgTopic = topics.desktop(OTHER_ORG, 'window', 'open-url-from-argv');
    expect(maySubscribe(within('OPERATOR'), otherOrgTopic)).toBe(false);
    expect(maySubscribe(person('OPERATOR'), url)).toBe(false);
    expect(mayPublish(person('OPERATOR'), topicOf('dev-mode'), false).allowed).toBe(false);
    expect(maySubscribe(within('BLIND_ANNOTATOR'), url)).toBe(false);
    expect(mayPublish(within('BLIND_ANNOTATOR'), topicOf('dev-mode'), false).allowed).toBe(false);
    expect(maySubscribe(device, url)).toBe(false);
    expect(mayPublish(device, url, false).allowed).toBe(false);
  });

  it('has a shell that may publish only to this window, subscribe only to developer mode and retain nothing', () => {
    expect(maySubscribe(shell, topics.desktop('+', 'window', 'dev-mode'))).toBe(true);
    expect(maySubscribe(shell, topicOf('dev-mode'))).toBe(true);
    for (const filter of [
      topics.desktop('+', '+', 'dev-mode'),
      topics.desktop('+', 'other', 'dev-mode'),
      topicOf('open-url-from-argv'),
      `clockface/${OWN_ORG}/desktop/window/#`,
      topics.deviceAll(OWN_ORG, 'd'),
      topics.jobsOf(OWN_ORG),
      '#',
    ]) {
      expect(maySubscribe(shell, filter), filter).toBe(false);
    }
    expect(mayPublish(shell, topicOf('open-url-from-argv'), false).allowed).toBe(true);
    expect(mayPublish(shell, topicOf('scan-service-crashed'), false).allowed).toBe(true);
    for (const topic of [topicOf('dev-mode'), topicOf('open-url-from-argv', 'other'), start]) {
      expect(mayPublish(shell, topic, false).allowed, topic).toBe(false);
    }
    expect(mayPublish(shell, topicOf('open-url-from-argv'), true).allowed).toBe(false);
  });

  it('receives messages of its shell only while an eligible user is connected', () => {
    const url = topicOf('open-url-from-argv');
    expect(isVisibleTo(within('VIEWER'), shell, url)).toBe(true);
    expect(isVisibleTo(person('VIEWER'), shell, url)).toBe(false);
    expect(isVisibleTo(within('BLIND_ANNOTATOR'), shell, url)).toBe(false);
    const otherOrgTopic = topics.desktop(OTHER_ORG, 'window', 'open-url-from-argv');
    expect(isVisibleTo(within('VIEWER'), shell, otherOrgTopic)).toBe(false);
  });
});

describe("a device's MQTT connection", () => {
  it('may publish below its own topic root and retain only its status', () => {
    expect(mayPublish(device, topics.status(OWN_ORG, 'd'), true).allowed).toBe(true);
    expect(mayPublish(device, topics.acknowledgement(OWN_ORG, 'd', 'Started'), false).allowed).toBe(
      true,
    );
    expect(mayPublish(device, topics.image(OWN_ORG, 'd'), false).allowed).toBe(true);
    expect(mayPublish(device, topics.image(OWN_ORG, 'd'), true).allowed).toBe(false);
    for (const topic of [
      topics.status(OWN_ORG, 'e'),
      topics.status(OTHER_ORG, 'd'),
      start,
      topics.statusGet(OWN_ORG, 'd'),
      topics.job(OWN_ORG, 'j'),
    ]) {
      expect(mayPublish(device, topic, false).allowed, topic).toBe(false);
    }
  });

  it('may subscribe only to its own commands', () => {
    expect(maySubscribe(device, topics.commandsOf(OWN_ORG, 'd'))).toBe(true);
    expect(maySubscribe(device, topics.statusGet(OWN_ORG, 'd'))).toBe(true);
    expect(maySubscribe(device, topics.commandsOf(OWN_ORG, 'e'))).toBe(false);
    expect(maySubscribe(device, `clockface/${OWN_ORG}/device/+/command/+`)).toBe(false);
    expect(maySubscribe(device, topics.jobsOf(OWN_ORG))).toBe(false);
    expect(maySubscribe(device, topics.studiesOf(OWN_ORG))).toBe(false);
  });
});

describe("the worker's MQTT connection", () => {
  it('may publish only job and scan events', () => {
    const worker = { kind: 'worker' } as const;
    expect(mayPublish(worker, topics.job(OWN_ORG, 'j'), false).allowed).toBe(true);
    expect(mayPublish(worker, topics.scan(OWN_ORG, 's'), false).allowed).toBe(true);
    expect(mayPublish(worker, start, false).allowed).toBe(false);
    expect(mayPublish(worker, topics.study(OWN_ORG, 's'), false).allowed).toBe(false);
    expect(maySubscribe(worker, topics.jobsOf(OWN_ORG))).toBe(false);
  });
});
