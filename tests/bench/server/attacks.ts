import { aPatient } from '../../api/support/records.ts';

/** One call of an attacker, as it goes over the line. */
export interface HostileCall {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** What one hostile session does all the time. It travels to a process of its own as JSON. */
export interface Attack {
  readonly name: string;
  /** Sent in turns, each as soon as the one before on its connection is answered. */
  readonly calls: readonly HostileCall[];
  readonly connections: number;
  /** Connections on which bytes drip and no call ever ends. */
  readonly dripping: number;
}

const DEPTH = 100_000;
const DRIPPING = 100;

/** Texts that made well-known patterns slow, and those that come closest to ours. */
const SLOW_TEXTS = [
  'a'.repeat(200),
  'a '.repeat(100),
  `${'a'.repeat(199)}!`,
  `${'1'.repeat(99)}x`,
  `${'a@'.repeat(60)}.`,
  `a@${'a.'.repeat(80)}`,
  `${'\t'.repeat(150)}x`,
  '%_'.repeat(80),
];

/** The attacks of one clinic's session on a server that another clinic works on. */
export function attacksOf(scanIds: readonly string[]): readonly Attack[] {
  const post = (path: string, body: string): HostileCall => ({ method: 'POST', path, body });
  const get = (path: string): HostileCall => ({ method: 'GET', path });
  const attack = (name: string, calls: readonly HostileCall[]): Attack => ({
    name,
    calls,
    connections: 1,
    dripping: 0,
  });
  const deep = `${'['.repeat(DEPTH)}${']'.repeat(DEPTH)}`;
  return [
    attack('limit', [get('/patients?limit=1000000000'), get('/studies?limit=1000000000')]),
    attack('deep-json', [
      post('/patients', deep),
      post('/patients', `${'{"a":'.repeat(DEPTH)}1${'}'.repeat(DEPTH)}`),
      post('/patients', `{"lastName":${deep}}`),
      post('/accounts/actions/login', `{"email":${deep},"password":"x"}`),
    ]),
    attack('huge-header', [{ ...get('/patients'), headers: { 'x-large': 'a'.repeat(100_000) } }]),
    { name: 'slowloris', calls: [], connections: 0, dripping: DRIPPING },
    attack(
      'jobs',
      scanIds.map((entityId) =>
        post('/jobqueue/queue-job', JSON.stringify({ entityId, jobType: 'R3D' })),
      ),
    ),
    attack(
      'slow-patterns',
      SLOW_TEXTS.flatMap((text) => [
        get(`/patients/actions/search?_keywords=${encodeURIComponent(text)}`),
        post('/patients', JSON.stringify(aPatient({ code: text, birthDate: text, email: text }))),
        { ...get('/patients'), headers: { 'if-match': encodeURIComponent(text) } },
      ]),
    ),
  ];
}
