export { saveFile } from '#ui';
export { renderThumbnail } from '../../rendering/planes/render-thumbnail.ts';
