import type { TopicEnd, TopicEntry } from '#contracts';
import type { SourceFile } from './source-files.ts';

/** Location of the code of each end. */
const CODE_OF_END: Readonly<Record<TopicEnd, RegExp>> = {
  browser: /^(platform\/(core|workstation)|extensions\/[^/]+\/(state|ui|commands))\//,
  'scan-service': /^extensions\/scanner\/scan-service\//,
  server: /^platform\/server\/(?!worker\/)/,
  worker: /^platform\/server\/worker\//,
  // The module that started the scan service publishes one of the shell's topics, because it
  // detects the crash first.
  'desktop-shell': /^platform\/(desktop\/|server\/supervisor\/publish-crash-to-desktops)/,
};
const NO_CODE = /\.test\.tsx?$|\/test-support\//;

/**
 * Patterns that must occur in the code of an end that publishes a topic, and of an end that
 * subscribes.
 */
interface TopicPatterns {
  readonly publishes: readonly RegExp[];
  readonly receives: readonly RegExp[];
}

const builder = (name: string): RegExp => new RegExp(`topics\\.${name}\\(`);
const both = (name: string): TopicPatterns => ({
  publishes: [builder(name)],
  receives: [builder(name)],
});

/** Patterns by the last part of the topic; the name distinguishes topics of a family. */
const FAMILIES: readonly (readonly [RegExp, (name: string) => TopicPatterns])[] = [
  [
    /\/command\/(\w+)$/,
    (name) => ({
      publishes: [builder('command'), new RegExp(`\\.#?\\w+\\('${name}'`)],
      receives: [builder('commandsOf'), new RegExp(`case '${name}'`)],
    }),
  ],
  [
    /\/ack\/(\w+)$/,
    (name) => ({
      publishes: [builder('acknowledgement'), new RegExp(`'${name}'`)],
      receives: [builder('acknowledgementsOf'), new RegExp(`^ {2}${name}: '`, 'm')],
    }),
  ],
  [
    /\/diagnostic\/\w+$/,
    () => ({ publishes: [builder('diagnostic')], receives: [builder('diagnosticsOf')] }),
  ],
  [
    /\/desktop\/\{clientId\}\/([\w-]+)$/,
    (name) => {
      const named = [builder('desktop'), new RegExp(`'${name}'`)];
      return { publishes: named, receives: named };
    },
  ],
  [/\/jobs\/\{jobId\}$/, () => ({ publishes: [builder('job')], receives: [builder('jobsOf')] })],
  [
    /\/studies\/\{studyId\}$/,
    () => ({ publishes: [builder('study')], receives: [builder('studiesOf')] }),
  ],
  [/\/scans\/\{scanId\}$/, () => both('scan')],
  [/\/cloud-sync\/\w+$/, () => both('cloudSync')],
  [/\/status\/get$/, () => both('statusGet')],
  [/\/timing\/set$/, () => both('timingSet')],
  [/\/developer\/fail$/, () => both('developerFail')],
  [/\/developer\/answer$/, () => both('developerAnswer')],
  [/\/prescan\/result$/, () => both('prescanResult')],
  [/\/image$/, () => both('image')],
  [/\/timing$/, () => both('timing')],
  [/\/status$/, () => both('status')],
];

/**
 * Returns the ends of a topic without code, as error texts for the publisher and the subscriber.
 */
export function missingEnds({ topic, from, to }: TopicEntry, files: readonly SourceFile[]) {
  const evidence = FAMILIES.flatMap(([family, patternsOf]) => {
    const match = family.exec(topic);
    return match === null ? [] : [patternsOf(match[1] ?? '')];
  })[0];
  if (evidence === undefined) return [`${topic}: no pattern in this file matches the topic`];
  const isIn = (end: TopicEnd, patterns: readonly RegExp[]): boolean => {
    const code = files.filter(({ path }) => CODE_OF_END[end].test(path) && !NO_CODE.test(path));
    return patterns.every((pattern) => code.some(({ text }) => pattern.test(text)));
  };
  return [
    ...(isIn(from, evidence.publishes) ? [] : [`${topic}: no publisher`]),
    ...(isIn(to, evidence.receives) ? [] : [`${topic}: no receiver`]),
  ];
}
