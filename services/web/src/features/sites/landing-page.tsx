import { useSite } from '../../lib/site.tsx';
export function Page() {
  return <h1 tabIndex={-1}>{useSite().name}</h1>;
}
