import type { TopicEnd, TopicEntry } from '#contracts';
import type { SourceFile } from './check-imports.ts';

/** Where the code of each end lives. */
const ROOMS: Readonly<Record<TopicEnd, RegExp>> = {
  browser: /^(platform\/(core|workstation)|extensions\/[^/]+\/(state|ui|commands))\//,
  'scan-service': /^extensions\/scanner\/scan-service\//,
  server: /^platform\/server\/(?!worker\/)/,
  worker: /^platform\/server\/worker\//,
  // Of the shell's topics one is told by who started the scan service: it knows of the death first.
  'desktop-shell': /^platform\/(desktop\/|server\/supervisor\/tell-desktops)/,
};
const NO_CODE = /\.test\.tsx?$|\/test-support\//;

/** What must stand in the code of an end that says a topic, and of one that hears it. */
interface Traces {
  readonly says: readonly RegExp[];
  readonly hears: readonly RegExp[];
}

const builder = (name: string): RegExp => new RegExp(`topics\\.${name}\\(`);
const both = (name: string): Traces => ({ says: [builder(name)], hears: [builder(name)] });

/** By the topic's last part; the name is what a family of topics differs in. */
const FAMILIES: readonly (readonly [RegExp, (name: string) => Traces])[] = [
  [
    /\/command\/(\w+)$/,
    (name) => ({
      says: [builder('command'), new RegExp(`\\.#?\\w+\\('${name}'`)],
      hears: [builder('commandsOf'), new RegExp(`case '${name}'`)],
    }),
  ],
  [
    /\/ack\/(\w+)$/,
    (name) => ({
      says: [builder('acknowledgement'), new RegExp(`'${name}'`)],
      hears: [builder('acknowledgementsOf'), new RegExp(`^ {2}${name}: '`, 'm')],
    }),
  ],
  [
    /\/diagnostic\/\w+$/,
    () => ({ says: [builder('diagnostic')], hears: [builder('diagnosticsOf')] }),
  ],
  [
    /\/desktop\/\{clientId\}\/([\w-]+)$/,
    (name) => {
      const named = [builder('desktop'), new RegExp(`'${name}'`)];
      return { says: named, hears: named };
    },
  ],
  [/\/jobs\/\{jobId\}$/, () => ({ says: [builder('job')], hears: [builder('jobsOf')] })],
  [/\/studies\/\{studyId\}$/, () => ({ says: [builder('study')], hears: [builder('studiesOf')] })],
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

/** Which ends of a topic have no code: 'nobody says it', 'nobody hears it'. */
export function deafEnds({ topic, from, to }: TopicEntry, files: readonly SourceFile[]) {
  const found = FAMILIES.flatMap(([family, traces]) => {
    const match = family.exec(topic);
    return match === null ? [] : [traces(match[1] ?? '')];
  })[0];
  if (found === undefined) return [`${topic}: no trace of it is known here`];
  const isIn = (end: TopicEnd, traces: readonly RegExp[]): boolean => {
    const code = files.filter(({ path }) => ROOMS[end].test(path) && !NO_CODE.test(path));
    return traces.every((trace) => code.some(({ text }) => trace.test(text)));
  };
  return [
    ...(isIn(from, found.says) ? [] : [`${topic}: nobody says it`]),
    ...(isIn(to, found.hears) ? [] : [`${topic}: nobody hears it`]),
  ];
}
