import type { ReactNode } from 'react';
import { type AuditFilter, type AuditVerification, routes } from '#contracts';
import { startDownload } from '#core';
import { Button, buttonClass, Icon, MenuButton } from '#ui';
import { auditTexts } from '../../texts/audit-texts.ts';
import { useAdmin } from '../shared/admin-context.ts';
import { useAction } from '../shared/use-action.ts';

type Format = 'csv' | 'jsonl';

/** Exports the filtered entries and verifies the whole chain. */
export function AuditTools(props: {
  readonly filter: AuditFilter;
  onVerified(verification: AuditVerification): void;
}): ReactNode {
  const { api } = useAdmin();
  const action = useAction();
  const save = useExport(props.filter);
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
        {auditTexts.exportAs}
        <Icon name="chevron-down" size={16} />
      </MenuButton>
    </>
  );
}

/** Returns a function that lets the browser download the filtered entries, formatted by the server. */
function useExport(filter: AuditFilter): (format: Format) => Promise<void> {
  const { api, notices } = useAdmin();
  return async (format) => {
    const created = await api.call(routes.createAuditDownload, { body: { ...filter, format } });
    if (startDownload({ api, notices }, created)) notices.show('success', auditTexts.exported);
  };
}
