export { saveFile } from '#ui';
export { pictureOf } from '../../rendering/planes/finding-picture.ts';
