import { type ReactNode, useEffect, useMemo } from 'react';
import type { Finding } from '#contracts';
import type { ExtensionContext } from '#core';
import { VOLUME_PLANES, type VolumePlane } from '#geometry';
import { Icon, Tag, useStore } from '#ui';
import { keyImageOf, thumbnailKey } from '../../../model/findings/finding-thumbnail.ts';
import { PLANE_LETTER } from '../../../model/planes/plane-text.ts';
import { findingThumbnailsToken } from '../../../state/findings/finding-thumbnails.ts';
import { findingTexts } from '../../../texts/finding-texts.ts';
import { PLANE_COLOUR } from '../../shared/plane-colours.ts';
import { useScanGeometry } from '../../shared/use-scan-geometry.ts';
import styles from './finding-list.module.css';

interface ImageProps {
  readonly context: ExtensionContext;
  readonly finding: Finding;
}

/** Thumbnail of the representative mark in its own plane; an icon until rendered. */
export function Thumbnail({ context, finding }: ImageProps): ReactNode {
  const thumbnails = context.use(findingThumbnailsToken);
  const { entry } = useScanGeometry(context, finding.scan.id);
  const key = thumbnailKey(finding);
  const thumbnail = useStore(thumbnails.store, (byKey) => (key === null ? undefined : byKey[key]));
  useEffect(() => thumbnails.request(finding, entry), [thumbnails, finding, entry]);
  return (
    <span
      className={styles.thumbnail}
      data-testid="finding-thumbnail"
      data-ready={thumbnail !== undefined}
    >
      {thumbnail === undefined ? null : <img src={thumbnail} alt="" width={64} height={64} />}
      {thumbnail === undefined && key !== null && entry === null ? (
        <span className={styles.noThumbnail} title={findingTexts.thumbnail.notLoaded}>
          <Icon name="scan" size={16} />
        </span>
      ) : null}
    </span>
  );
}

/** Size of a rendered key image in px, twice its size on the page. */
const KEY_IMAGE_PX = 156;

/** Slices through the centre of the finding in all four planes. */
export function KeyImages({ context, finding }: ImageProps): ReactNode {
  return (
    <div className={styles.keyImages}>
      {VOLUME_PLANES.map((plane) => (
        <KeyImage key={plane} context={context} finding={finding} plane={plane} />
      ))}
    </div>
  );
}

function KeyImage(props: ImageProps & { readonly plane: VolumePlane }): ReactNode {
  const { context, finding, plane } = props;
  const thumbnails = context.use(findingThumbnailsToken);
  const { entry, geometry, reference } = useScanGeometry(context, finding.scan.id);
  const volume = entry?.volume ?? null;
  const nippleMm = reference?.nippleMm ?? null;
  const imageGeometry = geometry ?? volume?.geometry ?? null;
  const image = useMemo(
    () => (imageGeometry === null ? null : keyImageOf(finding, plane, imageGeometry, nippleMm)),
    [finding, plane, imageGeometry, nippleMm],
  );
  const name = image === null ? null : `${image.name} ${entry?.status ?? ''}`;
  const thumbnail = useStore(thumbnails.store, (byKey) =>
    name === null ? undefined : byKey[name],
  );
  useEffect(() => {
    if (volume === null || image === null || name === null) return;
    thumbnails.requestSlice(name, volume, image.frame, KEY_IMAGE_PX);
  }, [thumbnails, name, volume, image]);
  const planeName = findingTexts.open.planes[plane];
  return (
    <figure className={styles.keyImage} data-testid={`key-image-${plane}`}>
      <span className={styles.keyFrame}>
        {thumbnail === undefined ? null : (
          <img
            src={thumbnail}
            alt={findingTexts.open.imageLabel(planeName)}
            width={78}
            height={78}
          />
        )}
      </span>
      <figcaption>
        <Tag color={PLANE_COLOUR[plane]}>{PLANE_LETTER[plane]}</Tag> {planeName}
      </figcaption>
    </figure>
  );
}
