/** Functions that the finding commands load on first use. */
export { renderThumbnail } from '../../rendering/planes/render-thumbnail.ts';
export { saveThumbnailSheet } from './save-thumbnail-sheet.ts';
