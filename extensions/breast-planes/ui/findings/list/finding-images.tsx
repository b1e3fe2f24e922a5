import { type ReactNode, useEffect } from 'react';
import type { Finding } from '#contracts';
import type { ExtensionContext } from '#core';
import { VOLUME_PLANES, type VolumePlane } from '#geometry';
import { Tag, useStore } from '#ui';
import { keyImageOf, thumbnailKey } from '../../../model/findings/finding-thumbnail.ts';
import { PLANE_LETTER } from '../../../model/planes/plane-text.ts';
import { findingThumbnailsToken } from '../../../state/findings/finding-thumbnails.ts';
import { findingTexts } from '../../../texts/finding-texts.ts';
import { PLANE_COLOUR } from '../../shared/plane-colours.ts';
import { useReference } from '../../shared/use-reference.ts';
import styles from './finding-list.module.css';

interface ImageProps {
  readonly context: ExtensionContext;
  readonly finding: Finding;
}

/** Thumbnail of the representative mark in its own plane; empty until rendered. */
export function Thumbnail({ context, finding }: ImageProps): ReactNode {
  const thumbnails = context.use(findingThumbnailsToken);
  const { entry } = useReference(context, finding.scan.id);
  const key = thumbnailKey(finding);
  const thumbnail = useStore(thumbnails.store, (all) => (key === null ? undefined : all[key]));
  const volume = entry?.volume ?? null;
  const status = entry?.status ?? null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: key and status determine the request
  useEffect(() => thumbnails.request(finding, entry), [thumbnails, key, volume, status]);
  return (
    <span
      className={styles.thumbnail}
      data-testid="finding-thumbnail"
      data-ready={thumbnail !== undefined}
    >
      {thumbnail === undefined ? null : <img src={thumbnail} alt="" width={64} height={64} />}
    </span>
  );
}

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
  const { entry, geometry, reference } = useReference(context, finding.scan.id);
  const volume = entry?.volume ?? null;
  const nippleMm = reference?.nippleMm ?? null;
  const imageGeometry = geometry ?? volume?.geometry ?? null;
  const image = imageGeometry === null ? null : keyImageOf(finding, plane, imageGeometry, nippleMm);
  const name = image === null ? null : `${image.name} ${entry?.status ?? ''}`;
  const thumbnail = useStore(thumbnails.store, (all) => (name === null ? undefined : all[name]));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the name determines the request
  useEffect(() => {
    if (volume === null || image === null || name === null) return;
    thumbnails.requestSlice(name, volume, image.frame, KEY_IMAGE_PX);
  }, [thumbnails, name, volume]);
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
