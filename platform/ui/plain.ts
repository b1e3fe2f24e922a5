/**
 * Small entry point with plain HTML widgets. The sign-in page imports from here instead of
 * `index.ts`, because code splitting bundles everything that an entry point reaches with its
 * importer.
 */
export {
  Button,
  type ButtonKind,
  type ButtonProps,
  type ButtonSize,
  buttonClass,
} from './buttons/button.tsx';
export { ProductMark } from './display/product-mark.tsx';
export { ErrorCard, type ErrorCardProps } from './feedback/error-card.tsx';
export { Spinner } from './feedback/spinner.tsx';
export { FieldError } from './fields/field-error.tsx';
export { TextField, type TextFieldProps } from './fields/text-field.tsx';
export { classNames } from './styles/class-names.ts';
