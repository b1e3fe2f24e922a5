import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { aFinding, aMark } from '../../api/support/records.ts';
import { runContest } from '../support/contest.ts';
import type { Figure } from '../support/figure.ts';
import { type ServedTenant, settle, startServedTenant } from '../support/served-tenant.ts';

const CONNECTIONS = 10;
const SECONDS = 4;
/** Number of scans that share the findings, because numbering a finding locks its scan. */
const SCANS = 64;

/** The program of the Debian package, else of /usr/bin; undefined if neither exists. */
const PGBENCH = ['/usr/lib/postgresql/15/bin/pgbench', '/usr/bin/pgbench'].find(existsSync);

const scanIdOf = (n: number): string => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`;

/**
 * Measures acknowledged, durable and audited findings per second, against pgbench with the same
 * rows.
 */
export async function createFinding(): Promise<readonly Figure[]> {
  if (PGBENCH === undefined) throw new Error('pgbench is missing: apt-get install postgresql-15');
  await using served = await startServedTenant();
  await addScans(served);
  const folder = mkdtempSync(join(tmpdir(), 'clockface-pgbench-'));
  const script = join(folder, 'create-finding.sql');
  writeFileSync(script, scriptOf(served));
  const p99Ms: number[] = [];
  try {
    const figure = await runContest({
      name: 'create-finding',
      target: '≥ 0.6',
      unit: 'times the transactions per second of pgbench with the same rows',
      product: {
        name: 'Clockface',
        async measure() {
          const result = await postFindings(served);
          p99Ms.push(result.latency.p99);
          return result['2xx'] / result.duration;
        },
      },
      other: { name: 'pgbench', measure: () => runPgbench(served.appUrl, script) },
      more: () => ({ p99Ms, connections: CONNECTIONS, scans: SCANS }),
    });
    return [figure];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function addScans({ db, tenant }: ServedTenant): Promise<void> {
  const { organizationId, studyId, patientId, deviceId } = tenant;
  for (let n = 1; n <= SCANS; n += 1) {
    await db
      .insertInto('scan')
      .values({
        id: scanIdOf(n),
        organizationId,
        studyId,
        patientId,
        deviceId,
        laterality: 'R',
        label: `R${n}`,
        scanState: 'C',
        origin: 'SCANNED',
        protocol: 'FULL',
        epoch: 1,
        patientPosition: 'SUPINE',
        deviceAngle: null,
        orientationConfirmed: true,
        nippleLocation: null,
        createdBy: null,
        updatedBy: null,
      })
      .execute();
  }
  await settle(db);
}

async function postFindings({ server, tenant }: ServedTenant) {
  const headers = {
    'x-api-key': server.apiKey,
    authorization: `Bearer ${tenant.tokenOf('PHYSICIAN')}`,
    'content-type': 'application/json',
  };
  let scanNumber = 0;
  const result = await autocannon({
    url: server.url,
    connections: CONNECTIONS,
    duration: SECONDS,
    requests: [
      {
        method: 'POST',
        path: '/api/findings',
        headers,
        setupRequest(request) {
          scanNumber = (scanNumber % SCANS) + 1;
          return { ...request, body: JSON.stringify(aFinding(scanIdOf(scanNumber))) };
        },
      },
    ],
  });
  if (result.non2xx + result.errors > 0) throw new Error(`${result.non2xx} findings were rejected`);
  return result;
}

/**
 * Returns a pgbench script that writes the rows of the API call in one transaction of the
 * application role. pgbench would read `:name` in the JSON as a variable, so the colons are
 * replaced until the server restores them.
 */
function scriptOf({ tenant }: ServedTenant): string {
  const { organizationId } = tenant;
  const actor = tenant.accountOf('PHYSICIAN').id;
  const fields = aFinding(scanIdOf(1));
  const body = JSON.stringify(aMark()).replaceAll("'", "''");
  return `
\\set scan random(1, ${SCANS})
begin;
select set_config('clockface.organization', '${organizationId}', true);
update scan set last_finding_label = last_finding_label + 1
  where organization_id = '${organizationId}'
    and id = ('00000000-0000-7000-8000-' || lpad(:scan::text, 12, '0'))::uuid
  returning last_finding_label as label, patient_id as patient \\gset
insert into finding (organization_id, id, scan_id, generator, label, mass_length_um, created_by, updated_by)
  values ('${organizationId}', gen_random_uuid(),
    ('00000000-0000-7000-8000-' || lpad(:scan::text, 12, '0'))::uuid, 'USER', :label,
    ${fields.massLengthUm}, '${actor}', '${actor}')
  returning id as finding \\gset
insert into finding_mark (organization_id, id, finding_id, body)
  values ('${organizationId}', gen_random_uuid(), ':finding', replace('${body.replaceAll(':', '~')}', '~', chr(58))::jsonb);
insert into audit (organization_id, actor_kind, actor_id, act, outcome, subject)
  values ('${organizationId}', 'human', '${actor}', 'createFinding', 'done',
    jsonb_build_object('id', ':finding', 'patientId', ':patient'));
commit;
`;
}

/** Runs pgbench and returns the transactions per second. */
async function runPgbench(url: string, script: string): Promise<number> {
  const args = ['-n', '-M', 'simple', '-c', String(CONNECTIONS), '-j', '1', '-T', String(SECONDS)];
  const child = spawn(PGBENCH ?? 'pgbench', [...args, '-f', script, '-d', url], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  const code = await new Promise((resolve) => child.once('close', resolve));
  const rate = /^tps = ([\d.]+)/m.exec(output)?.[1];
  const failed = /failed transactions: ([1-9]\d*)/.exec(output);
  if (code !== 0 || rate === undefined || failed !== null) throw new Error(`pgbench: ${output}`);
  return Number(rate);
}
