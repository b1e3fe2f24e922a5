import { useNavigate } from 'react-router-dom';

/**
 * Returns a function that navigates to a path. A repeated press replaces the history entry instead
 * of adding a second one.
 */
export function useGo(): (to: string) => void {
  const navigate = useNavigate();
  return (to) => void navigate(to, { replace: window.location.hash === `#${to}` });
}
