import type { ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Report } from '#contracts';
import type { ModeRuntime } from '#core';
import { dayTextOf } from '#foundation';
import { Button, useStore } from '#ui';
import { useApplication } from '../application/application-context.ts';
import { useLists } from '../forms/use-lists.ts';
import { biradsLabel } from '../patients/shared/birads-label.ts';
import { scanAddress } from '../patients/shared/scan-summary.ts';
import { useLatestReport } from '../patients/shared/use-latest-report.ts';
import { clinicalTexts as texts } from '../texts/clinical-texts.ts';
import type { PriorStudy } from './prior-studies.ts';

/**
 * Day and category of a prior. Compares the open scan with the prior; opens the prior where it has
 * no scan to compare with.
 */
export function PriorButton({ prior }: { readonly prior: PriorStudy }): ReactNode {
  const { compare, open } = usePriorActions(prior);
  const report = useLatestReport(prior.study.id);
  const category = usePriorCategory(report);
  const day = dayTextOf(prior.at);
  const visibleText = [day, category].filter((text) => text !== '').join(' ');
  const action = compare === null ? texts.openPrior(day) : texts.compare(day);
  return (
    <Button
      kind="link"
      size={24}
      title={action}
      ariaLabel={`${visibleText}: ${action}`}
      onPress={compare ?? open}
    >
      {visibleText}
    </Button>
  );
}

/** Returns e.g. 'BI-RADS 2'; empty without a report that is at least preliminary. */
export function usePriorCategory(report: Report | null): string {
  const lists = useLists();
  if (report === null || report.state === 'DRAFT') return '';
  return biradsLabel(report, lists.byId?.get('BIRADS')?.items ?? []);
}

interface PriorActions {
  /** Null if no scan of the prior can be compared with the open scan. */
  readonly compare: (() => void) | null;
  open(): void;
}

/** Returns what a user can do with a prior. */
export function usePriorActions({ study, scans }: PriorStudy): PriorActions {
  const { commands, services } = useApplication();
  const navigate = useNavigate();
  const runtime = useStore(commands.mode);
  const comparable = useStore(services.viewState.store, ({ priors }) =>
    priors.find(({ studyId }) => studyId === study.id),
  );
  const layoutId = useStore(services.viewState.store, ({ layouts }) =>
    comparisonLayout(
      runtime,
      layouts.flatMap(({ id, unavailableReason }) => (unavailableReason === null ? [id] : [])),
    ),
  );
  const compare = (scanId: string, selectedLayoutId: string) => (): void =>
    services.viewState.set({ selectedPriorId: scanId, selectedLayoutId, maximisedCellId: null });
  return {
    compare:
      comparable === undefined || layoutId === null ? null : compare(comparable.id, layoutId),
    open: () => void navigate(scanAddress(scans[0])),
  };
}

/** Returns the first available layout with a view of a prior; null without one. */
function comparisonLayout(
  runtime: ModeRuntime | null,
  availableIds: readonly string[],
): string | null {
  if (runtime?.main.kind !== 'viewports') return null;
  const layout = runtime.main.protocols.find(
    ({ id, cells }) =>
      availableIds.includes(id) && cells.some(({ image }) => image?.of === 'prior'),
  );
  return layout?.id ?? null;
}
