import { DEVICE_COMMANDS, type DesktopTopic, type Feature } from '#contracts';
import type { DesktopOnLink, DeviceOnLink, LinkPrincipal, PersonOnLink } from './broker.ts';

/** `clockface/{organizationId}/{section}/{rest…}` */
interface TopicParts {
  readonly organizationId: string;
  readonly section: string;
  readonly rest: readonly string[];
}

function partsOf(topic: string): TopicParts | null {
  const [root, organizationId, section, ...rest] = topic.split('/');
  if (root !== 'clockface' || !organizationId || !section || rest.length === 0) return null;
  return { organizationId, section, rest };
}

/** The device whose topic this is; null for all other topics. */
export function deviceOf(
  topic: string,
): { readonly organizationId: string; readonly deviceId: string } | null {
  const parts = partsOf(topic);
  const [deviceId] = parts?.rest ?? [];
  if (parts?.section !== 'device' || !deviceId) return null;
  return { organizationId: parts.organizationId, deviceId };
}

/** Any one of these opens a section to a person who listens. */
const LISTEN: Readonly<Record<string, readonly Feature[]>> = {
  device: ['STUDY_VIEW', 'DEV_SET_VIEW', 'ADMIN_DEVICE'],
  jobs: ['STUDY_VIEW'],
  studies: ['STUDY_VIEW'],
  scans: ['ANTN_VIEW'],
  'cloud-sync': ['STUDY_VIEW', 'ADMIN_DEVICE'],
};

const holds = (person: PersonOnLink, features: readonly Feature[]): boolean =>
  features.some((feature) => person.features.includes(feature));

/** A blind annotator must not learn whose scan is being made, whatever other role they hold. */
const isBlind = (person: PersonOnLink): boolean => person.roles.includes('BLIND_ANNOTATOR');

/** Of a job, and of the scan that it has changed. */
const WORKER_SPEAKS = new Set(['jobs', 'scans']);

/** Topics and filters that a device may use end in these, below its own root. */
const DEVICE_SPEAKS = new Set(['status', 'timing', 'image', 'ack', 'prescan', 'diagnostic']);
const DEVICE_HEARS = new Set(['command', 'status', 'timing']);
const DEVELOPER_FAIL = 'developer/fail';
const DEVELOPER_ANSWER = 'developer/answer';

/**
 * Whether a principal may listen to a topic filter. The organization and the section must be
 * written out: a wildcard there would reach into what is not theirs.
 */
export function mayListen(principal: LinkPrincipal, filter: string): boolean {
  switch (principal.kind) {
    case 'server':
      return true;
    case 'worker':
      return false;
    case 'device':
      return deviceListens(principal, partsOf(filter));
    case 'desktop':
      return desktopListens(principal, partsOf(filter));
    case 'person':
      return personListens(principal, partsOf(filter));
  }
}

function deviceListens(device: DeviceOnLink, parts: TopicParts | null): boolean {
  if (parts?.organizationId !== device.organizationId || parts.section !== 'device') return false;
  const [deviceId, what, ...more] = parts.rest;
  if (deviceId !== device.deviceId) return false;
  if ([what, ...more].join('/') === DEVELOPER_FAIL) return true;
  return what === '#' || DEVICE_HEARS.has(what ?? '');
}

/** Of its own window, whichever organization the person in it belongs to. */
function desktopListens({ clientId }: DesktopOnLink, parts: TopicParts | null): boolean {
  return parts !== null && isDesktopTopic(parts, clientId, ['dev-mode']);
}

function personListens(person: PersonOnLink, parts: TopicParts | null): boolean {
  if (parts?.organizationId !== person.organizationId || isBlind(person)) return false;
  if (parts.section === 'desktop') return isDesktopTopic(parts, person.desktopId, SHELL_SPEAKS);
  const needed = Object.hasOwn(LISTEN, parts.section) ? LISTEN[parts.section] : undefined;
  return needed !== undefined && holds(person, needed);
}

/** What the shell, or the server in its place, says to a window; `dev-mode` goes the other way. */
const SHELL_SPEAKS: readonly DesktopTopic[] = ['scan-service-crashed', 'open-url-from-argv'];

/** Topics of one window of the desktop shell, which the window and its shell alone may use. */
function isDesktopTopic(
  { section, rest }: TopicParts,
  clientId: string | undefined,
  what: readonly DesktopTopic[],
): boolean {
  const [owner, topic, ...more] = rest;
  if (section !== 'desktop' || clientId === undefined || owner !== clientId) return false;
  return more.length === 0 && what.some((one) => one === topic);
}

/** Whether a shell speaks to this person: it may only while they are connected. */
export function isHeardBy(person: PersonOnLink, { clientId }: DesktopOnLink, topic: string) {
  return person.desktopId === clientId && personListens(person, partsOf(topic));
}

/** What a message asks for beyond the rule itself. */
export type PublishVerdict =
  | { readonly allowed: false }
  | {
      readonly allowed: true;
      /** The device that a person speaks to. */
      readonly deviceId: string | null;
      /** It acts on the device: only whoever holds its lease may send it. */
      readonly needsLease: boolean;
    };

const REFUSED: PublishVerdict = { allowed: false };
const ALLOWED: PublishVerdict = { allowed: true, deviceId: null, needsLease: false };

/**
 * Whether a principal may publish. For a person's request the verdict names the device, which must
 * belong to the organization, and be leased by them if the request makes it act.
 */
export function mayPublish(
  principal: LinkPrincipal,
  topic: string,
  retain: boolean,
): PublishVerdict {
  const parts = partsOf(topic);
  if (parts === null) return REFUSED;
  switch (principal.kind) {
    case 'server':
      return ALLOWED;
    case 'worker':
      return WORKER_SPEAKS.has(parts.section) && !retain ? ALLOWED : REFUSED;
    case 'device':
      return devicePublishes(principal, parts, retain) ? ALLOWED : REFUSED;
    case 'desktop':
      return isDesktopTopic(parts, principal.clientId, SHELL_SPEAKS) && !retain ? ALLOWED : REFUSED;
    case 'person':
      return personPublishes(principal, parts, retain);
  }
}

function devicePublishes(device: DeviceOnLink, parts: TopicParts, retain: boolean): boolean {
  const [deviceId, what, ...more] = parts.rest;
  if (parts.organizationId !== device.organizationId) return false;
  if (parts.section !== 'device' || deviceId !== device.deviceId) return false;
  if (what === 'status') return more.length === 0;
  // Only the status stays behind for those who come later.
  if (what === 'timing' && more.length > 0) return false;
  if ([what, ...more].join('/') === DEVELOPER_ANSWER) return !retain;
  return DEVICE_SPEAKS.has(what ?? '') && !retain;
}

/** Makes the device speak, not act. */
const ASKS_STATUS = 'status/get';

/** Requests to a device and the features, any of which allows them. */
const PERSON_SPEAKS: Readonly<Record<string, readonly Feature[]>> = {
  ...Object.fromEntries(
    DEVICE_COMMANDS.map((command) => [`command/${command}`, ['STUDY_CREATE' as const]]),
  ),
  [ASKS_STATUS]: ['STUDY_CREATE', 'DEV_SET_VIEW'],
  'timing/set': ['STUDY_CREATE'],
  // Whether the site has developer mode on is the device's to see: it answers in words.
  [DEVELOPER_FAIL]: ['STUDY_CREATE'],
};

function personPublishes(person: PersonOnLink, parts: TopicParts, retain: boolean): PublishVerdict {
  // A retained command would start the scanner again at its next connection.
  if (retain || isBlind(person)) return REFUSED;
  if (parts.organizationId !== person.organizationId) return REFUSED;
  if (isDesktopTopic(parts, person.desktopId, ['dev-mode'])) return ALLOWED;
  if (parts.section !== 'device') return REFUSED;
  const [deviceId, ...what] = parts.rest;
  const request = what.join('/');
  const needed = Object.hasOwn(PERSON_SPEAKS, request) ? PERSON_SPEAKS[request] : undefined;
  if (!deviceId || needed === undefined || !holds(person, needed)) return REFUSED;
  return { allowed: true, deviceId, needsLease: request !== ASKS_STATUS };
}
