import { DEVICE_COMMANDS, type DesktopTopic, type Feature } from '#contracts';
import type {
  ConnectedDesktop,
  ConnectedDevice,
  ConnectedUser,
  ConnectionPrincipal,
} from './broker.ts';

/** `clockface/{organizationId}/{section}/{rest…}` */
interface TopicParts {
  readonly organizationId: string;
  readonly section: string;
  readonly rest: readonly string[];
}

function parseTopic(topic: string): TopicParts | null {
  const [root, organizationId, section, ...rest] = topic.split('/');
  if (root !== 'clockface' || !organizationId || !section || rest.length === 0) return null;
  return { organizationId, section, rest };
}

/** The device whose topic this is; null for all other topics. */
export function deviceOf(
  topic: string,
): { readonly organizationId: string; readonly deviceId: string } | null {
  const parts = parseTopic(topic);
  const [deviceId] = parts?.rest ?? [];
  if (parts?.section !== 'device' || !deviceId) return null;
  return { organizationId: parts.organizationId, deviceId };
}

/** Any one of these opens a section to a person who listens. */
const SUBSCRIBE_FEATURES: Readonly<Record<string, readonly Feature[]>> = {
  device: ['STUDY_VIEW', 'DEV_SET_VIEW', 'ADMIN_DEVICE'],
  jobs: ['STUDY_VIEW'],
  studies: ['STUDY_VIEW'],
  scans: ['ANTN_VIEW'],
  'cloud-sync': ['STUDY_VIEW', 'ADMIN_DEVICE'],
};

const hasAnyFeature = (person: ConnectedUser, features: readonly Feature[]): boolean =>
  features.some((feature) => person.features.includes(feature));

/** A blind annotator must not learn whose scan is being made, whatever other role they hold. */
const isBlind = (person: ConnectedUser): boolean => person.roles.includes('BLIND_ANNOTATOR');

/** Of a job, and of the scan that it has changed. */
const WORKER_PUBLISHES = new Set(['jobs', 'scans']);

/** Topics and filters that a device may use end in these, below its own root. */
const DEVICE_PUBLISHES = new Set(['status', 'timing', 'image', 'ack', 'prescan', 'diagnostic']);
const DEVICE_SUBSCRIBES = new Set(['command', 'status', 'timing']);
const DEVELOPER_FAIL = 'developer/fail';
const DEVELOPER_RESPONSE = 'developer/answer';

/**
 * Whether a principal may listen to a topic filter. The organization and the section must be
 * written out: a wildcard there would reach into what is not theirs.
 */
export function maySubscribe(principal: ConnectionPrincipal, filter: string): boolean {
  switch (principal.kind) {
    case 'server':
      return true;
    case 'worker':
      return false;
    case 'device':
      return deviceMaySubscribe(principal, parseTopic(filter));
    case 'desktop':
      return desktopMaySubscribe(principal, parseTopic(filter));
    case 'person':
      return personMaySubscribe(principal, parseTopic(filter));
  }
}

function deviceMaySubscribe(device: ConnectedDevice, parts: TopicParts | null): boolean {
  if (parts?.organizationId !== device.organizationId || parts.section !== 'device') return false;
  const [deviceId, what, ...more] = parts.rest;
  if (deviceId !== device.deviceId) return false;
  if ([what, ...more].join('/') === DEVELOPER_FAIL) return true;
  return what === '#' || DEVICE_SUBSCRIBES.has(what ?? '');
}

/** Of its own window, whichever organization the person in it belongs to. */
function desktopMaySubscribe({ clientId }: ConnectedDesktop, parts: TopicParts | null): boolean {
  return parts !== null && isDesktopTopic(parts, clientId, ['dev-mode']);
}

function personMaySubscribe(person: ConnectedUser, parts: TopicParts | null): boolean {
  if (parts?.organizationId !== person.organizationId || isBlind(person)) return false;
  if (parts.section === 'desktop') return isDesktopTopic(parts, person.desktopId, SHELL_PUBLISHES);
  const needed = Object.hasOwn(SUBSCRIBE_FEATURES, parts.section)
    ? SUBSCRIBE_FEATURES[parts.section]
    : undefined;
  return needed !== undefined && hasAnyFeature(person, needed);
}

/** What the shell, or the server in its place, says to a window; `dev-mode` goes the other way. */
const SHELL_PUBLISHES: readonly DesktopTopic[] = ['scan-service-crashed', 'open-url-from-argv'];

/** Topics of one window of the desktop shell, which the window and its shell alone may use. */
function isDesktopTopic(
  { section, rest }: TopicParts,
  clientId: string | undefined,
  what: readonly DesktopTopic[],
): boolean {
  const [owner, topic, ...more] = rest;
  if (section !== 'desktop' || clientId === undefined || owner !== clientId) return false;
  return more.length === 0 && what.some((allowedTopic) => allowedTopic === topic);
}

/** Whether a shell speaks to this person: it may only while they are connected. */
export function isVisibleTo(person: ConnectedUser, { clientId }: ConnectedDesktop, topic: string) {
  return person.desktopId === clientId && personMaySubscribe(person, parseTopic(topic));
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

const DENIED: PublishVerdict = { allowed: false };
const ALLOWED: PublishVerdict = { allowed: true, deviceId: null, needsLease: false };

/**
 * Whether a principal may publish. For a person's request the verdict names the device, which must
 * belong to the organization, and be leased by them if the request makes it act.
 */
export function mayPublish(
  principal: ConnectionPrincipal,
  topic: string,
  retain: boolean,
): PublishVerdict {
  const parts = parseTopic(topic);
  if (parts === null) return DENIED;
  switch (principal.kind) {
    case 'server':
      return ALLOWED;
    case 'worker':
      return WORKER_PUBLISHES.has(parts.section) && !retain ? ALLOWED : DENIED;
    case 'device':
      return deviceMayPublish(principal, parts, retain) ? ALLOWED : DENIED;
    case 'desktop':
      return isDesktopTopic(parts, principal.clientId, SHELL_PUBLISHES) && !retain
        ? ALLOWED
        : DENIED;
    case 'person':
      return personPublishVerdict(principal, parts, retain);
  }
}

function deviceMayPublish(device: ConnectedDevice, parts: TopicParts, retain: boolean): boolean {
  const [deviceId, what, ...more] = parts.rest;
  if (parts.organizationId !== device.organizationId) return false;
  if (parts.section !== 'device' || deviceId !== device.deviceId) return false;
  if (what === 'status') return more.length === 0;
  // Only the status stays behind for those who come later.
  if (what === 'timing' && more.length > 0) return false;
  if ([what, ...more].join('/') === DEVELOPER_RESPONSE) return !retain;
  return DEVICE_PUBLISHES.has(what ?? '') && !retain;
}

/** Makes the device speak, not act. */
const STATUS_REQUEST = 'status/get';

/** Requests to a device and the features, any of which allows them. */
const PERSON_PUBLISHES: Readonly<Record<string, readonly Feature[]>> = {
  ...Object.fromEntries(
    DEVICE_COMMANDS.map((command) => [`command/${command}`, ['STUDY_CREATE' as const]]),
  ),
  [STATUS_REQUEST]: ['STUDY_CREATE', 'DEV_SET_VIEW'],
  'timing/set': ['STUDY_CREATE'],
  // Whether the site has developer mode on is the device's to see: it answers in words.
  [DEVELOPER_FAIL]: ['STUDY_CREATE'],
};

function personPublishVerdict(
  person: ConnectedUser,
  parts: TopicParts,
  retain: boolean,
): PublishVerdict {
  // A retained command would start the scanner again at its next connection.
  if (retain || isBlind(person)) return DENIED;
  if (parts.organizationId !== person.organizationId) return DENIED;
  if (isDesktopTopic(parts, person.desktopId, ['dev-mode'])) return ALLOWED;
  if (parts.section !== 'device') return DENIED;
  const [deviceId, ...what] = parts.rest;
  const request = what.join('/');
  const needed = Object.hasOwn(PERSON_PUBLISHES, request) ? PERSON_PUBLISHES[request] : undefined;
  if (!deviceId || needed === undefined || !hasAnyFeature(person, needed)) return DENIED;
  return { allowed: true, deviceId, needsLease: request !== STATUS_REQUEST };
}
