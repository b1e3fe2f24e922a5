import { useNavigate } from 'react-router-dom';

/**
 * Goes to a path of this application as a link does: a second press that still reaches the button of
 * the page that is being left adds no second entry, so that the way back is one step.
 */
export function useGo(): (to: string) => void {
  const navigate = useNavigate();
  return (to) => void navigate(to, { replace: window.location.hash === `#${to}` });
}
