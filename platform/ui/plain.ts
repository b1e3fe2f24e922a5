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
} from './buttons/button.tsx';
export { ProductMark } from './display/product-mark.tsx';
export { ErrorCard, type ErrorCardProps } from './feedback/error-card.tsx';
export { Spinner } from './feedback/spinner.tsx';
export { FieldError } from './fields/field-error.tsx';
export { TextField, type TextFieldProps } from './fields/text-field.tsx';
export { classNames } from './styles/class-names.ts';
