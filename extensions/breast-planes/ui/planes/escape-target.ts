import { isTextTarget } from '#ui';

/** Parts of the page that close on Escape. */
const CLOSES_ON_ESCAPE = '[role=dialog], [role=alertdialog], [role=menu], [role=listbox]';

/**
 * Returns where Escape acts: `image` in the focused image; `other` in a text field, dialog or menu
 * outside the image, which takes the key; else `page`, where Escape cancels a drawing in progress.
 */
export function escapeTarget(
  target: EventTarget | null,
  image: Element | null,
): 'image' | 'other' | 'page' {
  if (!(target instanceof Element)) return 'page';
  if (image?.contains(target) === true) return 'image';
  return isTextTarget(target) || target.closest(CLOSES_ON_ESCAPE) !== null ? 'other' : 'page';
}
