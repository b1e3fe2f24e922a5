import { fail, ok, problem } from '#foundation';
import { NO_ORGANIZATION } from '../../audit/audit-hash.ts';
import { auditFolder, readHeads } from '../../audit/audit-heads.ts';
import { type VerifiedChain, verifyAudit } from '../../audit/verify-audit.ts';
import type { AdminCommand } from './command.ts';

const FAULT_TEXTS: Readonly<Record<string, string>> = {
  missing: 'there is no entry in this place',
  changed: 'it is not what was sealed',
  rewritten: 'its hash is not the one that was written down outside of the database',
  backdated:
    'it claims to be older than entries before it: it was added, or the clock was set back',
  truncated: 'the chain ends before the place that was written down outside of the database',
};

export const auditVerify: AdminCommand = {
  name: 'audit verify',
  summary: 'Checks every chain of the audit trail and names the first bad entry of each',
  options: {},
  examples: ['audit verify'],
  async run({ db, settings, print }) {
    const { unreadableLines } = await readHeads(auditFolder(settings.dataFolder));
    const chains = await verifyAudit(db, settings.dataFolder);
    for (const chain of chains) print(lineOf(chain));
    if (unreadableLines > 0) {
      print(`${unreadableLines} lines of the recorded heads can not be read`);
    }
    const brokenChains = chains.filter(({ firstBad }) => firstBad !== null);
    if (brokenChains.length === 0) return ok(undefined);
    return fail(
      problem(
        'AUDIT_NOT_INTACT',
        'The audit trail is not intact',
        `${brokenChains.length} of ${chains.length} chains have a bad entry; they are named above.`,
        'Keep the data folder as it is, and compare with a backup (see docs/administration.md).',
      ),
    );
  },
};

function lineOf({ chain, checked, firstBad, unsealed, recordedHead }: VerifiedChain): string {
  const name = chain === NO_ORGANIZATION ? 'Server' : `Organization ${chain}`;
  const head =
    recordedHead === null
      ? 'no head is written down, so a cut-off end would not be seen'
      : `the head written down is ${recordedHead}`;
  if (firstBad === null) {
    return `${name}: ${checked} entries are intact, ${unsealed} wait to be sealed; ${head}`;
  }
  const { position, seq, fault } = firstBad;
  const row = seq === null ? '' : ` (row ${seq})`;
  return `${name}: entry ${position}${row} is ${fault}: ${FAULT_TEXTS[fault] ?? ''}; ${head}`;
}
