import { type ReactNode, useState } from 'react';
import { type AuditFilter, type AuditVerification, routes } from '#contracts';
import { Button, buttonClass, Icon, MenuButton, saveFile } from '#ui';
import { formatBytes } from '../../model/format.ts';
import { auditTexts } from '../../texts/audit-texts.ts';
import { useAdmin } from '../shared/admin-context.ts';
import { useAction } from '../shared/use-action.ts';

type Format = 'csv' | 'jsonl';
const MEDIA_TYPES: Readonly<Record<Format, string>> = {
  csv: 'text/csv',
  jsonl: 'application/jsonl',
};

/** Exports the filtered entries and verifies the whole chain. */
export function AuditTools(props: {
  readonly filter: AuditFilter;
  onVerified(verification: AuditVerification): void;
}): ReactNode {
  const { api } = useAdmin();
  const action = useAction();
  const { received, save } = useExport(props.filter);
  const verify = async (): Promise<void> => {
    const verification = await action.run(() => api.call(routes.verifyAudit, {}));
    if (verification !== null) props.onVerified(verification);
  };
  return (
    <>
      <Button busy={action.busy} onPress={() => void verify()}>
        <Icon name="done" size={16} />
        {action.busy ? auditTexts.verifying : auditTexts.verify}
      </Button>
      <MenuButton
        ariaLabel={auditTexts.exportAs}
        className={buttonClass('plain', 32)}
        entries={[
          { id: 'csv', label: auditTexts.csv, run: () => void save('csv') },
          { id: 'jsonl', label: auditTexts.json, run: () => void save('jsonl') },
        ]}
      >
        {received === null ? auditTexts.exportAs : auditTexts.exporting(formatBytes(received))}
        <Icon name="chevron-down" size={16} />
      </MenuButton>
    </>
  );
}

/**
 * Exports the filtered entries: `save` downloads a file that the server formats; `received` is the
 * number of bytes so far, null while no export runs.
 */
function useExport(filter: AuditFilter) {
  const { api, notices } = useAdmin();
  const [received, setReceived] = useState<number | null>(null);
  const save = async (format: Format): Promise<void> => {
    if (received !== null) return;
    setReceived(0);
    const query = new URLSearchParams({ ...stringsOf(filter), format });
    const response = await api.download(`/audit/export?${query}`, { onProgress: setReceived });
    setReceived(null);
    if (!response.ok) return notices.showProblem(response.problem);
    const name = `audit-${new Date().toISOString().slice(0, 10)}.${format}`;
    saveFile(new Blob([response.value], { type: MEDIA_TYPES[format] }), name);
    notices.show('success', auditTexts.exported(name));
  };
  return { received, save };
}

function stringsOf(filter: AuditFilter): Record<string, string> {
  return Object.fromEntries(
    Object.entries(filter).filter((pair): pair is [string, string] => pair[1] !== undefined),
  );
}
