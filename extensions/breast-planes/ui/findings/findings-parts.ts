export { saveFile } from '#ui';
export { renderThumbnail } from '../../rendering/planes/finding-picture.ts';
