import { useNavigate } from 'react-router-dom';

/**
 * Returns a function that navigates to a path. Navigating to the current address, e.g. by a
 * repeated press, adds no history entry.
 */
export function useGo(): (to: string) => void {
  const navigate = useNavigate();
  return (to) => void navigate(to, { replace: window.location.hash === `#${to}` });
}
