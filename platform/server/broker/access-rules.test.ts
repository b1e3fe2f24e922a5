import { describe, expect, it } from 'vitest';
import { DEVICE_COMMANDS, type DesktopTopic, featuresOf, type Role, topics } from '#contracts';
import { isHeardBy, mayListen, mayPublish } from './access-rules.ts';
import type { DeviceOnLink, PersonOnLink } from './broker.ts';

const OWN = 'org-a';
const OTHER = 'org-b';

function person(...roles: Role[]): PersonOnLink {
  const features = featuresOf(roles);
  return { kind: 'person', accountId: 'p', organizationId: OWN, roles, features, tokenId: 't' };
}
const device: DeviceOnLink = { kind: 'device', deviceId: 'd', organizationId: OWN, tokenId: 't' };
const start = topics.command(OWN, 'd', 'StartScan');

describe('people on the live link', () => {
  it('command a scanner of their organization when they may make studies', () => {
    for (const command of DEVICE_COMMANDS) {
      const topic = topics.command(OWN, 'd', command);
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

  it('ask for a status without holding the scanner, but set nothing', () => {
    const needsLease = (topic: string) => {
      const verdict = mayPublish(person('OPERATOR'), topic, false);
      return verdict.allowed && verdict.needsLease;
    };
    expect(mayPublish(person('VIEWER'), topics.statusGet(OWN, 'd'), false).allowed).toBe(true);
    expect(needsLease(topics.statusGet(OWN, 'd'))).toBe(false);
    expect(needsLease(`clockface/${OWN}/device/d/timing/set`)).toBe(true);
  });

  it('let a scanner fail only where they command it, and hear what became of it', () => {
    const fail = topics.developerFail(OWN, 'd');
    const answer = topics.developerAnswer(OWN, 'd');
    expect(mayPublish(person('OPERATOR'), fail, false)).toEqual({
      allowed: true,
      deviceId: 'd',
      needsLease: true,
    });
    expect(mayPublish(person('OPERATOR'), fail, true).allowed).toBe(false);
    expect(mayPublish(person('OPERATOR'), answer, false).allowed).toBe(false);
    for (const role of ['VIEWER', 'ADMIN', 'BLIND_ANNOTATOR'] as const) {
      expect(mayPublish(person(role), fail, false).allowed, role).toBe(false);
    }
    expect(mayListen(device, fail)).toBe(true);
    expect(mayListen(device, topics.developerFail(OWN, 'other'))).toBe(false);
    expect(mayPublish(device, answer, false).allowed).toBe(true);
    expect(mayPublish(device, answer, true).allowed).toBe(false);
    expect(mayPublish(device, fail, false).allowed).toBe(false);
    expect(mayPublish(device, topics.developerAnswer(OWN, 'other'), false).allowed).toBe(false);
  });

  it('never leave a command behind, invent one, or speak as a scanner', () => {
    const operator = person('OPERATOR');
    expect(mayPublish(operator, start, true).allowed).toBe(false);
    for (const topic of [
      `clockface/${OWN}/device/d/command/Explode`,
      `clockface/${OWN}/device/d/command/StartScan/more`,
      `clockface/${OWN}/device/d/command/constructor`,
      topics.status(OWN, 'd'),
      topics.acknowledgement(OWN, 'd', 'Completed'),
      topics.job(OWN, 'j'),
      topics.study(OWN, 's'),
      topics.command(OTHER, 'd', 'StartScan'),
      'clockface',
      'other/topic',
      '',
    ]) {
      expect(mayPublish(operator, topic, false).allowed, topic).toBe(false);
    }
  });

  it('listen within their own organization only, and never through a wildcard to others', () => {
    const physician = person('PHYSICIAN');
    expect(mayListen(physician, topics.deviceAll(OWN, 'd'))).toBe(true);
    expect(mayListen(physician, topics.jobsOf(OWN))).toBe(true);
    expect(mayListen(physician, topics.studiesOf(OWN))).toBe(true);
    expect(mayListen(physician, topics.scan(OWN, 'a-scan'))).toBe(true);
    for (const filter of [
      topics.deviceAll(OTHER, 'd'),
      topics.jobsOf(OTHER),
      topics.studiesOf(OTHER),
      topics.scan(OTHER, 'a-scan'),
      '#',
      '+/+/#',
      'clockface/#',
      'clockface/+/device/d/#',
      `clockface/${OWN}/#`,
      `clockface/${OWN}/+/d/#`,
      `$share/x/clockface/${OWN}/jobs/+`,
      '$SYS/#',
      `clockface/${OWN}/constructor/x`,
    ]) {
      expect(mayListen(physician, filter), filter).toBe(false);
    }
  });

  it('hear nothing of scanners, jobs and studies as blind annotators, whatever else they are', () => {
    for (const blind of [person('BLIND_ANNOTATOR'), person('PHYSICIAN', 'BLIND_ANNOTATOR')]) {
      expect(mayListen(blind, topics.deviceAll(OWN, 'd'))).toBe(false);
      expect(mayListen(blind, topics.jobsOf(OWN))).toBe(false);
      expect(mayListen(blind, topics.studiesOf(OWN))).toBe(false);
      expect(mayListen(blind, topics.scan(OWN, 'a-scan'))).toBe(false);
      expect(mayListen(blind, `clockface/${OWN}/cloud-sync/status`)).toBe(false);
      expect(mayPublish(blind, start, false).allowed).toBe(false);
    }
  });
});

describe('a window of the desktop shell', () => {
  const said = (what: DesktopTopic, id = 'window') => topics.desktop(OWN, id, what);
  const within = (role: Role) => ({ ...person(role), desktopId: 'window' });
  const shell = { kind: 'desktop', clientId: 'window' } as const;

  it('hears its own shell and tells it of developer mode, and nothing else', () => {
    const viewer = within('VIEWER');
    expect(mayListen(viewer, said('scan-service-crashed'))).toBe(true);
    expect(mayListen(viewer, said('open-url-from-argv'))).toBe(true);
    expect(mayListen(viewer, said('dev-mode'))).toBe(false);
    expect(mayPublish(viewer, said('dev-mode'), false)).toMatchObject({ allowed: true });
    expect(mayPublish(viewer, said('dev-mode'), true).allowed).toBe(false);
    expect(mayPublish(viewer, said('open-url-from-argv'), false).allowed).toBe(false);
    expect(mayPublish(viewer, said('scan-service-crashed'), false).allowed).toBe(false);
    expect(mayPublish(viewer, `${said('dev-mode')}/more`, false).allowed).toBe(false);
  });

  it('is the only one that hears: no other window, browser, organization, role or device', () => {
    const url = said('open-url-from-argv');
    for (const who of ['+', '#', 'window#', 'w+', 'other']) {
      expect(mayListen(within('OPERATOR'), said('open-url-from-argv', who)), who).toBe(false);
      expect(mayPublish(within('OPERATOR'), said('dev-mode', who), false).allowed, who).toBe(false);
    }
    expect(mayListen(within('OPERATOR'), `clockface/${OWN}/desktop/window/+`)).toBe(false);
    expect(mayListen(within('OPERATOR'), `clockface/${OWN}/desktop/window/#`)).toBe(false);
    const foreign = topics.desktop(OTHER, 'window', 'open-url-from-argv');
    expect(mayListen(within('OPERATOR'), foreign)).toBe(false);
    expect(mayListen(person('OPERATOR'), url)).toBe(false);
    expect(mayPublish(person('OPERATOR'), said('dev-mode'), false).allowed).toBe(false);
    expect(mayListen(within('BLIND_ANNOTATOR'), url)).toBe(false);
    expect(mayPublish(within('BLIND_ANNOTATOR'), said('dev-mode'), false).allowed).toBe(false);
    expect(mayListen(device, url)).toBe(false);
    expect(mayPublish(device, url, false).allowed).toBe(false);
  });

  it('has a shell that speaks to it alone, hears developer mode alone, and leaves nothing behind', () => {
    expect(mayListen(shell, topics.desktop('+', 'window', 'dev-mode'))).toBe(true);
    expect(mayListen(shell, said('dev-mode'))).toBe(true);
    for (const filter of [
      topics.desktop('+', '+', 'dev-mode'),
      topics.desktop('+', 'other', 'dev-mode'),
      said('open-url-from-argv'),
      `clockface/${OWN}/desktop/window/#`,
      topics.deviceAll(OWN, 'd'),
      topics.jobsOf(OWN),
      '#',
    ]) {
      expect(mayListen(shell, filter), filter).toBe(false);
    }
    expect(mayPublish(shell, said('open-url-from-argv'), false).allowed).toBe(true);
    expect(mayPublish(shell, said('scan-service-crashed'), false).allowed).toBe(true);
    for (const topic of [said('dev-mode'), said('open-url-from-argv', 'other'), start]) {
      expect(mayPublish(shell, topic, false).allowed, topic).toBe(false);
    }
    expect(mayPublish(shell, said('open-url-from-argv'), true).allowed).toBe(false);
  });

  it('is spoken to only while a person is there who may hear it', () => {
    const url = said('open-url-from-argv');
    expect(isHeardBy(within('VIEWER'), shell, url)).toBe(true);
    expect(isHeardBy(person('VIEWER'), shell, url)).toBe(false);
    expect(isHeardBy(within('BLIND_ANNOTATOR'), shell, url)).toBe(false);
    const foreign = topics.desktop(OTHER, 'window', 'open-url-from-argv');
    expect(isHeardBy(within('VIEWER'), shell, foreign)).toBe(false);
  });
});

describe('a device on the live link', () => {
  it('speaks below its own root and leaves only its status behind', () => {
    expect(mayPublish(device, topics.status(OWN, 'd'), true).allowed).toBe(true);
    expect(mayPublish(device, topics.acknowledgement(OWN, 'd', 'Started'), false).allowed).toBe(
      true,
    );
    expect(mayPublish(device, topics.image(OWN, 'd'), false).allowed).toBe(true);
    expect(mayPublish(device, topics.image(OWN, 'd'), true).allowed).toBe(false);
    for (const topic of [
      topics.status(OWN, 'e'),
      topics.status(OTHER, 'd'),
      start,
      topics.statusGet(OWN, 'd'),
      topics.job(OWN, 'j'),
    ]) {
      expect(mayPublish(device, topic, false).allowed, topic).toBe(false);
    }
  });

  it('hears its own commands only', () => {
    expect(mayListen(device, topics.commandsOf(OWN, 'd'))).toBe(true);
    expect(mayListen(device, topics.statusGet(OWN, 'd'))).toBe(true);
    expect(mayListen(device, topics.commandsOf(OWN, 'e'))).toBe(false);
    expect(mayListen(device, `clockface/${OWN}/device/+/command/+`)).toBe(false);
    expect(mayListen(device, topics.jobsOf(OWN))).toBe(false);
    expect(mayListen(device, topics.studiesOf(OWN))).toBe(false);
  });
});

describe('the worker on the live link', () => {
  it('tells of jobs and does nothing else', () => {
    const worker = { kind: 'worker' } as const;
    expect(mayPublish(worker, topics.job(OWN, 'j'), false).allowed).toBe(true);
    expect(mayPublish(worker, topics.scan(OWN, 's'), false).allowed).toBe(true);
    expect(mayPublish(worker, start, false).allowed).toBe(false);
    expect(mayPublish(worker, topics.study(OWN, 's'), false).allowed).toBe(false);
    expect(mayListen(worker, topics.jobsOf(OWN))).toBe(false);
  });
});
