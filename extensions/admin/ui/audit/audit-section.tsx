import type { ReactNode } from 'react';
import { Tabs } from '#ui';
import { auditDayTexts } from '../../texts/audit-day-texts.ts';
import { SectionFrame } from '../shared/section-frame.tsx';
import { AuditDay } from './audit-day.tsx';
import { AuditTrail } from './audit-trail.tsx';

/** Shows what people did on a day, and all entries of the audit trail in a second tab. */
export function AuditSection(): ReactNode {
  return (
    <SectionFrame id="audit" filling>
      <Tabs
        label={auditDayTexts.tabs}
        items={[
          { id: 'day', title: auditDayTexts.byDay, content: <AuditDay /> },
          { id: 'trail', title: auditDayTexts.trail, content: <AuditTrail /> },
        ]}
      />
    </SectionFrame>
  );
}
