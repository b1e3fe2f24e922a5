/**
 * The light door: widgets that are plain HTML. The sign-in page imports from here and not from
 * `index.ts`, because code splitting keeps whatever a door leads to together with its importer.
 */
export {
  Button,
  type ButtonKind,
  type ButtonProps,
  type ButtonSize,
  buttonClass,
} from './button.tsx';
export { classNames } from './class-names.ts';
export { ErrorCard, type ErrorCardProps } from './error-card.tsx';
export { FieldError } from './field-error.tsx';
export { ProductMark } from './product-mark.tsx';
export { Spinner } from './spinner.tsx';
export { TextField, type TextFieldProps } from './text-field.tsx';
