import { type ReactNode, useMemo, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Scan } from '#contracts';
import { type ExtensionHost, type StudyState, selectMode, sortBySide } from '#core';
import { dayTextOf, formatDay } from '#foundation';
import { Chip, IconButton, useStore } from '#ui';
import { useApplication } from '../application/application-context.ts';
import { ImportDialog } from '../import/import-dialog.tsx';
import { BarPanels } from '../layout/bar-panels.tsx';
import { ReadingPosition } from '../lists/reading-position.tsx';
import { mayImport } from '../patients/shared/abilities.ts';
import { examinedAt, identityOf } from '../patients/shared/identity.ts';
import { patientName } from '../patients/shared/patient-name.ts';
import { scanAddress, scanSummary } from '../patients/shared/scan-summary.ts';
import { isSigned, useLatestReport } from '../patients/shared/use-latest-report.ts';
import { ScanReviewChip } from '../reviews/scan-review-chip.tsx';
import { ScanMenu } from '../scans/scan-menu.tsx';
import { StudyClaimChip } from '../studies/study-claim-chip.tsx';
import { modeTexts } from '../texts/mode-texts.ts';
import { addressInMode } from './address-in-mode.ts';
import { AssumedOrientation } from './assumed-orientation.tsx';
import { BarMenu } from './bar-menu.tsx';
import styles from './mode.module.css';
import { ModeMenu } from './mode-menu.tsx';

/**
 * Bar content of a study: patient, scan chips, orientation warning, claim, panels and import. The
 * first panel of the mode stays in the bar; the others move into a menu on a small screen.
 */
export function ModeBar({ path }: { readonly path: string }): ReactNode {
  const { host, services } = useApplication();
  const navigate = useNavigate();
  const state = useStore(services.study.store);
  const viewedFractions = useStore(services.viewState.store, (view) => view.viewedFractions);
  const target = state.scans.find((scan) => scan.id === state.targetScanId) ?? null;
  const selectedMode = selectMode(host.modes, path, { scanState: target?.scanState ?? null });
  const modePanelIds = selectedMode?.ok === true ? selectedMode.value.layout.bar : NO_PANELS;
  // Leaves out panels that every page shows already.
  const panelIds = useMemo(
    () => modePanelIds.filter((id) => !isOnEveryPage(host, id)),
    [host, modePanelIds],
  );
  return (
    <>
      <Identity state={state} />
      <ReadingPosition studyId={state.study?.id ?? null} />
      <span className={styles.line} />
      {sortBySide(state.scans).map((scan) => (
        <Chip
          key={scan.id}
          selected={scan.id === state.targetScanId}
          ariaLabel={modeTexts.bar.scan(scan.label, scanAriaLabel(scan, viewedFractions[scan.id]))}
          onPress={() => void navigate(addressInMode(host, path, scan), { replace: true })}
        >
          <b>{scan.label}</b> <ViewedStatus scan={scan} viewedFraction={viewedFractions[scan.id]} />
        </Chip>
      ))}
      {target === null ? null : (
        <TargetMenu key={`menu ${target.id}`} scan={target} state={state} />
      )}
      {target !== null && !target.orientationConfirmed ? (
        // Remounts for each scan, so that an open popover cannot confirm another scan.
        <AssumedOrientation key={target.id} scan={target} />
      ) : null}
      {target === null ? null : <ScanReviewChip key={`review ${target.id}`} scan={target} />}
      <StudyClaimChip studyId={isReading(selectedMode) ? (state.study?.id ?? null) : null} />
      <BarPanels ids={panelIds.slice(0, 1)} />
      <BarMenu>
        <BarPanels ids={panelIds.slice(1)} />
        <ModeMenu path={path} scan={target} />
        <ImportButton state={state} />
      </BarMenu>
    </>
  );
}

function ImportButton({ state }: { readonly state: StudyState }): ReactNode {
  const application = useApplication();
  const navigate = useNavigate();
  const [importing, setImporting] = useState(false);
  const { patient, study } = state;
  if (!mayImport(application) || patient === null || study === null) return null;
  return (
    <>
      <IconButton
        icon="import"
        label={modeTexts.bar.importFiles}
        onPress={() => setImporting(true)}
      />
      <ImportDialog
        open={importing}
        patient={patient}
        studyId={study.id}
        onClose={() => setImporting(false)}
        onImported={(scan) => {
          setImporting(false);
          void navigate(scanAddress(scan), { replace: true });
        }}
      />
    </>
  );
}

/** Returns an accessible name that begins with the visible text, as required for voice control. */
function scanAriaLabel(scan: Scan, viewedFraction: number | undefined): string {
  if (viewedFraction === undefined) return scanSummary(scan);
  return `${modeTexts.bar.viewed(Math.floor(viewedFraction * 100))}, ${scanSummary(scan)}`;
}

/** Shows the viewed percentage once known; until then, a summary of the scan. */
function ViewedStatus(props: {
  readonly scan: Scan;
  readonly viewedFraction: number | undefined;
}): ReactNode {
  const { scan, viewedFraction } = props;
  if (viewedFraction === undefined)
    return <span data-bar-label="details">{scanSummary(scan)}</span>;
  return (
    <span className={styles.viewed} style={{ ['--seen' as string]: String(viewedFraction) }}>
      <span data-bar-label="states">{modeTexts.bar.viewed(Math.floor(viewedFraction * 100))}</span>
      <span data-bar-short="states" aria-hidden>
        {modeTexts.bar.viewedShort(Math.floor(viewedFraction * 100))}
      </span>
    </span>
  );
}

/** Menu of the open scan; follows a corrected scan to its study. */
function TargetMenu({
  scan,
  state,
}: {
  readonly scan: Scan;
  readonly state: StudyState;
}): ReactNode {
  const navigate = useNavigate();
  const report = useLatestReport(scan.studyId);
  return (
    <ScanMenu
      scan={scan}
      patient={state.patient === null ? null : patientName(state.patient)}
      isSigned={isSigned(report?.state)}
      onCorrected={(corrected) => {
        if (corrected.studyId !== scan.studyId) {
          void navigate(scanAddress(corrected), { replace: true });
        }
      }}
    />
  );
}

const NO_PANELS: readonly string[] = [];

/**
 * Returns false for modes without viewports, e.g. while recording, because such modes do not read
 * the study.
 */
function isReading(selectedMode: ReturnType<typeof selectMode>): boolean {
  return selectedMode?.ok === true && selectedMode.value.layout.main.kind === 'viewports';
}

function isOnEveryPage(host: ExtensionHost, id: string): boolean {
  const panel = host.panels.findDeclared(id);
  return panel.ok && panel.value.declaration.everyPage !== undefined;
}

function Identity({ state }: { readonly state: StudyState }): ReactNode {
  const { patient, study, scans } = state;
  const examined = study === null ? null : examinedAt(study, scans);
  const day = examined === null ? null : dayTextOf(examined);
  const identity = patient === null ? null : identityOf(patient, examined);
  return (
    <>
      {identity === null ? null : (
        <>
          <strong className={styles.patient} data-identity>
            {identity.name}
          </strong>
          {identity.code === null ? null : <span>{identity.code}</span>}
          {identity.ageAndSex === '' ? null : <span>{identity.ageAndSex}</span>}
          {identity.birthDate === null ? null : (
            <span data-birth-date>{formatDay(identity.birthDate)}</span>
          )}
        </>
      )}
      {day === null ? null : (
        <span className={styles.second} data-bar-label="details">
          {modeTexts.bar.study(day)}
        </span>
      )}
    </>
  );
}
