import { fail, ok, problem } from '#foundation';
import { NO_ORGANIZATION } from '../../audit/audit-hash.ts';
import { auditFolder, readHeads } from '../../audit/audit-heads.ts';
import { type VerifiedChain, verifyAudit } from '../../audit/verify-audit.ts';
import type { AdminCommand } from './command.ts';

const FAULT_TEXTS: Readonly<Record<string, string>> = {
  missing: 'the entry at this position is missing',
  changed: 'the entry was changed after it was sealed',
  rewritten: 'the hash differs from the hash recorded outside the database',
  backdated:
    'the entry is dated before an earlier entry: the entry was added later, or the clock was set back',
  truncated: 'the chain ends before the position recorded outside the database',
};

export const auditVerify: AdminCommand = {
  name: 'audit verify',
  summary: 'Checks every chain of the audit trail and prints the first bad entry of each',
  options: {},
  examples: ['audit verify'],
  async run({ db, settings, print }) {
    const { unreadableLines } = await readHeads(auditFolder(settings.dataFolder));
    const chains = await verifyAudit(db, settings.dataFolder);
    for (const chain of chains) print(lineOf(chain));
    if (unreadableLines > 0) {
      print(`${unreadableLines} lines of the recorded heads are unreadable`);
    }
    const brokenChains = chains.filter(({ firstBad }) => firstBad !== null);
    if (brokenChains.length === 0) return ok(undefined);
    return fail(
      problem(
        'AUDIT_NOT_INTACT',
        'The audit trail is not intact',
        `${brokenChains.length} of ${chains.length} chains have a bad entry. They are listed above.`,
        'Do not change the data folder. Compare it with a backup (see docs/administration.md).',
      ),
    );
  },
};

function lineOf({ chain, checked, firstBad, unsealed, recordedHead }: VerifiedChain): string {
  const name = chain === NO_ORGANIZATION ? 'Server' : `Organization ${chain}`;
  const head =
    recordedHead === null
      ? 'no head is recorded, so a truncated chain can’t be detected'
      : `the recorded head is ${recordedHead}`;
  if (firstBad === null) {
    return `${name}: ${checked} entries are intact, ${unsealed} are not sealed yet; ${head}`;
  }
  const { position, seq, fault } = firstBad;
  const row = seq === null ? '' : ` (row ${seq})`;
  return `${name}: entry ${position}${row} is ${fault}: ${FAULT_TEXTS[fault] ?? ''}; ${head}`;
}
