import { describe, expect, it } from 'vitest';
import { CLOUD_SYNC_TOPICS, TOPIC_CATALOGUE, topics } from '#contracts';
import { sourceFiles } from './source-files.ts';
import { missingEnds } from './topic-ends.ts';

/**
 * Named in the contract and at neither end of the product yet: there is nothing to be told before
 * scans are sent to a cloud. What this list holds without need fails, so it ends with that work.
 */
const UNUSED_TOPICS: ReadonlySet<string> = new Set(
  CLOUD_SYNC_TOPICS.map((what) => topics.cloudSync('{organizationId}', what)),
);

const files = sourceFiles();
const command = TOPIC_CATALOGUE.find(({ topic }) => topic.endsWith('/command/ScanFailed'));

describe('the topics of the live link', () => {
  it.each(TOPIC_CATALOGUE.filter(({ topic }) => !UNUSED_TOPICS.has(topic)))(
    '$topic is said by the $from and heard by the $to',
    (entry) => {
      expect(missingEnds(entry, files)).toEqual([]);
    },
  );

  it.each(TOPIC_CATALOGUE.filter(({ topic }) => UNUSED_TOPICS.has(topic)))(
    '$topic waits for the work it belongs to',
    (entry) => {
      expect(missingEnds(entry, files)).not.toEqual([]);
    },
  );

  it('would be found out if nobody said one, or nobody heard it', () => {
    if (command === undefined) throw new Error('The catalogue has lost a command');
    const filesWithout = (folder: string, pattern: RegExp) =>
      files.map((file) =>
        file.path.startsWith(folder) ? { ...file, text: file.text.replace(pattern, '') } : file,
      );
    const withoutPublisher = filesWithout(
      'extensions/scanner/state/scan/scan-run.ts',
      /'ScanFailed'/g,
    );
    expect(missingEnds(command, withoutPublisher)).toEqual([`${command.topic}: nobody says it`]);
    const withoutReceiver = filesWithout('extensions/scanner/scan-service/', /case 'ScanFailed'/g);
    expect(missingEnds(command, withoutReceiver)).toEqual([`${command.topic}: nobody hears it`]);
  });
});
