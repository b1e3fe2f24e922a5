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

/** Matches a call of the function that builds a topic. */
const builder = (name: string): RegExp => new RegExp(`topics\\.${name}\\(`);
/** Both ends build the topic with the same function. */
const sameBuilder = (name: string): TopicPatterns => ({
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
  [/\/scans\/\{scanId\}$/, () => sameBuilder('scan')],
  [/\/cloud-sync\/\w+$/, () => sameBuilder('cloudSync')],
  [/\/status\/get$/, () => sameBuilder('statusGet')],
  [/\/timing\/set$/, () => sameBuilder('timingSet')],
  [/\/developer\/fail$/, () => sameBuilder('developerFail')],
  [/\/developer\/answer$/, () => sameBuilder('developerAnswer')],
  [/\/prescan\/result$/, () => sameBuilder('prescanResult')],
  [/\/image$/, () => sameBuilder('image')],
  [/\/timing$/, () => sameBuilder('timing')],
  [/\/status$/, () => sameBuilder('status')],
];

/**
 * Returns the ends of a topic without code, as error texts for the publisher and the subscriber.
 */
export function missingEnds({ topic, from, to }: TopicEntry, files: readonly SourceFile[]) {
  const patterns = FAMILIES.flatMap(([family, patternsOf]) => {
    const match = family.exec(topic);
    return match === null ? [] : [patternsOf(match[1] ?? '')];
  })[0];
  if (patterns === undefined) return [`${topic}: no pattern in this file matches the topic`];
  const hasCode = (end: TopicEnd, required: readonly RegExp[]): boolean => {
    const code = files.filter(({ path }) => CODE_OF_END[end].test(path) && !NO_CODE.test(path));
    return required.every((pattern) => code.some(({ text }) => pattern.test(text)));
  };
  return [
    ...(hasCode(from, patterns.publishes) ? [] : [`${topic}: no publisher`]),
    ...(hasCode(to, patterns.receives) ? [] : [`${topic}: no receiver`]),
  ];
}
