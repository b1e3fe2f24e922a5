export { saveFile } from '#ui';
export { pictureOf } from '../rendering/finding-picture.ts';
