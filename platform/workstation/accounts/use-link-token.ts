import { useLocation } from 'react-router-dom';

/** The token of a mailed link; empty where the address has none. */
export function useLinkToken(): string {
  return new URLSearchParams(useLocation().search).get('token') ?? '';
}
