import { useLocation } from 'react-router-dom';

/** Returns the token of a mailed link; empty when the address has none. */
export function useLinkToken(): string {
  return new URLSearchParams(useLocation().search).get('token') ?? '';
}
