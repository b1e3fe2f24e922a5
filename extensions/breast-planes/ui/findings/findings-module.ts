/** Functions that the finding commands load on first use. */
export { saveFile } from '#ui';
export { renderThumbnail } from '../../rendering/planes/render-thumbnail.ts';
