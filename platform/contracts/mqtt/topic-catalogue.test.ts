import { describe, expect, it } from 'vitest';
import {
  ACKNOWLEDGEMENTS,
  CLOUD_SYNC_TOPICS,
  DESKTOP_TOPICS,
  DEVICE_COMMANDS,
  DIAGNOSTIC_CHECKS,
  SCAN_SERVICE_TIMEOUTS_MS,
  TOPIC_CATALOGUE,
  topics,
} from '#contracts';

const ORG = '{organizationId}';
const DEVICE = '{deviceId}';

/** Topics of specification 7 in its order: subscriptions of a browser, then its publications. */
const SUBSCRIBED = [
  topics.status(ORG, DEVICE),
  topics.timing(ORG, DEVICE),
  ...ACKNOWLEDGEMENTS.map((name) => topics.acknowledgement(ORG, DEVICE, name)),
  topics.prescanResult(ORG, DEVICE),
  topics.image(ORG, DEVICE),
  ...DIAGNOSTIC_CHECKS.map((check) => topics.diagnostic(ORG, DEVICE, check)),
  topics.desktop(ORG, '{clientId}', 'scan-service-crashed'),
  topics.desktop(ORG, '{clientId}', 'open-url-from-argv'),
  ...CLOUD_SYNC_TOPICS.map((what) => topics.cloudSync(ORG, what)),
];
const PUBLISHED = [
  ...DEVICE_COMMANDS.map((name) => topics.command(ORG, DEVICE, name)),
  topics.statusGet(ORG, DEVICE),
  topics.timingSet(ORG, DEVICE),
  topics.desktop(ORG, '{clientId}', 'dev-mode'),
];
/** Additional topics of the product: change events and developer mode. */
const PRODUCT_TOPICS = {
  subscribed: [
    topics.job(ORG, '{jobId}'),
    topics.study(ORG, '{studyId}'),
    topics.scan(ORG, '{scanId}'),
    topics.developerAnswer(ORG, DEVICE),
  ],
  published: [topics.developerFail(ORG, DEVICE)],
};

const browserTopics = (end: 'from' | 'to') =>
  TOPIC_CATALOGUE.filter((entry) => entry[end] === 'browser').map(({ topic }) => topic);

describe('the topic catalogue', () => {
  it('contains the topics of the specification and of the product, each once', () => {
    expect(browserTopics('to').toSorted()).toEqual(
      [...SUBSCRIBED, ...PRODUCT_TOPICS.subscribed].toSorted(),
    );
    expect(browserTopics('from').toSorted()).toEqual(
      [...PUBLISHED, ...PRODUCT_TOPICS.published].toSorted(),
    );
    const names = TOPIC_CATALOGUE.map(({ topic }) => topic);
    expect(new Set(names).size).toBe(names.length);
  });

  it('contains the commands, acknowledgements and timeouts of the specification', () => {
    expect(DEVICE_COMMANDS).toEqual([
      'StartScan',
      'PauseScan',
      'ResumeScan',
      'StopScan',
      'PrepareScan',
      'SoftResetHardware',
      'TransducerCheck',
      'ScanFailed',
    ]);
    expect(ACKNOWLEDGEMENTS).toEqual([
      'Started',
      'Stopped',
      'Paused',
      'Resumed',
      'Completed',
      'Restarted',
      'Failed',
    ]);
    expect(DESKTOP_TOPICS).toHaveLength(3);
    expect(SCAN_SERVICE_TIMEOUTS_MS).toEqual({
      connection: 3_000,
      transducerCheck: 33_000,
      prepareScan: 35_000,
    });
  });

  it('retains only the status of a device', () => {
    const retained = TOPIC_CATALOGUE.filter((entry) => entry.retained).map(({ topic }) => topic);
    expect(retained).toEqual([topics.status(ORG, DEVICE)]);
  });

  it.each(TOPIC_CATALOGUE)('rejects malformed messages of $topic', ({ schema }) => {
    for (const invalid of [null, 'text', {}, { id: 'x', at: 'now', seq: -1 }]) {
      expect(schema.safeParse(invalid).success).toBe(false);
    }
  });
});
