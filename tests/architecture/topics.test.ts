import { describe, expect, it } from 'vitest';
import { CLOUD_SYNC_TOPICS, TOPIC_CATALOGUE, topics } from '#contracts';
import { sourceFiles } from './source-files.ts';
import { missingEnds } from './topic-ends.ts';

/**
 * Topics of the contract that no end uses yet, because no scans are sent to a cloud yet. A test
 * below fails for entries that are no longer necessary.
 */
const UNUSED_TOPICS: ReadonlySet<string> = new Set(
  CLOUD_SYNC_TOPICS.map((name) => topics.cloudSync('{organizationId}', name)),
);

const files = sourceFiles();
const command = TOPIC_CATALOGUE.find(({ topic }) => topic.endsWith('/command/ScanFailed'));

describe('the MQTT topics', () => {
  it.each(TOPIC_CATALOGUE.filter(({ topic }) => !UNUSED_TOPICS.has(topic)))(
    'include $topic, published by the $from and received by the $to',
    (entry) => {
      expect(missingEnds(entry, files)).toEqual([]);
    },
  );

  it.each(TOPIC_CATALOGUE.filter(({ topic }) => UNUSED_TOPICS.has(topic)))(
    'include $topic, which no end uses yet',
    (entry) => {
      expect(missingEnds(entry, files)).not.toEqual([]);
    },
  );

  it('are reported if the code of the publisher or of the subscriber is missing', () => {
    if (command === undefined) throw new Error('The command is missing in the catalogue');
    const filesWithout = (folder: string, pattern: RegExp) =>
      files.map((file) =>
        file.path.startsWith(folder) ? { ...file, text: file.text.replace(pattern, '') } : file,
      );
    const withoutPublisher = filesWithout(
      'extensions/scanner/state/scan/scan-run.ts',
      /'ScanFailed'/g,
    );
    expect(missingEnds(command, withoutPublisher)).toEqual([`${command.topic}: no publisher`]);
    const withoutReceiver = filesWithout('extensions/scanner/scan-service/', /case 'ScanFailed'/g);
    expect(missingEnds(command, withoutReceiver)).toEqual([`${command.topic}: no receiver`]);
  });
});
