import { type ReactNode, useEffect, useRef, useState } from 'react';
import { type NippleStatus, routes, type Scan } from '#contracts';
import {
  apiToken,
  type ExtensionContext,
  noticesToken,
  type PanelProps,
  readersToken,
  sessionToken,
  studyToken,
  viewStateToken,
} from '#core';
import { type CountedPosition, nippleStatus } from '#findings';
import { stampOf } from '#foundation';
import { Button, Chip, classNames, Icon, PopoverButton, useKeyDown, useStore } from '#ui';
import { scanLookupToken } from '../../state/findings/scan-lookup.ts';
import { nipplePlacingToken } from '../../state/views/nipple-placing.ts';
import { LOADING, readingToken } from '../../state/volumes/reading-state.ts';
import { inVolume, targetScan } from '../../state/volumes/study-selectors.ts';
import { findingTexts } from '../../texts/finding-texts.ts';
import { readingTexts } from '../../texts/reading-texts.ts';
import { useFirstOfKey } from '../shared/use-first-of-key.ts';
import styles from './nipple-chip.module.css';

const texts = findingTexts.nipple;

/** Shows the nipple status and author, with actions to set, confirm and show the nipple. */
export function NippleChip({ context }: PanelProps): ReactNode {
  const view = context.use(viewStateToken);
  const scan = useStore(context.use(studyToken).store, targetScan);
  const placing = useStore(view.store, (state) => state.isPlacingNipple);
  const [open, setOpen] = useState(false);
  const status = useNippleStatus(context, scan);
  useKeyDown((event) => {
    if (event.key === 'Escape' && view.store.getState().isPlacingNipple) {
      context.use(nipplePlacingToken).cancel();
    }
  });
  if (scan === null) return null;
  if (placing) return <PlacingChip context={context} scan={scan} />;
  if (status === 'NOT_SET') return <NotSetChip context={context} />;
  const isSet = status === 'PREVIOUSLY_SET' || status === 'JUST_SET';
  return (
    <span data-testid="nipple-chip" data-nipple={isSet ? 'set' : 'not-set'} data-status={status}>
      <PopoverButton
        ariaLabel={texts.states[status]}
        className={classNames(styles.chip, !isSet && styles.notSet)}
        isOpen={open}
        onOpenChange={setOpen}
        content={<NippleMenu context={context} scan={scan} onDone={() => setOpen(false)} />}
      >
        <Icon name="nipple" size={16} />{' '}
        <span data-bar-label="actions">{texts.states[status]}</span>
      </PopoverButton>
    </span>
  );
}

/**
 * Shows what the next click or Enter in a plane does; takes the focus if the previous chip lost it.
 * Moves the coronal to the skin as soon as the planes of the scan are known.
 */
function PlacingChip({ context, scan }: PanelProps & { readonly scan: Scan }): ReactNode {
  const chip = useRef<HTMLSpanElement>(null);
  const placing = context.use(nipplePlacingToken);
  const isAsked = useStore(placing.store, (state) => state.askedAfterScanId !== null);
  const hasVolume = useStore(
    context.use(readingToken).store,
    ({ volumes }) => (volumes[scan.id]?.geometry ?? null) !== null,
  );
  const isPlaced = useStore(
    context.use(viewStateToken).store,
    ({ positions }) => positions[scan.id] !== undefined,
  );
  useEffect(() => {
    if (hasVolume && isPlaced) placing.showSkin(scan.id);
  }, [placing, scan.id, hasVolume, isPlaced]);
  useEffect(() => {
    const { activeElement, body } = document;
    if (activeElement === body) chip.current?.querySelector('button')?.focus();
  }, []);
  return (
    <span ref={chip} className={styles.placing} data-testid="nipple-chip" data-nipple="placing">
      <Chip tone="warning" selected onPress={placing.cancel}>
        <Icon name="nipple" size={16} /> {readingTexts.nipple.click[scan.laterality.id]}
      </Chip>
      {isAsked ? (
        <Button kind="link" size={24} onPress={placing.cancel}>
          {readingTexts.nipple.skip}
        </Button>
      ) : null}
    </span>
  );
}

/**
 * Shown without a nipple or a proposal; a press makes the next click in any plane set the nipple.
 */
function NotSetChip({ context }: PanelProps): ReactNode {
  const press = (): void => {
    if (context.use(sessionToken).mayCall(routes.setNipple)) {
      context.use(viewStateToken).set({ isPlacingNipple: true });
    } else context.use(noticesToken).show('user-error', readingTexts.nipple.notYourRole);
  };
  return (
    <span data-testid="nipple-chip" data-nipple="not-set" data-status="NOT_SET">
      <Chip tone="warning" onPress={press}>
        <Icon name="nipple" size={16} />{' '}
        <span data-bar-label="actions">{texts.states.NOT_SET}</span>
      </Chip>
    </span>
  );
}

/** Returns the nipple status of the scan; loads the AI proposal, on which the status depends. */
function useNippleStatus(context: ExtensionContext, scan: Scan | null): NippleStatus {
  const lookup = context.use(scanLookupToken);
  const study = context.use(studyToken);
  const user = useStore(context.use(sessionToken).store, (state) => state.user);
  const location = scan?.nippleLocation ?? null;
  // If another reader has moved the nipple since, its status is PREVIOUSLY_SET.
  const isSetInSession =
    useStore(
      study.store,
      (state) => scan !== null && state.nipplesSetInSession.includes(scan.id),
    ) && location?.setBy === user?.id;
  const aiLocation = useStore(lookup.proposals, (proposals) =>
    scan === null ? null : (proposals[scan.id] ?? null),
  );
  // Another version of the scan can have another proposal.
  const versionedScan = useFirstOfKey(`${scan?.id ?? ''} ${scan?.version ?? 0}`, scan);
  useEffect(() => {
    if (versionedScan !== null) void lookup.readProposal(versionedScan.id);
  }, [lookup, versionedScan]);
  return nippleStatus({ scanLocation: location, aiLocation, isSetInSession });
}

interface NippleMenuProps {
  readonly context: ExtensionContext;
  readonly scan: Scan;
  onDone(): void;
}

function NippleMenu({ context, scan, onDone }: NippleMenuProps): ReactNode {
  const view = context.use(viewStateToken);
  const reading = context.use(readingToken);
  const { proposals } = context.use(scanLookupToken);
  const proposal = useStore(proposals, (byScan) => byScan[scan.id] ?? null);
  const location = scan.nippleLocation;
  const maySet = context.use(sessionToken).mayCall(routes.setNipple);
  const goTo = (stored: CountedPosition): void => {
    const { geometry } = reading.store.getState().volumes[scan.id] ?? LOADING;
    const position = geometry === null ? stored : inVolume(geometry, stored);
    const { rad } = view.store.getState().positions[scan.id] ?? position;
    view.setPosition(scan.id, { sag: position.sag, tra: position.tra, depth: position.depth, rad });
    onDone();
  };
  const startPlacing = (): void => {
    if (!maySet) context.use(noticesToken).show('user-error', readingTexts.nipple.notYourRole);
    else view.set({ isPlacingNipple: true });
    onDone();
  };
  const confirm = async (): Promise<void> => {
    // Closes the popover first, so that shortcuts such as undo work at once.
    onDone();
    const result = await context.run('breast-planes.confirm-nipple');
    if (!result.ok) context.use(noticesToken).showProblem(result.problem);
  };
  return (
    <div className={styles.menu} data-testid="nipple-menu">
      {location === null ? null : <SetBy context={context} scan={scan} />}
      <NippleThumbnail context={context} scan={scan} />
      {location === null && proposal !== null ? (
        <>
          <Button kind="primary" disabled={!maySet} onPress={() => void confirm()}>
            {texts.confirm(
              proposal.confidence === null ? null : texts.percent(proposal.confidence),
            )}
          </Button>
          <Button onPress={() => goTo(proposal)}>{texts.goProposal}</Button>
        </>
      ) : null}
      <Button onPress={startPlacing}>{location === null ? texts.set : texts.again}</Button>
      {location === null ? null : <Button onPress={() => goTo(location)}>{texts.go}</Button>}
    </div>
  );
}

/**
 * Shows who set the nipple and when. Another user is named only while reading one of the scans,
 * because other names are unknown to the browser.
 */
function SetBy({ context, scan }: Pick<NippleMenuProps, 'context' | 'scan'>): ReactNode {
  const readers = useStore(context.use(readersToken));
  const user = useStore(context.use(sessionToken).store, (state) => state.user);
  const location = scan.nippleLocation;
  if (location === null) return null;
  const setter = Object.values(readers)
    .flat()
    .find(({ accountId }) => accountId === location.setBy);
  const name = location.setBy === user?.id ? texts.you : (setter?.name ?? texts.another);
  return <p className={styles.setBy}>{texts.setBy(name, stampOf(location.setAt))}</p>;
}

/** Thumbnail of one version of a scan; `base64` is null without a thumbnail. */
interface LoadedThumbnail {
  readonly scanId: string;
  readonly version: number;
  readonly base64: string | null;
}

/** Shows the thumbnail saved with the nipple; renders nothing without a thumbnail. */
function NippleThumbnail({ context, scan }: Pick<NippleMenuProps, 'context' | 'scan'>): ReactNode {
  const [loaded, setLoaded] = useState<LoadedThumbnail | null>(null);
  const api = context.use(apiToken);
  const { id, version } = scan;
  useEffect(() => {
    let cancelled = false;
    void api.call(routes.getScan, { params: { id } }).then((response) => {
      if (cancelled || !response.ok) return;
      const base64 = response.value.nippleLocation?.thumbnailBase64 ?? null;
      setLoaded({ scanId: id, version, base64 });
    });
    return () => {
      cancelled = true;
    };
  }, [api, id, version]);
  const isCurrent = loaded?.scanId === id && loaded.version === version;
  if (!isCurrent || loaded.base64 === null) return null;
  return (
    <img
      className={styles.thumbnail}
      src={`data:image/jpeg;base64,${loaded.base64}`}
      alt={texts.imageLabel}
    />
  );
}
